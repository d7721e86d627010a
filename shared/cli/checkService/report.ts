import type { CheckRow, ServiceCheck } from './checkService.ts';

const HEAD = { assumption: 'assumption', verdict: 'verdict', seen: 'what was seen' };
const LONGEST_SEEN = 110;

/**
 * The rows as a table of fixed columns, then what each difference means. Ends with a line break.
 * @param redact takes the key out before anything is shortened: a part of it would not be recognised
 */
export function reportOf(
  { rows, stockCalls, otherCalls }: ServiceCheck,
  redact: (text: string) => string,
): string {
  const lines = [
    HEAD,
    ...rows.map(({ assumption, verdict, seen }) => ({ assumption, verdict, seen: fit(redact(seen)) })),
  ];
  const width = Math.max(...lines.map(({ assumption }) => assumption.length));
  const table = lines.map(({ assumption, verdict, seen }) =>
    `${assumption.padEnd(width)}  ${verdict.padEnd(7)}  ${seen}`.trimEnd(),
  );
  table.splice(1, 0, `${'-'.repeat(width)}  -------  ${'-'.repeat(HEAD.seen.length)}`);
  return `${[...table, '', ...meanings(rows), summary(rows), calls(stockCalls, otherCalls)].join('\n')}\n`;
}

function meanings(rows: readonly CheckRow[]): readonly string[] {
  const different = rows.filter(({ verdict }) => verdict === 'differs');
  if (different.length === 0) return [];
  const lines = different.map(({ assumption, otherwise }) => `- Not so: ${assumption}. ${otherwise}`);
  return ['What the differences mean:', ...lines, ''];
}

function summary(rows: readonly CheckRow[]): string {
  const count = (verdict: CheckRow['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  return `${rows.length} assumptions: ${count('held')} held, ${count('differs')} differ, ${count('unclear')} unclear.`;
}

function calls(stock: number, other: number): string {
  return `Asked with ${stock} stock ${stock === 1 ? 'call' : 'calls'} and ${other} others; nothing was changed.`;
}

/** What the service says is foreign: no control character of it reaches the terminal, and no line gets too long. */
function fit(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const letters = [...plain];
  return letters.length > LONGEST_SEEN ? `${letters.slice(0, LONGEST_SEEN - 1).join('')}…` : plain;
}
