import { differs, type Finding, held, unclear } from './finding.ts';
import { dayIn } from './forms.ts';
import type { Answer } from './interview.ts';

/** A record with the date of its last change. */
export interface Changed {
  readonly key: string;
  readonly changed: string;
}

/** The latest day on which one of them changed; undefined when no date can be read. */
export function latestChange(records: readonly Changed[]): string | undefined {
  return (
    records
      .map(({ changed }) => dayIn(changed) ?? '')
      .reduce((one, other) => (one > other ? one : other), '') || undefined
  );
}

/**
 * Judges the answer to `changedSince=day` by records that were seen before with a change of that very day.
 */
export function judgeChangedSince(
  day: string,
  before: readonly Changed[],
  answer: Answer,
  after: readonly Changed[],
): Finding {
  if (answer.why !== '') return unclear(answer.why);
  const expected = before.filter(({ changed }) => dayIn(changed) === day);
  const came = new Set(after.map(({ key }) => key));
  const missing = expected.filter(({ key }) => !came.has(key)).length;
  const seen = `changedSince=${day}: ${expected.length - missing} of ${expected.length} changed that day came`;
  const older = after.find(({ changed }) => (dayIn(changed) ?? day) < day);
  if (older !== undefined) return differs(`${seen}, and one last changed on ${older.changed}`);
  return missing === 0 ? held(seen) : differs(seen);
}
