import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buttonIn, buttonsIn } from '../../support/bot/buttons.ts';
import { asCells, inLitres, largestFirst, sumBy, thousands } from '../../support/bot/figures.ts';
import { limitBreachesOf } from '../../support/slack/limits.ts';
import { type Morning, openMorning, YESTERDAY } from './morning.ts';
import { reading, rowsOf, STAND_INS, until } from './world.ts';

describe.each(STAND_INS)('on %s, on a Friday morning', (name) => {
  let morning: Morning;

  beforeAll(async () => {
    morning = await openMorning(name);
  }, 60_000);
  afterAll(() => morning.close());

  const ask = (command: string, text: string) => morning.world.ask(command, text);
  const truth = () => morning.world.sandbox.truth;
  const unitsOf = (stock: readonly { stock: number }[]) => stock.reduce((sum, each) => sum + each.stock, 0);
  const change = (units: number) =>
    units === 0 ? '±0' : `${units > 0 ? '+' : '−'}${thousands(Math.abs(units))}`;
  const labelOfProduct = (productId: string) => morning.label(productId);
  const labelOfStore = (storeId: string) => morning.storeLabel(storeId);
  const idsIn = (rows: readonly (string | number)[][]) => rows.map(([label]) => String(label).split(' ')[0]);
  const salesOf = (from: string, to: string) => truth().sales(from, to);
  const totalOf = (sales: ReturnType<typeof salesOf>) => {
    const [all] = sumBy(sales, () => 'all');
    return `${inLitres(all?.millilitres ?? 0)} litres, ${thousands(all?.quantity ?? 0)} units`;
  };

  test('the digest is of own products and of today', async () => {
    const [digest] = await morning.world.digests();
    const own = morning.ownStock();
    const gone = own.filter(({ stock }) => stock === 0).length;
    const text = digest === undefined ? '' : reading(digest);
    expect(text).toContain('Stock digest · Fri 20 Nov 2026');
    const fell =
      unitsOf(own) - own.reduce((sum, { productId }) => sum + (morning.unitsBefore.get(productId) ?? 0), 0);
    expect(text).toContain(`${thousands(unitsOf(own))} units in stock (${change(fell)} since 19 Nov)`);
    expect(text).toContain(`${gone} products out of stock`);
  });

  test('/stock mine is of own products, what lasts shortest first', async () => {
    const answer = await ask('/stock', 'mine');
    const own = morning.ownStock();
    const gone = own.filter(({ stock }) => stock === 0).length;
    expect(answer.isPrivate).toBe(true);
    expect(answer.text).toContain(`${thousands(unitsOf(own))} units`);
    expect(answer.text).toContain(
      `of ${own.length} products (your products) on Fri 20 Nov 2026; ${gone} out of stock`,
    );
    const rows = rowsOf(answer);
    expect(idsIn(rows).toSorted()).toEqual(own.map(({ productId }) => productId).toSorted());
    const sold = morning.itemsOf28Days();
    for (const [label, units, cover] of rows) {
      const product = own.find(({ productId }) => labelOfProduct(productId) === label);
      const id = product?.productId ?? '';
      expect(units, String(label)).toBe(product?.stock);
      const days = ((product?.stock ?? 0) * 28) / (sold.get(id)?.quantity ?? 0);
      if (typeof cover === 'number') expect(Math.abs(cover - days), String(label)).toBeLessThan(0.1);
    }
    const lasting = rows.map((row) => row[2]).filter((days) => typeof days === 'number');
    expect(lasting).toEqual(lasting.toSorted((a, b) => a - b));
  });

  test.each(['1101', '345', 'furu rioja'])('/stock %s is that product in full', async (typed) => {
    const id = typed === 'furu rioja' ? '1101' : typed;
    const product = truth()
      .stock()
      .find(({ productId }) => Number(productId) === Number(id));
    const answer = await ask('/stock', typed);
    expect(answer.isPrivate).toBe(true);
    expect(answer.text).toContain(
      `Product ${labelOfProduct(product?.productId ?? '')}: ${thousands(product?.stock ?? -1)} units in ${product?.numberOfStoresWithStock} stores on Fri 20 Nov 2026.`,
    );
  });

  test('/stock out is exactly what is out', async () => {
    const gone = morning.ownStock().filter(({ stock }) => stock === 0);
    expect(gone.length).toBeGreaterThan(0);
    const answer = await ask('/stock', 'out');
    expect(answer.text).toContain(`${gone.length} of your products are out of stock on Fri 20 Nov 2026`);
    expect(idsIn(rowsOf(answer)).toSorted()).toEqual(gone.map(({ productId }) => productId).toSorted());
  });

  test('/stock low 5 is exactly what lasts less than five days', async () => {
    const sold = morning.itemsOf28Days();
    const low = morning
      .ownStock()
      .filter(
        ({ productId, stock }) => stock === 0 || (stock * 28) / (sold.get(productId)?.quantity ?? 0) < 5,
      );
    const answer = await ask('/stock', 'low 5');
    expect(idsIn(rowsOf(answer)).toSorted()).toEqual(low.map(({ productId }) => productId).toSorted());
  });

  test('/stock changes is exactly what changed since yesterday, the largest first', async () => {
    const changes = morning
      .ownStock()
      .map(({ productId, stock }) => ({ productId, by: stock - (morning.unitsBefore.get(productId) ?? 0) }))
      .filter(({ by }) => by !== 0);
    const answer = await ask('/stock', 'changes');
    const rows = rowsOf(answer);
    expect(idsIn(rows).toSorted()).toEqual(changes.map(({ productId }) => productId).toSorted());
    const sizes = rows.map((row) => Math.abs(Number(row[1])));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    const sum = changes.reduce((total, { by }) => total + by, 0);
    expect(answer.text).toContain(`${change(sum)} units in total`);
  });

  test('/stock all is the whole chain', async () => {
    const all = truth().stock();
    const { text } = await ask('/stock', 'all');
    expect(text).toContain(`${thousands(unitsOf(all))} units`);
    expect(text).toContain(`of ${all.length} products (all products)`);
  });

  test('/sales yesterday is exact to the millilitre', async () => {
    const sales = salesOf(YESTERDAY, YESTERDAY);
    const answer = await ask('/sales', 'yesterday');
    expect(answer.isPrivate).toBe(true);
    expect(answer.text).toMatch(/^Sales, Thu 19 Nov: [\d,]+ l; /);
    expect(answer.text).toMatch(new RegExp(`; ${totalOf(sales)}$`));
    const products = largestFirst(sumBy(sales, ({ productId }) => productId));
    expect(rowsOf(answer).map((row) => row.slice(0, 3))).toEqual(asCells(products, labelOfProduct));
    const returned = sumBy(
      sales.filter(({ millilitres }) => millilitres < 0),
      () => 'all',
    );
    expect(reading(answer)).toContain(`returns of ${inLitres(-(returned[0]?.millilitres ?? 0))} litres`);
  });

  test('/sales i går is the same', async () => {
    expect((await ask('/sales', 'i går')).text).toBe((await ask('/sales', 'yesterday')).text);
  });

  test('/sales last week by:day', async () => {
    const sales = salesOf('2026-11-09', '2026-11-15');
    const answer = await ask('/sales', 'last week by:day');
    expect(answer.text).toMatch(/^Sales, 9–15 Nov: [\d,]+ l; /);
    expect(answer.text).toMatch(new RegExp(`; ${totalOf(sales)}$`));
    const days = sumBy(sales, ({ salesDate }) => salesDate).toSorted((a, b) => a.key.localeCompare(b.key));
    expect(days).toHaveLength(6);
    const dayInWords = (day: string) => {
      const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][Number(day.slice(-2)) - 9];
      return `${weekday} ${Number(day.slice(-2))} Nov 2026`;
    };
    expect(rowsOf(answer).map((row) => row.slice(0, 3))).toEqual(asCells(days, dayInWords));
    expect(reading(answer)).toContain('no sales at all on 15 Nov');
    const charts = answer.blocks.filter((block) => JSON.stringify(block).includes('"data_visualization"'));
    expect(charts).toHaveLength(1);
  });

  test('/sales of a range, a product, by store', async () => {
    const sales = salesOf('2026-11-01', '2026-11-07').filter(({ productId }) => productId === '1101');
    const answer = await ask('/sales', '2026-11-01..2026-11-07 product:1101 by:store');
    expect(answer.text).toContain(`${labelOfProduct('1101')}, 1–7 Nov: `);
    expect(answer.text).toContain(`; ${totalOf(sales)}`);
    const stores = largestFirst(sumBy(sales, ({ storeId }) => storeId));
    expect(rowsOf(answer).map((row) => row.slice(0, 3))).toEqual(asCells(stores, labelOfStore));
  });

  test('/sales of a store by week', async () => {
    const sales = salesOf('2026-11-01', YESTERDAY).filter(({ storeId }) => Number(storeId) === 143);
    const answer = await ask('/sales', 'this month store:143 by:week');
    const weekOf = (day: string) =>
      day < '2026-11-02' ? 44 : day < '2026-11-09' ? 45 : day < '2026-11-16' ? 46 : 47;
    const weeks = sumBy(sales, ({ salesDate }) => `Week ${weekOf(salesDate)}`);
    expect(
      rowsOf(answer).map(([label, ...figures]) => [
        String(label).replace(/ \(.*/, ''),
        ...figures.slice(0, 2),
      ]),
    ).toEqual(asCells(weeks, (key) => key));
  });

  test('/sales compare last week holds it beside the week before', async () => {
    const [now, before] = [salesOf('2026-11-09', '2026-11-15'), salesOf('2026-11-02', '2026-11-08')];
    const answer = await ask('/sales', 'compare last week');
    expect(answer.text).toContain(totalOf(now));
    expect(answer.text).toContain(totalOf(before));
    const earlier = new Map(sumBy(before, ({ productId }) => productId).map((sum) => [sum.key, sum]));
    const products = sumBy(now, ({ productId }) => productId);
    const rows = new Map(rowsOf(answer).map(([label, ...figures]) => [label, figures]));
    for (const { key, millilitres } of products) {
      const was = earlier.get(key)?.millilitres ?? 0;
      const [litres, changed] = rows.get(labelOfProduct(key)) ?? [];
      expect(litres, key).toBe(millilitres / 1000);
      if (was > 0) expect(changed, key).toBeCloseTo(((millilitres - was) / was) * 100, 0);
    }
  });

  test('/sales on a Sunday says why there are none', async () => {
    expect((await ask('/sales', '2026-11-15')).text).toMatch(/^No sales, Sun 15 Nov: the stores were closed/);
  });

  test('a warm question costs the service no call, and is answered while it is down', async () => {
    const { sandbox } = morning.world;
    const before = sandbox.requests.length;
    for (const [command, text] of [
      ['/stock', 'low 7'],
      ['/sales', 'last 30 days by:day'],
      ['/stores', 'oslo'],
    ] as const) {
      await ask(command, text);
    }
    expect(sandbox.requests.slice(before).filter(({ path }) => path.includes('daily-sales'))).toEqual([]);
    expect(sandbox.requests.slice(before).filter(({ path }) => path.includes('stock'))).toEqual([]);
  });

  test('days that are not held are asked from the service, and a service that is down is told with what to do', async () => {
    const { sandbox } = morning.world;
    const sales = salesOf('2026-01-05', '2026-01-05');
    const answer = await ask('/sales', '2026-01-05');
    expect(answer.text).toContain(`; ${totalOf(sales)}`);
    expect(reading(answer)).toContain('fetched live from the data service');
    sandbox.fail({
      operation: 'dailySales',
      fault: { kind: 'status', status: 503 },
      times: Number.POSITIVE_INFINITY,
    });
    const refused = await ask('/sales', '2026-01-06');
    sandbox.clearFaults();
    expect(refused.text).toMatch(/^[A-Z][^`]*503[^`]*\. [A-Z].*\.$/);
  });

  test.each(['berg', 'Sand', 'storgata', 'oslo', 'en'])(
    '/stores %s is every store of that name',
    async (part) => {
      const expected = truth()
        .stores()
        .filter(({ storeName, address }) =>
          [storeName, address.city].some((text) => text.toLowerCase().includes(part.toLowerCase())),
        );
      const answer = await ask('/stores', part);
      expect(answer.isPrivate).toBe(true);
      if (expected.length === 0) return expect(answer.text).toContain(`No store with "${part}"`);
      if (expected.length === 1) return expect(answer.text).toContain(`(store ${expected[0]?.storeId})`);
      expect(answer.text).toContain(`${expected.length} stores with "${part}" in name or city`);
      expect(idsIn(rowsOf(answer))).toEqual(expected.map(({ storeId }) => storeId));
    },
  );

  test('/stores 143 is that store with its hours', async () => {
    const store = truth()
      .stores()
      .find(({ storeId }) => Number(storeId) === 143);
    const friday = store?.openingHours.regularHours.find(({ dayOfTheWeek }) => dayOfTheWeek === 'Friday');
    const text = reading(await ask('/stores', '143'));
    expect(text).toContain(`${store?.storeName} (store ${store?.storeId})`);
    expect(text).toContain(`${store?.address.street}, ${store?.address.postalCode} ${store?.address.city}`);
    expect(text).toContain(
      `Fri 20 Nov 2026: ${friday?.openingTime.slice(0, 5)}–${friday?.closingTime.slice(0, 5)}`,
    );
  });

  test('/stores near a place gives the nearest first', async () => {
    const answer = await ask('/stores', 'near 59.91,10.75');
    const distances = rowsOf(answer)
      .map((row) => row[1])
      .filter((distance) => typeof distance === 'number');
    expect(distances.length).toBeGreaterThan(10);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  });

  test.each(['/stock', '/sales', '/stores'])('%s help shows commands that can be typed', async (command) => {
    const answer = await ask(command, 'help');
    expect(answer.isPrivate).toBe(true);
    const examples = [...answer.text.matchAll(/`(\/[a-z]+ [^`]+)`/g)].map(([, example = '']) => example);
    expect(examples.length).toBeGreaterThan(3);
    for (const example of examples.filter((each) => !each.includes('red apple'))) {
      const [typed = '', ...words] = example.split(' ');
      const { text } = await ask(typed, words.join(' '));
      // The bot was started today and has stored no stock of the days before.
      if (/^No stock is stored for /.test(text)) continue;
      expect(text, example).not.toContain('Try:');
    }
  });

  test.each([
    ['/stock', '1102', /^Product 1102 isn't in the stock list for Fri 20 Nov 2026\. Try: `\/stock 1101`$/],
    ['/stock', '1101 store:143', /no stock per store.*Try: `\/stock 1101`/],
    ['/sales', '2026-12-24', /^Thu 24 Dec 2026 is in the future\. .*Thu 19 Nov 2026\. Try: `\/sales /],
    ['/sales', 'product:1102', /1102 is not .*Try: `\/sales .*product:1101 by:store`/],
    ['/sales', 'by:stroe', /"by:stroe".*Try: `\/sales by:store`/],
    ['/stores', '99999999', /^There is no store 99999999\. Try: `\/stores [^`]+`$/],
    ['/digest', 'subcribe', /"subcribe".*Try: `\/digest subscribe`/],
  ])('%s %s is one private sentence with the corrected command', async (command, text, sentence) => {
    const answer = await ask(command, text);
    expect(answer.isPrivate).toBe(true);
    expect(answer.text).toMatch(sentence);
  });

  const clicked = async (command: string, text: string, title: string) => {
    const answer = await ask(command, text);
    const button = buttonIn(answer, title);
    return morning.world.answerTo(title, () => morning.world.hands.click(button));
  };

  test('the buttons below an answer lead on: by store, compared, as a chart, to the stock', async () => {
    const sales = salesOf(YESTERDAY, YESTERDAY);
    const byStore = await clicked('/sales', 'yesterday', 'By store');
    expect(rowsOf(byStore).map((row) => row.slice(0, 3))).toEqual(
      asCells(largestFirst(sumBy(sales, ({ storeId }) => storeId)), labelOfStore),
    );
    const compared = await clicked('/sales', 'yesterday', 'Compare with previous period');
    expect(compared.text).toContain(totalOf(salesOf('2026-11-12', '2026-11-12')));
    const month = await clicked('/sales', 'yesterday', '30-day chart');
    expect(month.text).toContain(totalOf(salesOf('2026-10-21', YESTERDAY)));
    const stock = await clicked('/sales', 'yesterday product:1101', 'Stock');
    expect(stock.text).toContain(`Product ${labelOfProduct('1101')}`);
    const out = await clicked('/stock', 'mine', 'Out of stock');
    expect(out.text).toContain('out of stock on Fri 20 Nov 2026');
    for (const { value } of buttonsIn(byStore)) expect(value).toMatch(/^[\w-]{20,64}$/);
  });

  test('all rows come as CSV, exact to the millilitre', async () => {
    const told = await clicked('/sales', 'last week by:store', 'All rows as CSV');
    const stores = largestFirst(sumBy(salesOf('2026-11-09', '2026-11-15'), ({ storeId }) => storeId));
    expect(told.text).toContain(`${stores.length} rows are in`);
    const [head, ...lines] = (await morning.world.hands.lastFile()).trim().split(/\r?\n/);
    expect(head).toContain('storeId,storeName,litres,items');
    expect(lines.map((line) => line.split(',')[0])).toEqual(stores.map(({ key }) => key));
    for (const [at, { millilitres, quantity }] of stores.entries()) {
      const cells = lines[at]?.split(',') ?? [];
      expect([Number(cells[2]), Number(cells[3])]).toEqual([millilitres / 1000, quantity]);
    }
  });

  test('an answer is shared in the channel once, with who shared it', async () => {
    const { world } = morning;
    const answer = await ask('/sales', 'yesterday by:store');
    const button = buttonIn(answer, 'Share in channel');
    const told = await world.answerTo('the share', () => world.hands.click(button));
    expect(told.text).toBe('Shared in this channel.');
    const shared = async () =>
      (await world.standIn.messages()).filter(({ isPrivate, text }) => !isPrivate && text === answer.text);
    const posted = await until('the shared answer', async () => (await shared()).at(0));
    expect(JSON.stringify(posted.blocks)).toContain('Shared by <@');
    expect(buttonsIn(posted)).toEqual([]);
    const again = await world.answerTo('a second click', () => world.hands.click(button));
    expect(again.text).toContain('shared a moment ago');
    expect(await shared()).toHaveLength(1);
  });

  test('everything that was said is within the limits of Slack, without a secret, and no error was logged', async () => {
    const { world } = morning;
    const messages = await world.standIn.messages();
    expect(messages.length).toBeGreaterThan(40);
    for (const message of messages.filter(({ blocks }) => blocks.length > 0)) {
      const blocks = message.blocks.filter((block) => typeof block === 'object' && block !== null);
      expect(limitBreachesOf({ text: message.text, blocks }, 'message'), message.text).toEqual([]);
    }
    const seen = world.recording.text() + JSON.stringify(messages);
    for (const secret of world.secrets) expect(seen).not.toContain(secret);
    // The service was taken away, and that is told once.
    const errors = world.recording.errors();
    expect(errors.filter((error) => !error.startsWith('an outage of the service has begun'))).toEqual([]);
    expect(errors.length).toBeLessThan(2);
  });
});
