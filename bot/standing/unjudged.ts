import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import { LookupError } from '../access/lookups.ts';
import type { Alert } from './alertStore.ts';

/** An alert that could not be judged in a round. */
export interface FailedAlert {
  readonly alert: Alert;
  readonly error: unknown;
}

/** Alerts whose data is there and that could not be judged. */
export interface UnjudgedAlerts {
  /** Takes all that failed in a round; the others are judged. */
  note(failed: readonly FailedAlert[]): void;
  /** What is wrong, for /readyz; undefined when nothing has been for half an hour. */
  problem(): string | undefined;
}

/** Slack may not answer for some minutes. */
const LONG_MS = 30 * 60_000;

/** `onLong`: called once for each alert that could not be judged for half an hour. */
export function createUnjudgedAlerts(
  { now }: Pick<Clock, 'now'>,
  log: Logger,
  onLong: () => void,
): UnjudgedAlerts {
  let known = new Map<number, { readonly since: number; readonly cause: string; readonly isLong: boolean }>();
  return {
    note(failed) {
      const before = known;
      known = new Map();
      for (const { alert, error } of failed) {
        const { id, owner } = alert;
        const cause = error instanceof LookupError ? error.code : String(error);
        const last = before.get(id);
        if (last === undefined) {
          log.warn({ alert: id, owner, cause }, 'an alert could not be judged: it is tried again');
        }
        const since = last?.since ?? now();
        const isLong = now() - since >= LONG_MS;
        if (isLong && last?.isLong === false) onLong();
        known.set(id, { since, cause, isLong });
      }
    },
    problem() {
      const long = [...known.values()].filter(({ isLong }) => isLong);
      const [first] = long;
      if (first === undefined) return undefined;
      return `${long.length} could not be judged for more than 30 minutes (${first.cause})`;
    },
  };
}
