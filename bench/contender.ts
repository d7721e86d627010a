import { readFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReaderName } from './contenders.ts';
import type { Reader, ReaderOptions } from './readers/reader.ts';
import type { Tally } from './tally.ts';

/** What the bench asks of this process, as its first parameter. */
export interface ContenderOrder extends ReaderOptions {
  readonly reader: ReaderName;
}

/** One read, from the request to the last row consumed. */
export interface Run {
  readonly counted: Tally;
  readonly wallMs: number;
  /** User and system time of the whole process: garbage collection and inflating included. */
  readonly cpuMs: number;
  /** The highest resident memory of the process since it began, its start included. */
  readonly peakMb: number;
  /** The longest time the event loop did not turn. */
  readonly stallMs: number;
}

const STALL_RESOLUTION_MS = 2;

const READERS: Readonly<
  Record<ReaderName, () => Promise<{ openReader(options: ReaderOptions): Reader | Promise<Reader> }>>
> = {
  discard: () => import('./readers/discard.ts'),
  undiciJson: () => import('./readers/undiciJson.ts'),
  undiciTotals: () => import('./readers/undiciTotals.ts'),
  fetchJson: () => import('./readers/fetchJson.ts'),
  openapiFetch: () => import('./readers/openapiFetch.ts'),
  generatedClient: () => import('./readers/generatedClient.ts'),
  clientBatches: () => import('./readers/clientBatches.ts'),
  clientRows: () => import('./readers/clientRows.ts'),
  clientTotals: () => import('./readers/clientTotals.ts'),
  clientStock: () => import('./readers/clientStock.ts'),
};

/** One contender, once, in this fresh process: modules are loaded and the connection is open before time counts. */
const order: ContenderOrder = JSON.parse(process.argv[2] ?? '');
const { openReader } = await READERS[order.reader]();
const reader = await openReader(order);
await reader.warmUp();
const run = await measure(reader);
process.send?.(run, () => process.exit(0));

async function measure(measured: Reader): Promise<Run> {
  const loop = monitorEventLoopDelay({ resolution: STALL_RESOLUTION_MS });
  loop.enable();
  await delay(5 * STALL_RESOLUTION_MS);
  loop.reset();
  const cpuBefore = process.cpuUsage();
  const from = performance.now();
  const counted = await measured.read();
  const wallMs = performance.now() - from;
  const cpu = process.cpuUsage(cpuBefore);
  // A stall is only noticed when the loop turns again.
  await delay(5 * STALL_RESOLUTION_MS);
  loop.disable();
  return {
    counted,
    wallMs,
    cpuMs: (cpu.user + cpu.system) / 1000,
    peakMb: (await peakKb()) / 1024,
    stallMs: loop.max / 1e6,
  };
}

/** Linux hands what getrusage calls the peak on from the process that forked this one; VmHWM is of this one alone. */
async function peakKb(): Promise<number> {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  const own = /^VmHWM:\s*(\d+) kB$/m.exec(await readFile('/proc/self/status', 'utf8'))?.[1];
  if (own === undefined) throw new Error('/proc/self/status has no VmHWM, so the peak memory is not known.');
  return Number(own);
}
