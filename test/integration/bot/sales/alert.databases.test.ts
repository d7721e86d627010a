import { describe, expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { EVERYTHING, type Selection } from '../../../../bot/parse/selection.ts';
import { SALES_MEASURES, salesAlerts } from '../../../../bot/sales/alerts.ts';
import { judge } from '../../../../bot/standing/judge.ts';
import type { AlertFigures, ItemState, Rule } from '../../../../bot/standing/line.ts';
import { ruleOf } from '../../../../bot/standing/subject.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { type SalesDatabase, startSalesDatabase } from '../../../support/bot/salesDatabase.ts';
import { selecting } from '../../../support/bot/selecting.ts';
import { calendar } from '../../../support/bot/time.ts';

const NOW = '2026-11-20 09:00';
const LAST = '2026-11-19';

/** Units sold in the week up to `day` and in the one before, and the days on which anything was sold. */
function weeksOf(
  { truth }: SalesDatabase['sandbox'],
  day: string,
  isMeant: (productId: string, storeId: string) => boolean,
) {
  return [day, calendar.addDays(day, -7)].map((last) => {
    const sales = truth.sales(calendar.addDays(last, -6), last);
    return {
      openDays: new Set(sales.map(({ salesDate }) => salesDate)).size,
      units: sales
        .filter(({ productId, storeId }) => isMeant(productId, storeId))
        .reduce((sum, { salesQuantity }) => sum + salesQuantity, 0),
    };
  });
}

describe.each(DATABASE_PLACES)('the figure of an alert of sales in $name', ({ open }) => {
  const place = usePlace(open);

  const start = async (historyDays: number, now = NOW) => {
    const setup = await startSalesDatabase(place, now);
    await setup.sync({ historyDays });
    const { database, reader } = setup;
    const labels = { label: (id: string) => id, nameOf: () => undefined };
    const alerts = salesAlerts({
      database,
      sales: reader,
      calendar,
      idsNamed: (_, { words }) => (words === 'first' ? setup.sandbox.truth.productIds().slice(0, 3) : []),
      products: labels,
      stores: labels,
    });
    const figure = async (selection: Partial<Selection>, rows: Partial<Rule> = {}) => {
      const chosen = { ...EVERYTHING, ...selection };
      const found = await alerts.figures({
        measure: 'change',
        is: 'below',
        line: -30,
        selection: chosen,
        ...rows,
      });
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
    const [units = 0, before = 0] = weeksOf(sandbox, day, isMeant).map((week) => week.units);
    return expect.closeTo(((units - before) * 100) / before, 8);
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

  test('of a day on which stores are closed is none, so that no Sunday is below a line', async () => {
    const { figure } = await start(15, '2026-11-23 12:30');
    const ofDay = { measure: 'litres', line: 1, days: 'yesterday' };
    expect(await figure({}, ofDay)).toEqual(['2026-11-22']);
    expect(await figure({}, { ...ofDay, days: 'last 7 days' })).toEqual([
      '2026-11-22',
      ['', expect.any(Number)],
    ]);
  });

  test.each([
    ['Christmas and New Year', '2026-01-14 09:00', 40, ['2025-12-24', '2026-01-12']],
    ['Easter', '2026-04-24 09:00', 40, ['2026-04-01', '2026-04-20']],
    ['1 and 17 May and Ascension', '2026-06-05 09:00', 50, ['2026-04-30', '2026-06-03']],
  ] as const)('around %s it is per open day, so that no alert is false', async (_, now, days, [from, to]) => {
    const setup = await startSalesDatabase(place, now);
    await setup.sync({ historyDays: days });
    const { database, reader, sandbox } = setup;
    const labels = { label: (id: string) => id, nameOf: () => undefined };
    const common = { database, sales: reader, calendar, idsNamed: () => [] };
    const alerts = salesAlerts({ ...common, products: labels, stores: labels });
    const only = (ids: readonly string[]) => ({ ids: [...ids], names: [] });
    const stores = [...new Set(sandbox.truth.sales(to, to).map(({ storeId }) => storeId))];
    const selections = [
      EVERYTHING,
      ...stores.slice(0, 6).map((id) => ({ ...EVERYTHING, store: only([id]) })),
      ...sandbox.truth
        .productIds()
        .slice(0, 8)
        .map((id) => ({ ...EVERYTHING, product: only([id]) })),
    ];
    const { change } = SALES_MEASURES;
    if (change === undefined) throw new Error('sales have a change');
    const rules = selections.flatMap((selection) =>
      (
        [
          ['below', -20],
          ['above', 25],
        ] as const
      ).map(([is, line]) => ruleOf(alerts, { measure: 'change', is, line, selection }, change)),
    );
    expect(rules).toHaveLength(30);

    const known = new Map<string, (AlertFigures | undefined)[]>();
    for (let day: string = to; day >= from; day = calendar.addDays(day, -1)) {
      await database.deleteFrom('sales_day').where('sales_date', '>', day).execute();
      known.set(day, await Promise.all(rules.map((rule) => rule.figures())));
    }
    let wouldRing = 0;
    let rung = 0;
    for (const [at, rule] of rules.entries()) {
      let states: readonly ItemState[] = [];
      for (const [day, figures] of [...known].reverse()) {
        const figure = figures[at]?.figures.get('');
        const { product, store } = rule.rule.selection;
        const [week, before] = weeksOf(
          sandbox,
          day,
          (productId, storeId) =>
            (product.ids.length === 0 || product.ids.includes(productId)) &&
            (store.ids.length === 0 || store.ids.includes(storeId)),
        );
        if (week === undefined || before === undefined) throw new Error(day);
        // A per cent of fewer units says nothing.
        expect(figure === undefined, `${day} ${before.units}`).toBe(before.units < 10);
        if (figure === undefined) continue;
        const perOpenDay = (week.units / week.openDays / (before.units / before.openDays) - 1) * 100;
        expect(figure).toBeCloseTo(perOpenDay, 6);
        const isFalse = (percent: number) => rule.isBeyond(percent) && !rule.isBeyond(perOpenDay);
        wouldRing += Number(isFalse((week.units / before.units - 1) * 100));
        const judged = judge(rule, figures[at] ?? { figures: new Map() }, states);
        states = judged.states;
        const [crossed] = judged.crossed;
        if (crossed === undefined) continue;
        rung += 1;
        expect(isFalse(figure)).toBe(false);
        expect(crossed.openDays).toEqual(
          week.openDays === before.openDays ? undefined : { now: week.openDays, before: before.openDays },
        );
        const said = rule.words(languageFor('en').t).crossed(crossed);
        expect(said.includes('per open day')).toBe(crossed.openDays !== undefined);
      }
    }
    // Sums would have been beyond the line on these days.
    expect(wouldRing).toBeGreaterThan(20);
    expect(rung).toBeGreaterThan(0);
  });
});
