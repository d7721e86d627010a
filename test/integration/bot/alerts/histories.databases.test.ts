import { expect, test } from 'vitest';
import { type Fired, figuresKey, judgePlace } from '../../../../bot/alerts/judgeAlerts.ts';
import { type Alert, createAlertStore } from '../../../../bot/alerts/queries.ts';
import { subjectOf } from '../../../../bot/alerts/subject.ts';
import { createDatabaseClock } from '../../../../bot/database/clock.ts';
import { createLedger } from '../../../../bot/outbox/ledger.ts';
import { createEnqueue } from '../../../../bot/outbox/stored.ts';
import { stockAlerts } from '../../../../bot/stock/alerts/subject.ts';
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
const reportsOf = ({ alert, crossed }: Fired) =>
  crossed.map(({ item, crossing }) => `${alert.id} ${item} ${crossing}`);

/** Rules by what would be typed. */
const RULES = ['below 5', 'below 7 days', 'out', 'below 9', 'below 3 days'];

/** What a careful person would have said of one history, day by day. */
function expectedOf(alert: Alert, productId: string, history: readonly (number | undefined)[]): string[] {
  let isArmed: boolean | undefined;
  return history.flatMap((figure, day) => {
    if (figure === undefined) return [];
    if (isArmed === undefined) {
      isArmed = !alert.rule.isBeyond(figure);
      return [];
    }
    const hasCrossed = isArmed ? alert.rule.isBeyond(figure) : alert.rule.isBack(figure);
    if (!hasCrossed) return [];
    isArmed = !isArmed;
    if (isArmed && !alert.rule.ringsWhenBack) return [];
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
  const products = { label: (id: string) => id, nameOf: () => undefined };
  const stock = { stockFigures: () => Promise.reject(new Error('figures are made up here')) };
  const subject = subjectOf(stockAlerts({ database, stock, calendar, products, idsNamed: () => [] }));
  const none = { nameOf: () => undefined, named: () => [], like: () => [] };
  const reading = { vocabulary: { products: none, stores: none }, calendar, now: 1 };
  const store = createAlertStore(database, [subject]);
  for (let at = 0; at < ALERTS; at += 1) {
    await store.set({
      ...PLACE,
      owner: `U${at}`,
      language: 'en',
      rule: subject.parse(`${at + 1} ${RULES[at % RULES.length]}`, reading),
      now: 1,
      day: undefined,
      states: [],
    });
  }
  const alerts = await store.toJudge(database, subject, FIRST, FIRST);
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
      alerts.map((alert, at) => [
        figuresKey(alert),
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
      const work = judgePlace(
        database,
        store,
        { subject, place: PLACE },
        {
          day: date,
          today: date,
          now: 1,
          figures,
          async ring(fired, _first, transaction) {
            if (point === 'before') throw new Crash();
            const text = fired
              .flatMap((each) => reportsOf(each).map((report) => `${day} ${report}`))
              .join('\n');
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
        },
      );
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
