import { expect, test } from 'vitest';
import { isBack, isBeyond } from '../../../../bot/alerts/judge.ts';
import { type Fired, judgePlace } from '../../../../bot/alerts/judgeAlerts.ts';
import { type Alert, alertsToJudge, setAlert } from '../../../../bot/alerts/queries.ts';
import { STOCK_ALERTS } from '../../../../bot/alerts/rule.ts';
import { createDatabaseClock } from '../../../../bot/database/clock.ts';
import { createLedger } from '../../../../bot/outbox/ledger.ts';
import { createEnqueue } from '../../../../bot/outbox/stored.ts';
import { openTestDatabase } from '../../../support/bot/databases.ts';
import { calendar } from '../../../support/bot/time.ts';
import { seedOfRun } from '../../../support/seed.ts';

const PLACE = { teamId: 'T0HOME', target: 'C0STOCK' };
const ALERTS = 10;
const PRODUCTS = 500;
const DAYS = 25;
const FIRST = '2026-11-01';

class Crash extends Error {}

/** Reports of a product and day, as they were enqueued. */
const reportOf = ({ alert, productId, crossing }: Fired) => `${alert.id} ${productId} ${crossing}`;

/** What a careful person would have said of one history, day by day. */
function expectedOf(alert: Alert, productId: string, history: readonly (number | undefined)[]): string[] {
  let isArmed: boolean | undefined;
  return history.flatMap((figure, day) => {
    if (figure === undefined) return [];
    if (isArmed === undefined) {
      isArmed = !isBeyond(figure, alert.rule);
      return [];
    }
    const hasCrossed = isArmed ? isBeyond(figure, alert.rule) : isBack(figure, alert.rule);
    if (!hasCrossed) return [];
    isArmed = !isArmed;
    if (isArmed && alert.rule.kind !== 'out') return [];
    return [`${day} ${alert.id} ${productId} ${isArmed ? 'back' : 'beyond'}`];
  });
}

test('in 5,000 random histories with crashes each crossing is told once, none twice, and none without', async () => {
  const database = await openTestDatabase();
  const time = createDatabaseClock(database, { now: () => 1 });
  const ledger = createLedger({ database, rendered: [], time, beganAt: async () => 0, owner: 'me' });
  const enqueue = createEnqueue(ledger, () => {});
  let seed = seedOfRun() >>> 0;
  /** A whole number from 0 up to, but not including, `most`. */
  const below = (most: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * most);
  };
  for (let at = 0; at < ALERTS; at += 1) {
    const kind = STOCK_ALERTS[at % STOCK_ALERTS.length] ?? 'out';
    const rule = { kind, line: kind === 'out' ? 0 : 5 + at, of: { ids: [String(at)], names: [] } };
    await setAlert(database, {
      ...PLACE,
      owner: `U${at}`,
      language: 'en',
      rule,
      now: 1,
      day: undefined,
      states: [],
    });
  }
  const alerts = await alertsToJudge(database, FIRST, FIRST);
  expect(alerts).toHaveLength(ALERTS);
  /** Each alert has its own figures of each product, a number or nothing on each day. */
  const histories = alerts.map(() =>
    Array.from({ length: PRODUCTS }, () =>
      Array.from({ length: DAYS }, () => (below(8) === 0 ? undefined : below(24))),
    ),
  );

  let crashes = 0;
  for (let day = 0; day < DAYS; day += 1) {
    const date = calendar.addDays(FIRST, day);
    const figures = new Map(
      alerts.map(({ id }, at) => [
        id,
        new Map(
          (histories[at] ?? []).flatMap((history, product) => {
            const figure = history[day];
            return figure === undefined ? [] : [[String(product), figure] as const];
          }),
        ),
      ]),
    );
    // Crashes before the message, after it, and after the commit; then another process takes the day.
    const crashAt = [below(2) === 0 ? 'before' : 'none', below(2) === 0 ? 'after' : 'none', 'none', 'none'];
    for (const point of crashAt) {
      const work = judgePlace(database, PLACE, {
        day: date,
        today: date,
        now: 1,
        figures,
        async ring(fired, transaction) {
          if (point === 'before') throw new Crash();
          const text = fired.map((each) => `${day} ${reportOf(each)}`).join('\n');
          const isNew = await enqueue(
            {
              ...PLACE,
              key: `stock ${date}`,
              to: PLACE.target,
              content: { text, blocks: [] },
              notBefore: 1,
            },
            transaction,
          );
          expect(isNew).toBe(true);
          if (point === 'after') throw new Crash();
        },
      });
      await work.catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error;
        crashes += 1;
      });
    }
  }
  expect(crashes).toBeGreaterThan(3);

  const stored = await database.selectFrom('digest_run').select('message').execute();
  const told = stored.flatMap(({ message }) => {
    const content: { text: string } = JSON.parse(message ?? '');
    return content.text.split('\n');
  });
  const expected = alerts.flatMap((alert, at) =>
    (histories[at] ?? []).flatMap((history, product) => expectedOf(alert, String(product), history)),
  );
  expect(expected.length).toBeGreaterThan(5_000);
  expect(told.toSorted()).toEqual(expected.toSorted());
});
