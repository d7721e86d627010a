import type { Database } from '../database/connection.ts';
import { type Crossing, judge } from './judge.ts';
import {
  type Alert,
  type AlertPlace,
  alertsToJudge,
  type ProductState,
  statesOf,
  storeJudgement,
} from './queries.ts';

/** Figures of an alert's products on one day, by product number without leading zeros. */
export type Figures = ReadonlyMap<string, number>;

/** A product that crossed the line of an alert. */
export interface Fired {
  readonly alert: Alert;
  readonly productId: string;
  readonly crossing: Crossing;
  readonly figure: number;
  /** The figure it was judged by before. */
  readonly before: number;
}

/**
 * Judges the alerts of a place by the data of `day`, and has `ring` enqueue one message about all that fired, in the same
 * transaction: a crash leaves both or neither. Each alert is judged once by each day. An alert without figures in
 * `figures` waits.
 */
export function judgePlace(
  database: Database,
  place: AlertPlace,
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
    readonly figures: ReadonlyMap<number, Figures>;
    readonly ring: (fired: readonly Fired[], transaction: Database) => Promise<void>;
  },
): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    const alerts = await alertsToJudge(transaction, day, today, place);
    const before = await statesOf(
      transaction,
      alerts.map(({ id }) => id),
    );
    const fired: Fired[] = [];
    for (const alert of alerts) {
      const known = figures.get(alert.id);
      if (known === undefined) continue;
      const judged = judgeAlert(alert, known, before.get(alert.id) ?? []);
      // A mute ends without ringing: what was crossed meanwhile stays unsaid.
      const isMuted = alert.mutedUntil !== undefined && alert.mutedUntil > now;
      const hasFired = !isMuted && judged.fired.length > 0;
      if (hasFired) fired.push(...judged.fired);
      await storeJudgement(transaction, alert.id, { day, states: judged.states, hasFired });
    }
    if (fired.length > 0) await ring(fired, transaction);
  });
}

function judgeAlert(alert: Alert, figures: Figures, before: readonly ProductState[]) {
  const last = new Map(before.map((each) => [each.productId, each]));
  const states: ProductState[] = [];
  const fired: Fired[] = [];
  for (const [productId, figure] of figures) {
    const known = last.get(productId);
    const { state, crossing } = judge(known?.state, figure, alert.rule);
    if (state !== undefined) states.push({ productId, state, figure });
    if (crossing !== undefined && known !== undefined) {
      fired.push({ alert, productId, crossing, figure, before: known.figure });
    }
  }
  return { states, fired };
}
