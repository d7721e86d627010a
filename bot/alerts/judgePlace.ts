import type { Database } from '../database/connection.ts';
import { lockTable } from '../database/dialect.ts';
import { judge } from './judge.ts';
import type { AlertFigures, Crossed } from './line.ts';
import { type Alert, type AlertPlace, type AlertStore, statesOf, storeJudgement } from './queries.ts';
import type { AlertSubject } from './subject.ts';

/** An alert that fired, with the items that crossed its line. */
export interface Fired {
  readonly alert: Alert;
  readonly crossed: readonly Crossed[];
}

/** All that fired for a place, the oldest first. */
export type FiredAlerts = readonly [Fired, ...Fired[]];

/** Figures of each alert that was read; see `figuresKey`. */
export type ReadFigures = ReadonlyMap<string, AlertFigures>;

/** An alert may get another rule after its figures were read. */
export function figuresKey({ id, rule }: Pick<Alert, 'id' | 'rule'>): string {
  return `${id} ${rule.json}`;
}

/**
 * Judges the alerts of a place and subject by the data of `day`, and has `ring` enqueue one message about all that fired,
 * in the same transaction: a crash leaves both or neither. Each alert is judged once by each day. An alert without figures
 * in `figures` waits.
 */
export function judgePlace(
  database: Database,
  store: Pick<AlertStore, 'toJudge'>,
  { subject, place }: { readonly subject: AlertSubject; readonly place: AlertPlace },
  {
    day,
    today,
    now,
    figures,
    ring,
  }: {
    readonly day: string;
    readonly today: string;
    readonly now: number;
    readonly figures: ReadFigures;
    readonly ring: (fired: FiredAlerts, transaction: Database) => Promise<void>;
  },
): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    await lockTable(transaction, 'alert');
    const alerts = await store.toJudge(transaction, subject, day, today, place);
    const before = await statesOf(
      transaction,
      alerts.map(({ id }) => id),
    );
    const fired: Fired[] = [];
    for (const alert of alerts) {
      const known = figures.get(figuresKey(alert));
      if (known === undefined) continue;
      const { states, crossed } = judge(alert.rule, known, before.get(alert.id) ?? []);
      // A mute ends without ringing: nothing that was crossed during it is posted.
      const isMuted = alert.mutedUntil !== undefined && alert.mutedUntil > now;
      const hasFired = !isMuted && crossed.length > 0;
      if (hasFired) fired.push({ alert, crossed });
      await storeJudgement(transaction, alert.id, { day, states, hasFired });
    }
    const [first, ...others] = fired;
    if (first !== undefined) await ring([first, ...others], transaction);
  });
}
