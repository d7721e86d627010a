import type { BenchCase } from './cases.ts';
import type { Measured } from './run.ts';
import type { BenchSize } from './service.ts';

/** How much more than n8n at rest a file of all sales may take. */
const FILE_ABOVE_IDLE_MB = 500;
/** The nodes check each row and give it flat; what they may take beside a plain HTTP Request. */
const MAX_TIME = 1.2;
const MAX_MEMORY = 1;

const MEASURES = ['wallMs', 'cpuMs', 'peakMb'] as const;

/** Medians of each case, their ratios to the case they are compared with, and what was to be reached. */
export function verdictTable(
  cases: readonly BenchCase[],
  measured: ReadonlyMap<string, readonly Measured[]>,
  size: BenchSize,
): string {
  const median = (id: string, measure: (typeof MEASURES)[number]) =>
    medianOf((measured.get(id) ?? []).map((run) => run[measure]));
  const lines = cases.map((one) => {
    const compared = one.reference !== one.id && one.reference !== 'idle';
    const columns = MEASURES.map((measure) => {
      const own = median(one.id, measure);
      const ratio = compared ? (own / median(one.reference, measure)).toFixed(2) : '';
      return `${own.toFixed(0).padStart(8)} ${ratio.padStart(6)}`;
    });
    return [one.title.padEnd(52), ...columns].join(' ');
  });
  const aboveIdle = median('salesfile', 'peakMb') - median('idle', 'peakMb');
  const goal = (title: string, met: boolean) => `${title}: ${met ? 'met' : 'not met'}`;
  const runs = measured.get('idle')?.length ?? 0;
  return [
    `Inside n8n, each run in a fresh process of its command line: ${size.stock} products of stock, ${size.sales} sales as items, ${size.all} to a file.`,
    `Median of ${runs} ${runs === 1 ? 'run' : 'runs'}, from the start of the workflow to the end of its last node; cpu and peak are the n8n process's own, cpu with the storing of what the run gave.`,
    '',
    `${'case'.padEnd(52)} ${'wall ms'.padStart(8)} ${'×'.padStart(6)} ${'cpu ms'.padStart(8)} ${'×'.padStart(6)} ${'peak MB'.padStart(8)} ${'×'.padStart(6)}`,
    '-'.repeat(100),
    ...lines,
    '',
    goal(
      `stock in at most ${MAX_TIME} of the time of HTTP Request`,
      median('stockours', 'wallMs') <= MAX_TIME * median('stockhttp', 'wallMs'),
    ),
    goal(
      `sales in at most ${MAX_TIME} of the time of HTTP Request and Split Out`,
      median('salesours', 'wallMs') <= MAX_TIME * median('saleshttp', 'wallMs'),
    ),
    goal(
      `sales in at most ${MAX_MEMORY.toFixed(1)} of the memory of HTTP Request and Split Out`,
      median('salesours', 'peakMb') <= MAX_MEMORY * median('saleshttp', 'peakMb'),
    ),
    goal(
      `file of ${size.all} sales: ${aboveIdle.toFixed(0)} MB above n8n with nothing to do, at most ${FILE_ABOVE_IDLE_MB}`,
      aboveIdle <= FILE_ABOVE_IDLE_MB,
    ),
  ].join('\n');
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return (lower + upper) / 2;
}
