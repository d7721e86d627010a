import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '../../../bot/bot.ts';
import { asRows, inLitres, largestFirst, sumBy, thousands } from './figures.ts';
import { openWorld, reading, rowsOf, STAND_INS, type World } from './world.ts';

describe.each(STAND_INS)('on %s, on a Friday morning', (name) => {
  let world: World;
  let bot: Bot;

  beforeAll(async () => {
    world = await openWorld(name);
    bot = await world.start();
    await world.untilDigests(1);
  });
  afterAll(async () => {
    await bot.stop(2_000);
    await world.close();
  });

  const ask = (command: string, text: string) => world.ask(command, text);
  const ownStock = () => {
    const { truth } = world.sandbox;
    const own = new Set(truth.sales('2026-08-22', '2026-11-19').map((sale) => sale.productId));
    return truth.stock().filter((stock) => own.has(stock.productId));
  };
  const unitsOf = (stock: readonly { stock: number }[]) => stock.reduce((sum, each) => sum + each.stock, 0);

  test('the digest is of own products and of today', async () => {
    const [digest] = await world.digests();
    const own = ownStock();
    const gone = own.filter(({ stock }) => stock === 0).length;
    expect(digest?.text).toMatch(/^Stock digest · Fri 20 Nov 2026: /);
    expect(digest?.text).toContain(`${thousands(unitsOf(own))} units in stock of ${own.length} products`);
    expect(digest?.text).toContain(`${gone} products out of stock`);
  });

  test('/stock is of own products, the scarcest first', async () => {
    const answer = await ask('/stock', '');
    const own = ownStock();
    const gone = own.filter(({ stock }) => stock === 0).length;
    expect(answer.isPrivate).toBe(true);
    expect(answer.text).toBe(
      `${thousands(unitsOf(own))} units of ${own.length} products (your products) on Fri 20 Nov 2026; ${gone} out of stock.`,
    );
    const shown = rowsOf(answer);
    expect(shown).toHaveLength(25);
    const scarcest = own.map(({ stock }) => stock).toSorted((a, b) => a - b);
    expect(shown.map(([, units]) => units)).toEqual(scarcest.slice(0, 25).map(thousands));
    for (const [productId, units, stores] of shown) {
      const truth = own.find((stock) => stock.productId === productId);
      expect([units, stores]).toEqual([
        thousands(truth?.stock ?? -1),
        thousands(truth?.numberOfStoresWithStock ?? -1),
      ]);
    }
  });

  test.each(['1101', '345'])('/stock %s is that product', async (typed) => {
    const truth = world.sandbox.truth.stock().find(({ productId }) => Number(productId) === Number(typed));
    const answer = await ask('/stock', typed);
    expect(answer.isPrivate).toBe(true);
    expect(answer.text).toMatch(
      new RegExp(
        `^Product ${truth?.productId}: ${thousands(truth?.stock ?? -1)} units in ${truth?.numberOfStoresWithStock} stores? on Fri 20 Nov 2026\\.$`,
      ),
    );
  });

  test('/sales yesterday is exact to the millilitre', async () => {
    const sales = world.sandbox.truth.sales('2026-11-19', '2026-11-19');
    const [all] = sumBy(sales, () => 'all');
    const answer = await ask('/sales', 'yesterday');
    expect(answer.isPrivate).toBe(true);
    expect(answer.text).toBe(
      `Sales, Thu 19 Nov 2026: ${inLitres(all?.millilitres ?? 0)} litres, ${thousands(all?.quantity ?? 0)} items.`,
    );
    const products = largestFirst(sumBy(sales, (sale) => sale.productId));
    expect(rowsOf(answer)).toEqual(asRows(products.slice(0, 25)));
  });

  test('a date that is still to come is answered with the newest day', async () => {
    const answer = await ask('/sales', '2026-12-24');
    expect(answer.isPrivate).toBe(true);
    expect(answer.text).toBe(
      '2026-12-24 is in the future; the newest sales are of 2026-11-19. Try: `/sales 2026-11-19`',
    );
  });

  if (name === 'emulate') return;

  test('/stock out is exactly what is out', async () => {
    const answer = await ask('/stock', 'out');
    const gone = ownStock()
      .filter(({ stock }) => stock === 0)
      .map(({ productId }) => productId);
    expect(gone.length).toBeGreaterThan(0);
    expect(answer.text).toBe(`${gone.length} products of your products are out of stock on Fri 20 Nov 2026.`);
    expect(
      rowsOf(answer)
        .map(([productId]) => productId)
        .toSorted(),
    ).toEqual(gone.slice(0, 25).toSorted());
  });

  test('/stock all is the whole chain', async () => {
    const all = world.sandbox.truth.stock();
    expect((await ask('/stock', 'all')).text).toContain(
      `${thousands(unitsOf(all))} units of ${all.length} products (all products)`,
    );
  });

  test('/sales last week by:day', async () => {
    const sales = world.sandbox.truth.sales('2026-11-09', '2026-11-15');
    const answer = await ask('/sales', 'last week by:day');
    expect(answer.text).toMatch(/^Sales, Mon 9 Nov 2026 – Sun 15 Nov 2026: /);
    const days = sumBy(sales, (sale) => sale.salesDate).toSorted((a, b) => a.key.localeCompare(b.key));
    expect(days).toHaveLength(6);
    expect(rowsOf(answer)).toEqual(asRows(days));
  });

  test('/sales of a range, a product, by store', async () => {
    const sales = world.sandbox.truth
      .sales('2026-11-01', '2026-11-07')
      .filter(({ productId }) => productId === '1101');
    const [all] = sumBy(sales, () => 'all');
    const answer = await ask('/sales', '2026-11-01..2026-11-07 product:1101 by:store');
    expect(answer.text).toBe(
      `Sales of product 1101, Sun 1 Nov 2026 – Sat 7 Nov 2026: ${inLitres(all?.millilitres ?? 0)} litres, ${thousands(all?.quantity ?? 0)} items.`,
    );
    const stores = largestFirst(sumBy(sales, ({ storeId }) => storeId));
    expect(rowsOf(answer)).toEqual(asRows(stores.slice(0, 25)));
    expect(reading(answer)).toContain(`${stores.length - 25} more stores not shown`);
  });

  test('/sales of a store by week', async () => {
    const sales = world.sandbox.truth
      .sales('2026-11-01', '2026-11-19')
      .filter(({ storeId }) => Number(storeId) === 143);
    const answer = await ask('/sales', 'this month store:143 by:week');
    const weekOf = (day: string) =>
      day < '2026-11-02' ? '44' : day < '2026-11-09' ? '45' : day < '2026-11-16' ? '46' : '47';
    expect(rowsOf(answer)).toEqual(asRows(sumBy(sales, ({ salesDate }) => `2026-W${weekOf(salesDate)}`)));
  });

  test('/sales on a Sunday says why there are none', async () => {
    expect((await ask('/sales', '2026-11-15')).text).toMatch(/^No sales on Sun 15 Nov 2026: /);
  });

  test.each(['berg', 'Sand', 'storgata', 'oslo', 'en'])(
    '/stores %s is every store of that name',
    async (part) => {
      const expected = world.sandbox.truth
        .stores()
        .filter(({ storeName, address }) =>
          [storeName, address.city].some((name) => name.toLowerCase().includes(part.toLowerCase())),
        );
      const answer = await ask('/stores', part);
      expect(answer.isPrivate).toBe(true);
      if (expected.length === 0) return expect(answer.text).toContain(`No store has "${part}"`);
      if (expected.length === 1) return expect(answer.text).toContain(`(store ${expected[0]?.storeId})`);
      expect(answer.text).toBe(`${expected.length} stores with "${part}" in name or city.`);
      expect(rowsOf(answer).map(([storeId]) => storeId)).toEqual(
        expected.map(({ storeId }) => storeId).slice(0, 25),
      );
    },
  );

  test('/stores 143 is that store with its hours', async () => {
    const store = world.sandbox.truth.stores().find(({ storeId }) => Number(storeId) === 143);
    const friday = store?.openingHours.regularHours.find(({ dayOfTheWeek }) => dayOfTheWeek === 'Friday');
    const text = reading(await ask('/stores', '143'));
    expect(text).toContain(`${store?.storeName} (store ${store?.storeId})`);
    expect(text).toContain(`${store?.address.street}, ${store?.address.postalCode} ${store?.address.city}`);
    expect(text).toContain(
      `Fri 20 Nov 2026: ${friday?.openingTime.slice(0, 5)}–${friday?.closingTime.slice(0, 5)}`,
    );
  });

  test.each(['/stock', '/sales', '/stores', '/digest'])(
    '%s help shows commands that can be typed',
    async (command) => {
      const answer = await ask(command, 'help');
      expect(answer.isPrivate).toBe(true);
      const examples = [...answer.text.matchAll(/`(\/[a-z]+ ?[^`]*)`/g)].map(([, example = '']) => example);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples.filter((each) => !each.startsWith('/digest now'))) {
        const [typed = '', ...words] = example.split(' ');
        expect((await ask(typed, words.join(' '))).text, example).not.toContain('Try:');
      }
    },
  );

  test.each([
    ['/stock', '1102', 'Product 1102 is not in the stock of 2026-11-20. Try: `/stock 1101`'],
    ['/stock', 'abc', '"abc" is not a product number; it is written in digits only. Try: `/stock 1101`'],
    [
      '/stock',
      '1101 store:143',
      'The service has no stock per store, only the stock of all stores together. Try: `/stock 1101`',
    ],
    [
      '/sales',
      'product:1102',
      'Product 1102 is not in your sales of the last 90 days. Try: `/sales product:1101`',
    ],
    [
      '/sales',
      'by:stroe',
      '"by:stroe" is not a grouping; it can be by product, store, day, week. Try: `/sales by:store`',
    ],
    ['/stores', '99999999', /^There is no store 99999999\. Try: `\/stores [^`]+`$/],
    ['/digest', 'nwo', '"nwo" is not something /digest knows. Try: `/digest now`'],
  ])('%s %s is one private sentence with the corrected command', async (command, text, sentence) => {
    const answer = await ask(command, text);
    expect(answer.isPrivate).toBe(true);
    if (typeof sentence === 'string') expect(answer.text).toBe(sentence);
    else expect(answer.text).toMatch(sentence);
  });

  test('/digest now posts a digest, and /digest status tells of both', async () => {
    // The commands of the help were typed before, `unsubscribe` among them.
    expect((await ask('/digest', 'subscribe')).text).toMatch(/every day at 08:30/);
    const before = (await world.digests()).length;
    const answer = await ask('/digest', 'now');
    expect(answer).toMatchObject({
      isPrivate: true,
      text: 'Posted the digest of 2026-11-20 in this channel.',
    });
    const posted = await world.digests();
    expect(posted).toHaveLength(before + 1);
    expect(posted.at(-1)?.text).toBe(posted[0]?.text);
    expect((await ask('/digest', 'status')).text.split('\n')).toEqual([
      'The stock digest comes here every day at 08:30 (Europe/Oslo), once the stock of the day is there.',
      `Newest stock: 2026-11-20, ${world.sandbox.truth.stock().length} products.`,
      '2026-11-20 by hand: sent',
      '2026-11-20 daily: sent',
    ]);
  });

  test('a service that is down is told in a sentence with what to do', async () => {
    world.sandbox.fail({
      operation: 'dailySales',
      fault: { kind: 'status', status: 503 },
      times: Number.POSITIVE_INFINITY,
    });
    const answer = await ask('/sales', 'yesterday');
    world.sandbox.clearFaults();
    expect(answer.isPrivate).toBe(true);
    expect(answer.text).toMatch(/^[A-Z][^`]*503[^`]*\. [A-Z].*\.$/);
    expect((await ask('/sales', 'yesterday')).text).toMatch(/^Sales, Thu 19 Nov 2026/);
  });

  test('none of it has put a secret into the log or the channel, or logged an error', async () => {
    const seen = world.recording.text() + JSON.stringify(await world.standIn.messages());
    for (const secret of world.secrets) expect(seen).not.toContain(secret);
    expect(world.recording.errors()).toEqual([]);
  });
});
