/** The real bot in a process of its own, on a clock that its parent moves; it ends on SIGTERM, or as it is sentenced. */

import { subscribe } from 'node:diagnostics_channel';
import { startBot } from '../../../bot/app.ts';
import { createLog } from '../../../bot/process/log.ts';
import { waitForShutdownSignal } from '../../../bot/process/shutdown.ts';
import { readSettings } from '../../../bot/settings/settings.ts';
import { createUnderWay } from '../../../bot/workers/underWay.ts';
import { createRandom } from '../../../tools/random.ts';
import { createFlowingClock } from '../../support/faults/flowingClock.ts';
import { createTestProcess } from '../../support/faults/process.ts';
import type { BotMessage, BotOrder, BotReport, DeathSentence, Moment } from './botOrder.ts';

const order: BotOrder = JSON.parse(process.argv[2] ?? '');
const clock = createFlowingClock(order.reading);
let sentence = countDown(order.dieAt);
const settings = readSettings(order.environment);
const log = createLog(settings.logLevel);
const underWay = createUnderWay();
process.on('message', (message: BotMessage) => {
  if (message.kind === 'clock') clock.read(message.reading);
  if (message.kind === 'dieAt') sentence = countDown(message.dieAt);
  if (message.kind === 'memory') tellMemory();
  if (message.kind === 'work') tell({ kind: 'work', underWay: underWay.count() });
});

/** Ends or stops the process where it was sentenced to; a signal that stops it takes hold before the next line. */
function pass(at: Moment['at'], of: string | undefined): void {
  if (sentence?.at !== at || sentence.of !== of) return;
  sentence.left -= 1;
  if (sentence.left > 0) return;
  const { signal } = sentence;
  sentence = undefined;
  process.kill(process.pid, signal);
}

const WRITTEN_TABLE = /^(?:insert into|update|delete from) "(\w+)"/;
const statements = createTestProcess();
statements.listen((text) => pass('write', WRITTEN_TABLE.exec(text)?.[1]));
subscribe('undici:request:create', (message) => pass('call', methodOf(message)));
subscribe('undici:request:headers', (message) => pass('answer', methodOf(message)));

/** The last part of the path: what Slack calls its method. */
function methodOf(message: unknown): string | undefined {
  const { path } = (message as { readonly request: { readonly path: string } }).request;
  return path.split('/').at(-1);
}

function countDown(given: DeathSentence | undefined) {
  if (given === undefined) return undefined;
  return { ...given, left: given.nth, signal: given.signal ?? 'SIGKILL' };
}

const MEGABYTE = 2 ** 20;

function tellMemory(): void {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const peakMb = process.resourceUsage().maxRSS / 1024;
  tell({ kind: 'memory', heapMb: heapUsed / MEGABYTE, residentMb: rss / MEGABYTE, peakMb });
}

function tell(report: BotReport): void {
  process.send?.(report);
}

// A parent that was killed leaves nobody who would end it.
process.on('disconnect', () => process.exit(1));
process.on('unhandledRejection', (reason) => {
  log.fatal({ err: reason }, 'a promise was rejected that nobody waited for');
  process.exit(1);
});

const bot = await startBot({
  settings,
  clock,
  monotonic: clock.monotonic,
  log,
  renderings: ['text'],
  random: createRandom(order.seed).next,
  underWay,
  throughDialect: statements.throughDialect,
});
tell({ kind: 'ready' });
await waitForShutdownSignal();
await bot.stop();
process.exit(0);
