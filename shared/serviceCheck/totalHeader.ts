import { differs, type Finding, held } from './finding.ts';
import { type Answer, headerOf } from './interview.ts';

/** The header the client takes the total from. */
const TOTAL = 'x-total-count';

/** The total as the client reads it. */
export function totalIn(answer: Answer): number | undefined {
  const text = headerOf(answer, TOTAL)?.trim();
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Whether the total is where the client looks; if not, which header has the number of the rows that came. */
export function findTotal(answer: Answer): Finding {
  const named = answer.headers.find(([name]) => name.toLowerCase() === TOTAL);
  if (named !== undefined && totalIn(answer) !== undefined) return held(`${named[0]}: ${named[1]}`);
  if (named !== undefined) return differs(`${named[0]}: ${named[1]}, which is no whole number`);
  const count = String(answer.records.length);
  const other = answer.headers.find(
    ([name, value]) => value.trim() === count && name.toLowerCase() !== 'content-length',
  );
  if (other !== undefined)
    return differs(`perhaps in ${other[0]}: ${other[1]}, the number of rows that came`);
  const names = answer.headers.map(([name]) => name).join(', ');
  return differs(`absent; the headers are ${names}`);
}
