import { differs, type Finding, heldIf, Unclear } from './finding.ts';
import { dayIn } from './forms.ts';
import type { Changed } from './records.ts';

/** The latest day on which one of them changed. */
export function latestChange(records: readonly Changed[]): string | undefined {
  return records
    .flatMap(({ changed }) => dayIn(changed) ?? [])
    .reduce<string | undefined>(
      (latest, day) => (latest === undefined || day > latest ? day : latest),
      undefined,
    );
}

/** @throws Unclear when no record has a date of change that can be read */
export function requireChange(records: readonly Changed[], what: string): string {
  const day = latestChange(records);
  if (day === undefined) throw new Unclear(`no ${what} has a date of change that can be read`);
  return day;
}

/** Whether `changedSince=day` gave the records that were seen before with a change of that very day, and none older. */
export function checkChangedSince(
  day: string,
  before: readonly Changed[],
  after: readonly Changed[],
): Finding {
  const expected = before.filter(({ changed }) => dayIn(changed) === day);
  const came = new Set(after.map(({ key }) => key));
  const missing = expected.filter(({ key }) => !came.has(key)).length;
  const seen = `changedSince=${day}: ${expected.length - missing} of ${expected.length} changed that day came`;
  const older = after.find(({ changed }) => (dayIn(changed) ?? day) < day);
  if (older !== undefined) return differs(`${seen}, and one last changed on ${older.changed}`);
  return heldIf(missing === 0, seen);
}
