import { describe, expect, test } from 'vitest';
import type { SalesAlertRule } from '../../../../bot/sales/alerts/rule.ts';
import { salesAlerts } from '../../../../bot/sales/alerts/subject.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { type SalesDatabase, startSalesDatabase } from '../../../support/bot/salesDatabase.ts';
import { calendar } from '../../../support/bot/time.ts';

const NOW = '2026-11-20 09:00';
const LAST = '2026-11-19';

describe.each(DATABASE_PLACES)('the figure of an alert of sales in $name', ({ open }) => {
  const place = usePlace(open);

  const start = async (historyDays: number) => {
    const setup = await startSalesDatabase(place, NOW);
    await setup.sync({ historyDays });
    const { database, clock, reader } = setup;
    const labels = { label: (id: string) => id, nameOf: () => undefined };
    const alerts = salesAlerts({
      database,
      sales: reader,
      calendar,
      clock,
      idsNamed: ({ words }) => (words === 'first' ? setup.sandbox.truth.productIds().slice(0, 3) : []),
      products: labels,
      stores: labels,
    });
    const figure = async (rule: Partial<SalesAlertRule>) => {
      const found = await alerts.figures({ percent: -30, productIds: [], storeIds: [], ...rule });
      return found && [found.day, ...found.figures];
    };
    return { ...setup, alerts, figure };
  };

  /** The change by plain sums over the truth of the sandbox. */
  const changeOf = (
    { sandbox }: SalesDatabase,
    day: string,
    isMeant: (productId: string, storeId: string) => boolean,
  ) => {
    const unitsUpTo = (last: string) =>
      sandbox.truth
        .sales(calendar.addDays(last, -6), last)
        .filter(({ productId, storeId }) => isMeant(productId, storeId))
        .reduce((sum, { salesQuantity }) => sum + salesQuantity, 0);
    const [units, before] = [unitsUpTo(day), unitsUpTo(calendar.addDays(day, -7))];
    return ((units - before) * 100) / before;
  };

  test('is the change of one sum, of stored sales', async () => {
    const setup = await start(15);
    const { sandbox, figure, asked } = setup;
    const calls = asked().length;
    const products = sandbox.truth.productIds();
    const [one = '', two = ''] = products;
    const [store = ''] = sandbox.truth.sales(LAST, LAST).map(({ storeId }) => storeId);
    const expected = (isMeant: (productId: string, storeId: string) => boolean) => [
      LAST,
      ['', changeOf(setup, LAST, isMeant)],
    ];
    const name = { meaning: 'product', kind: 'name', words: 'first' } as const;
    expect(await figure({})).toEqual(expected(() => true));
    expect(await figure({ productIds: [one, two] })).toEqual(
      expected((product) => [one, two].includes(product)),
    );
    expect(await figure({ storeIds: [store] })).toEqual(expected((_, at) => at === store));
    expect(await figure({ names: [name], storeIds: [store] })).toEqual(
      expected((product, at) => at === store && products.slice(0, 3).includes(product)),
    );
    expect(await figure({ without: { productIds: [one], storeIds: [] } })).toEqual(
      expected((product) => product !== one),
    );
    expect(await figure({ productIds: ['999999'] })).toEqual([LAST]);
    expect(await figure({ names: [{ ...name, words: 'gone' }] })).toEqual([LAST]);
    expect(asked()).toHaveLength(calls);
  });

  test('ends on the latest day before which all days of two weeks are whole', async () => {
    const setup = await start(15);
    const { database, figure, alerts } = setup;
    expect(await alerts.wholeDay()).toBe(LAST);
    await database
      .updateTable('sales_day')
      .set({ look_again_at: 1 })
      .where('sales_date', '=', LAST)
      .execute();
    const dayBefore = calendar.addDays(LAST, -1);
    expect(await figure({})).toEqual([dayBefore, ['', changeOf(setup, dayBefore, () => true)]]);
    await database.deleteFrom('sales_day').where('sales_date', '=', calendar.addDays(LAST, -9)).execute();
    expect(await figure({})).toBeUndefined();
    expect(await (await start(13)).alerts.wholeDay()).toBeUndefined();
  });
});
