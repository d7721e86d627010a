import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from 'retail-data-client/clock/systemClock';
import { startSandbox } from 'retail-data-client/sandbox';
import { startSlack } from '../../bot/demo/slack/slack.ts';
import { freePort } from '../../tools/freePort.ts';
import { startBotProcess } from './botProcess.ts';
import { fillDatabase, SALES_DAYS } from './fill.ts';
import { BENCH_CHANNEL, createLoad, type Mode, quantile, type Times } from './load.ts';

export interface BotBenchSize {
  readonly salesRows: number;
  readonly manySalesRows: number;
  readonly stockProducts: number;
  readonly commands: number;
}

export const FULL_BOT: BotBenchSize = {
  salesRows: 300_000,
  manySalesRows: 10_000_000,
  stockProducts: 66_000,
  commands: 400,
};
export const SMALL_BOT: BotBenchSize = {
  salesRows: 3_000,
  manySalesRows: 6_000,
  stockProducts: 500,
  commands: 20,
};

export const STATES = ['idle', 'while an import runs', 'with many rows'] as const;
export type State = (typeof STATES)[number];

/** One bot in a fresh process over one database. */
export interface BotRun {
  readonly mode: Mode;
  readonly state: State;
  readonly readyMs: number;
  readonly idleMb: number;
  readonly afterMb: number;
  /** The very first question of the process. */
  readonly firstMs: number;
  readonly loads: readonly { readonly inFlight: number; readonly times: Times }[];
  /** Calls for stock and sales that the questions brought about; nothing of the intake is due when idle. */
  readonly calls: number;
}

export const IN_FLIGHT = [1, 20, 100] as const;
const MODES: readonly Mode[] = ['HTTP', 'Socket Mode'];
const SIGNING_SECRET = 'bench';
/** Until what is done at start is over. */
const SETTLE_MS = 5_000;
const IMPORTED_DAYS = 1_000;

/** The real bot in a process of its own between a sandbox and a stand-in of Slack, asked over real sockets. */
export async function benchBot(
  size: BotBenchSize,
  onStep: (step: string) => void,
  chosen: readonly State[] = STATES,
): Promise<BotRun[]> {
  const folder = await mkdtemp(join(tmpdir(), 'retail-data-bench-'));
  const sandbox = await startSandbox({ now: Date.now, stores: 340, products: 40 });
  try {
    const runs: BotRun[] = [];
    for (const [name, salesRows, states] of [
      ['few', size.salesRows, ['idle', 'while an import runs']],
      ['many', size.manySalesRows, ['with many rows']],
    ] as const) {
      if (!states.some((state) => chosen.includes(state))) continue;
      const file = join(folder, `${name}.sqlite`);
      onStep(`filling a database with ${salesRows} rows of sales and ${size.stockProducts} products`);
      const { url: baseUrl, subscriptionKey } = sandbox;
      const { stockProducts } = size;
      await fillDatabase({ file, baseUrl, subscriptionKey, salesRows, stockProducts, now: Date.now() });
      for (const state of states.filter((each) => chosen.includes(each))) {
        for (const mode of MODES) {
          onStep(`the bot ${state}, ${mode}`);
          runs.push(await measure({ sandbox, file, mode, state, commands: size.commands }));
        }
      }
    }
    return runs;
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Measuring {
  readonly sandbox: Awaited<ReturnType<typeof startSandbox>>;
  readonly file: string;
  readonly mode: Mode;
  readonly state: State;
  readonly commands: number;
}

async function measure({ sandbox, file, mode, state, commands }: Measuring): Promise<BotRun> {
  await using open = new AsyncDisposableStack();
  const slack = await startSlack({ clock: systemClock, channelIds: [BENCH_CHANNEL] });
  open.defer(() => slack.close());
  const port = await freePort();
  const importing = state === 'while an import runs';
  const bot = await startBotProcess({
    RETAIL_DATA_BASE_URL: sandbox.url,
    RETAIL_DATA_SUBSCRIPTION_KEY: sandbox.subscriptionKey,
    SLACK_BOT_TOKEN: 'xoxb-bench',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
    ...(mode === 'Socket Mode' ? { SLACK_APP_TOKEN: 'xapp-bench' } : {}),
    PORT: String(port),
    DATABASE_URL: `file:${file}`,
    SALES_HISTORY_DAYS: String(importing ? IMPORTED_DAYS : SALES_DAYS),
    SALES_RETENTION_DAYS: String(IMPORTED_DAYS),
  });
  open.defer(() => bot.stop());
  const load = createLoad(slack, mode, { port, signingSecret: SIGNING_SECRET });
  while (mode === 'Socket Mode' && slack.sockets.count() === 0) await delay(10);
  await delay(SETTLE_MS);
  const idleMb = await bot.memoryMb();
  const figuresCalls = () =>
    sandbox.requests.filter(({ path }) => /daily-sales|accumulated-stock/.test(path)).length;
  const before = figuresCalls();
  const first = await load.run(1, 1);
  const loads: BotRun['loads'][number][] = [];
  for (const inFlight of IN_FLIGHT) {
    loads.push({ inFlight, times: await load.run(Math.max(commands, inFlight * 2), inFlight) });
  }
  const calls = figuresCalls() - before;
  await delay(SETTLE_MS);
  const afterMb = await bot.memoryMb();
  const firstMs = quantile(first.answered, 1);
  return { mode, state, readyMs: bot.readyMs, idleMb, afterMb, firstMs, loads, calls };
}
