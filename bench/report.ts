import { cpus } from 'node:os';
import type { Runs } from './bench.ts';
import type { Contender } from './contenders.ts';
import { type Measure, ratioToReference, spreadOf } from './figures.ts';
import type { Verdict } from './goals.ts';

/** The machine, in one line. */
export function machineLine(): string {
  const cores = cpus();
  return `Machine: ${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}, ${process.platform} ${process.arch}`;
}

/** Medians with the least and the most of all runs, and their ratios to the reference of each contender. */
export function resultTable(contenders: readonly Contender[], runs: Runs): string {
  const head = ['contender', 'wall ms', '×', 'CPU ms', '×', 'peak MB', '×', 'stall ms'];
  const rows = contenders.map((contender) => [
    contender.title,
    ...['wallMs' as const, 'cpuMs' as const, 'peakMb' as const].flatMap((measure) => [
      inWords(runs, contender, measure),
      ratioToReference(runs, contender, measure)?.toFixed(2) ?? '',
    ]),
    inWords(runs, contender, 'stallMs'),
  ]);
  return aligned([head, ...rows]);
}

export function goalTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ goal, measured, met }) => {
    const digits = goal.against === undefined ? 0 : 2;
    return [
      goal.title,
      `<= ${goal.limit.toFixed(digits)}`,
      measured?.toFixed(digits) ?? '',
      measured === undefined ? 'not measured' : met ? 'met' : 'not met',
    ];
  });
  return aligned([['goal', 'limit', 'measured', ''], ...rows]);
}

function inWords(runs: Runs, { name }: Contender, measure: Measure): string {
  const spread = spreadOf(runs.get(name), measure);
  if (spread === undefined) return '';
  const [median, least, most] = [spread.median, spread.least, spread.most].map((value) => value.toFixed(0));
  return `${median} (${least}–${most})`;
}

/** The first column to the left, the others to the right. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const [head, ...others] = rows.map(line);
  return [head, '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)), ...others].join('\n');
}
