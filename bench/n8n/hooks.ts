/**
 * Loaded into n8n as its external hooks: when a workflow has run, and before n8n prints the run, writes what the run
 * took and what the last node gave to the file of RETAIL_DATA_BENCH_FILE.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { IRun } from 'n8n-workflow';
import type { Measured } from './run.ts';

export const workflow = { preExecute: [noteBegin], postExecute: [writeMeasure] };

let cpuAtBegin: NodeJS.CpuUsage | undefined;

/**
 * Every contender begins with an empty young generation: what is loaded for one node may have emptied it a moment before,
 * for another it may be full, and a collection takes a fifth of what is measured.
 */
async function noteBegin(): Promise<void> {
  if (globalThis.gc === undefined) throw new TypeError('n8n was started without --expose-gc');
  globalThis.gc();
  cpuAtBegin = process.cpuUsage();
}

async function writeMeasure(run: IRun | undefined): Promise<void> {
  const file = process.env.RETAIL_DATA_BENCH_FILE;
  if (file === undefined || run === undefined) return;
  const peakMb = peakKb() / 1024;
  const { user, system } = process.cpuUsage(cpuAtBegin);
  const { resultData } = run.data;
  const items = resultData.runData[resultData.lastNodeExecuted ?? '']?.at(-1)?.data?.main?.[0] ?? [];
  let quantity = 0;
  for (const { json } of items) {
    // Split Out leaves a sale below the name of the field it was split from.
    const row = Object(json['storeSales.sales'] ?? json);
    quantity += Number(row.salesQuantity ?? row.stock ?? 0);
  }
  const [first] = items;
  const measured: Measured = {
    wallMs: (run.stoppedAt?.getTime() ?? Number.NaN) - run.startedAt.getTime(),
    cpuMs: (user + system) / 1000,
    peakMb,
    items: items.length,
    quantity,
    rows: Number(first?.json.rows ?? 0),
    error: resultData.error?.message ?? '',
  };
  writeFileSync(file, JSON.stringify(measured));
}

/** Resident memory at its highest since the process began. */
function peakKb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
