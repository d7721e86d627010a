/** The real bot in a process of its own, on a clock that its parent moves; it ends on SIGTERM, or as it is sentenced. */

import { startBot } from '../../../bot/app.ts';
import { createLog } from '../../../bot/log.ts';
import { readSettings } from '../../../bot/settings/settings.ts';
import { waitForShutdownSignal } from '../../../bot/shutdown.ts';
import { createRandom } from '../../../tools/random.ts';
import type { BotMessage, BotOrder, BotReport, DeathSentence } from './botOrder.ts';
import { type PassCrashPoint, withCrashPoints } from './crashPoints.ts';
import { createFlowingClock } from './flowingClock.ts';

const order: BotOrder = JSON.parse(process.argv[2] ?? '');
const clock = createFlowingClock(order.reading);
let sentence = countDown(order.dieAt);
const settings = readSettings(order.environment);
const log = createLog(settings.logLevel);
process.on('message', (message: BotMessage) => {
  if (message.kind === 'clock') clock.read(message.reading);
  if (message.kind === 'dieAt') sentence = countDown(message.dieAt);
  if (message.kind === 'memory') tellMemory();
});

/** Ends or stops the process where it was sentenced to; a signal that stops it takes hold before the next line. */
const passCrashPoint: PassCrashPoint = (point) => {
  if (sentence?.point !== point) return;
  sentence.left -= 1;
  if (sentence.left > 0) return;
  const { signal } = sentence;
  sentence = undefined;
  process.kill(process.pid, signal);
};

function countDown(given: DeathSentence | undefined) {
  if (given === undefined) return undefined;
  return { point: given.point, left: given.nth, signal: given.signal ?? 'SIGKILL' };
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
  wrap: (name, port) => withCrashPoints(name, port, passCrashPoint),
  random: createRandom(order.seed).next,
});
tell({ kind: 'ready' });
await waitForShutdownSignal();
await bot.stop();
process.exit(0);
