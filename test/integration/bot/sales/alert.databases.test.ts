import { describe, expect, test } from 'vitest';
import { EVERYTHING, type Selection } from '../../../../bot/parse/selection.ts';
import { salesAlerts } from '../../../../bot/sales/alerts/subject.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { type SalesDatabase, startSalesDatabase } from '../../../support/bot/salesDatabase.ts';
import { selecting } from '../../../support/bot/selecting.ts';
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
      idsNamed: (_, { words }) => (words === 'first' ? setup.sandbox.truth.productIds().slice(0, 3) : []),
      products: labels,
      stores: labels,
    });
    const figure = async (selection: Partial<Selection>) => {
      const found = await alerts.figures({ percent: -30, selection: { ...EVERYTHING, ...selection } });
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
    const name = { kind: 'name', words: 'first' } as const;
    const at = { store: { ids: [store], names: [] } };
    expect(await figure({})).toEqual(expected(() => true));
    expect(await figure({ product: { ids: [one, two], names: [] } })).toEqual(
      expected((product) => [one, two].includes(product)),
    );
    expect(await figure(at)).toEqual(expected((_, at) => at === store));
    expect(await figure({ product: { ids: [], names: [name] }, ...at })).toEqual(
      expected((product, at) => at === store && products.slice(0, 3).includes(product)),
    );
    expect(await figure({ without: selecting([one]) })).toEqual(expected((product) => product !== one));
    expect(await figure({ product: { ids: ['999999'], names: [] } })).toEqual([LAST]);
    expect(await figure({ product: { ids: [], names: [{ ...name, words: 'gone' }] } })).toEqual([LAST]);
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
