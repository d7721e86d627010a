import type { StoreDetails } from 'retail-data-client/sandbox';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readExample } from '../../../tools/n8n/exampleFile.ts';
import { idOf, storedExample } from '../../../tools/n8n/examples.ts';
import type { World } from '../../../tools/n8n/world.ts';
import {
  grouped,
  litresInReport,
  quantityPerProduct,
  soldOutNow,
  totalPerStore,
} from '../../support/workflows/expected.ts';
import { lookingOften, postingTo } from '../../support/workflows/outside.ts';
import { type ActiveServer, openActiveServer } from './activeServer.ts';
import type { Inbox } from './inbox.ts';

/**
 * Examples that remember, active in real n8n over several days: what one run stores the next one must find, after n8n
 * has saved what its own triggers note.
 */
const STOCK_OUT = 'stock-out-alert-to-slack.json';
const STORES = 'store-changes-to-slack.json';
const WEEKLY = 'weekly-sales-per-store.json';
const FILES = [STOCK_OUT, STORES, WEEKLY];
/** The trigger reads the stock list; an earlier look has shown that nothing follows its total. */
const CALLS_OF_LOOK = 1;
/** A Monday. */
const FIRST_DAY = '2026-11-16';

let n8n: ActiveServer;
let world: World;
let inbox: Inbox;
beforeAll(async () => {
  n8n = await openActiveServer(FIRST_DAY, {
    examples: ({ inbox }) =>
      FILES.map((file) =>
        storedExample(
          idOf(file),
          lookingOften(postingTo(readExample(file), `${inbox.url}/${encodeURIComponent(file)}`)),
        ),
      ),
  });
  ({ world, inbox } = n8n);
});
afterAll(() => n8n?.close());

describe('stock-out alert to Slack', () => {
  // A later example isn't disturbed by one that is still active.
  afterAll(() => n8n.deactivate(STOCK_OUT));
  const out = (day: string) => {
    const { truth } = world.sandbox;
    const ids = soldOutNow(truth, daysBefore(day, 30), daysBefore(day, 1));
    const quantities = quantityPerProduct(truth, daysBefore(day, 30), daysBefore(day, 1));
    const stock = new Map(truth.stock().map((product) => [product.productId, product]));
    return { ids, quantities, stock };
  };
  const daysBefore = (day: string, days: number) =>
    new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
  /** The message for a day, given what was posted as sold out before. */
  const expected = (day: string, posted: ReadonlySet<string>) => {
    const { ids, quantities, stock } = out(day);
    const soldOut = ids.filter((id) => !posted.has(id));
    const back = [...posted].filter((id) => (stock.get(id)?.stock ?? 0) > 0);
    const title = (text: string, { length }: readonly string[]) =>
      length === 0 ? [] : [`*${text}: ${length} ${length === 1 ? 'product' : 'products'}*`];
    const lines = [
      ...title('Out of stock in all stores', soldOut),
      ...soldOut.map(
        (id) =>
          `• Product ${id}: ${quantities.get(id)} sold in the last 30 days, none in stock since ${stock.get(id)?.updatedDate}`,
      ),
      ...title('Back in stock', back),
      ...back.map((id) => `• Product ${id}: ${stock.get(id)?.stock} in stock`),
    ];
    const next = new Set([...posted, ...soldOut].filter((id) => !back.includes(id)));
    return { lines: lines.toSorted(), soldOut, back, next };
  };
  const posts = () => inbox.take(STOCK_OUT).map(({ text = '' }) => text.split('\n').toSorted());

  test('posts each product once, again what Slack refused, and what is back in stock', async () => {
    await n8n.activate(STOCK_OUT);
    expect(await n8n.nextRun(STOCK_OUT)).toBe('success');
    const first = expected(FIRST_DAY, new Set());
    expect(first.soldOut.length).toBeGreaterThan(1);
    expect(posts()).toEqual([first.lines]);

    inbox.refuse(STOCK_OUT, true);
    n8n.goTo('2026-11-20');
    const refused = expected('2026-11-20', first.next);
    expect(refused.soldOut.length).toBeGreaterThan(0);
    expect(refused.back.length).toBeGreaterThan(0);
    expect(await n8n.nextRun(STOCK_OUT)).toBe('error');
    expect(posts()).toEqual([]);

    inbox.refuse(STOCK_OUT, false);
    n8n.goTo('2026-11-21');
    expect(await n8n.nextRun(STOCK_OUT)).toBe('success');
    const third = expected('2026-11-21', first.next);
    expect(posts()).toEqual([third.lines]);

    n8n.goTo('2026-11-25');
    const fourth = expected('2026-11-25', third.next);
    expect(await n8n.nextRun(STOCK_OUT)).toBe('success');
    expect(posts()).toEqual(fourth.lines.length === 0 ? [] : [fourth.lines]);
  });

  test.each([
    ['dailySales', { kind: 'status', status: 400 }, 0, '2026-11-26', /^The stock-out alert could not.{30,}/],
    ['dailySales', { kind: 'shape', body: [] }, 0, '2026-11-27', /lists no sales or no stock/],
    [
      'accumulatedStock',
      { kind: 'shape', body: [] },
      CALLS_OF_LOOK,
      '2026-11-28',
      /lists no sales or no stock/,
    ],
  ] as const)('posts that %s failed with %o', async (operation, fault, skip, day, message) => {
    world.sandbox.fail({ operation, fault, times: Infinity, skip });
    n8n.goTo(day);
    expect(await n8n.nextRun(STOCK_OUT)).toBe('error');
    world.sandbox.clearFaults();
    expect(inbox.take(STOCK_OUT)).toEqual([{ text: expect.stringMatching(message) }]);
  });

  test('no name from the service mentions anyone or becomes a link', async () => {
    const productId = '<!channel> & <http://example.com|1>';
    const lastChanged = { date: '2026-11-29', time: '07:00:00' };
    const sale = { productId, salesVolume: 1, salesQuantity: 2, lastChanged };
    const sales = [{ salesDate: '2026-11-29', storeSales: [{ storeId: '1', sales: [sale] }] }];
    const stock = { productId, stock: 0, numberOfStoresWithStock: 0, updatedDate: '<', updatedTime: '' };
    const answer = (operation: 'dailySales' | 'accumulatedStock', body: object[], skip: number, times = 1) =>
      world.sandbox.fail({ operation, fault: { kind: 'shape', body }, skip, times });
    answer('dailySales', sales, 0, 2);
    answer('dailySales', [], 0, Infinity);
    answer('accumulatedStock', [stock], CALLS_OF_LOOK, 2);
    answer('accumulatedStock', [], CALLS_OF_LOOK, Infinity);
    n8n.goTo('2026-11-30');
    expect(await n8n.nextRun(STOCK_OUT)).toBe('success');
    world.sandbox.clearFaults();
    const [{ text = '' } = {}] = inbox.take(STOCK_OUT);
    expect(text).toContain('&lt;!channel&gt; &amp; &lt;http://example.com|1&gt;: 2 sold');
    expect(text).not.toMatch(/[<>]/);
  });
});

describe('store changes to Slack', () => {
  afterAll(() => n8n.deactivate(STORES));
  const hours: StoreDetails['openingHours'] = {
    regularHours: [{ dayOfTheWeek: 'Saturday', openingTime: '10:00', closingTime: '15:00', closed: false }],
    exceptionHours: [
      { date: '2026-12-01', openingTime: '', closingTime: '', message: 'Vareopptelling' },
      { date: '2026-12-24', openingTime: '10:00', closingTime: '13:00', message: 'Julaften' },
    ],
  };
  let one: StoreDetails;
  let other: StoreDetails;
  beforeAll(() => {
    const [first, second] = world.sandbox.truth.stores();
    if (first === undefined || second === undefined) throw new Error('The service has two stores.');
    one = { ...first, storeName: 'Aker', status: 'Open', openingHours: hours };
    other = { ...second, storeName: 'Bryn', status: 'To be opened', openingHours: hours };
  });
  const serve = (...stores: readonly StoreDetails[]) => {
    world.sandbox.clearFaults();
    world.sandbox.fail({ operation: 'stores', fault: { kind: 'shape', body: stores }, times: Infinity });
  };
  const changedOn = (date: string, store: StoreDetails, changes: Partial<StoreDetails>): StoreDetails => ({
    ...store,
    ...changes,
    lastChanged: { date, time: '06:00:00' },
  });
  const posts = () => inbox.take(STORES).map(({ text = '' }) => text.split('\n'));

  test('the first run posts how the changed store is now and remembers every store', async () => {
    serve(one, other);
    n8n.goTo('2026-12-01');
    await n8n.activate(STORES);
    await firstLook();
    one = changedOn('2026-12-02', one, {});
    serve(one, other);
    n8n.goTo('2026-12-02');
    expect(await n8n.nextRun(STORES)).toBe('success');
    expect(posts()).toEqual([
      [
        `*Aker* (store ${one.storeId})`,
        '• Status: Open',
        '• Saturday: 10:00–15:00',
        '• 2026-12-24: 10:00–13:00, Julaften',
      ],
    ]);
  });

  /** The first look of the trigger fires nothing; it has ended when n8n has saved its notes. */
  async function firstLook(): Promise<void> {
    await vi.waitFor(async () => expect(await n8n.notesOf(STORES, 'Stores Changed')).toBeDefined(), {
      timeout: 240_000,
      interval: 500,
    });
  }

  test('posts what status and hours were and are, again when Slack refused it', async () => {
    const [saturday] = hours.regularHours;
    const [past, eve] = hours.exceptionHours;
    if (saturday === undefined || past === undefined || eve === undefined)
      throw new Error('Hours are given.');
    one = changedOn('2026-12-03', one, {
      openingHours: {
        regularHours: [{ ...saturday, closingTime: '16:00' }],
        exceptionHours: [
          { ...eve, closingTime: '12:00' },
          { date: '2026-12-31', openingTime: '', closingTime: '', message: '' },
        ],
      },
    });
    other = changedOn('2026-12-03', other, { status: 'Open', storeName: '<!channel> & co' });
    inbox.refuse(STORES, true);
    serve(one, other);
    n8n.goTo('2026-12-03');
    expect(await n8n.nextRun(STORES)).toBe('error');
    expect(posts()).toEqual([]);

    inbox.refuse(STORES, false);
    one = changedOn('2026-12-04', one, {});
    serve(one, other);
    n8n.goTo('2026-12-04');
    expect(await n8n.nextRun(STORES)).toBe('success');
    expect(posts()).toEqual([
      [
        `*Aker* (store ${one.storeId})`,
        '• Saturday: 10:00–15:00 → 10:00–16:00',
        '• 2026-12-24: 10:00–13:00, Julaften → 10:00–12:00, Julaften',
        '• 2026-12-31: as usual → no hours',
        `*&lt;!channel&gt; &amp; co* (store ${other.storeId})`,
        '• Name: Bryn → &lt;!channel&gt; &amp; co',
        '• Status: To be opened → Open',
      ],
    ]);
  });

  test('posts nothing about a telephone number', async () => {
    one = changedOn('2026-12-05', one, { telephone: '00 00 00 00' });
    serve(one, other);
    n8n.goTo('2026-12-05');
    expect(await n8n.nextRun(STORES)).toBe('success');
    expect(posts()).toEqual([]);
  });

  test('takes an empty list for a failure, not for closed stores', async () => {
    one = changedOn('2026-12-06', one, {});
    world.sandbox.clearFaults();
    const answer = (body: readonly object[], times: number) =>
      world.sandbox.fail({ operation: 'stores', fault: { kind: 'shape', body: [...body] }, times });
    // The first call is the look of the trigger.
    answer([one, other], 1);
    answer([], Infinity);
    n8n.goTo('2026-12-06');
    expect(await n8n.nextRun(STORES)).toBe('error');
    expect(posts()).toEqual([]);
  });

  test('posts a store that is new and one that is gone', async () => {
    serve(one, changedOn('2026-12-07', other, { storeId: '9999', storeName: 'Ny' }));
    n8n.goTo('2026-12-07');
    expect(await n8n.nextRun(STORES)).toBe('success');
    expect(posts()).toEqual([
      [
        '*Ny* (store 9999)',
        '• Status: Open',
        '• Saturday: 10:00–15:00',
        '• 2026-12-24: 10:00–13:00, Julaften',
        `*&lt;!channel&gt; &amp; co* (store ${other.storeId})`,
        '• no longer listed, was Open',
      ],
    ]);
  });
});

describe('weekly sales per store', () => {
  afterAll(() => n8n.deactivate(WEEKLY));
  const cellsOf = (html: string) =>
    [...html.matchAll(/<tr>(.*?)<\/tr>/g)]
      .slice(1)
      .map(([, row = '']) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell));

  test('mails the week once, with the true litres, units and change of each store', async () => {
    world.sandbox.clearFaults();
    n8n.goTo('2026-12-07');
    await n8n.activate(WEEKLY);
    const { truth } = world.sandbox;
    const now = totalPerStore(truth, '2026-11-30', '2026-12-06');
    const before = totalPerStore(truth, '2026-11-23', '2026-11-29');
    const stores = new Map(truth.stores().map((store) => [store.storeId, store]));
    // The schedule fires again every five seconds: a second mail would show.
    const ended = async () => (await n8n.executionsOf(WEEKLY)).filter(({ stoppedAt }) => stoppedAt !== null);
    await vi.waitFor(async () => expect((await ended()).length).toBeGreaterThan(2), {
      timeout: 240_000,
      interval: 500,
    });
    const mails = inbox.take(WEEKLY);
    expect(mails).toHaveLength(1);
    const [{ subject = '', html = '' } = {}] = mails;
    const lines = cellsOf(html);
    expect(lines.map(([storeId]) => storeId).toSorted()).toEqual(
      [...new Set([...now.keys(), ...before.keys()])].toSorted(),
    );
    for (const [storeId = '', name, city, litres, units, change] of lines) {
      const [total, last] = [now.get(storeId), before.get(storeId)];
      expect([name, city]).toEqual([stores.get(storeId)?.storeName, stores.get(storeId)?.address.city]);
      expect([litres, units]).toEqual([
        litresInReport(total?.millilitres ?? 0),
        grouped(total?.quantity ?? 0),
      ]);
      const percent = Math.round(((total?.millilitres ?? 0) / (last?.millilitres ?? 0) - 1) * 100);
      expect(change).toBe(last === undefined ? 'new' : `${percent > 0 ? '+' : ''}${percent}%`);
    }
    const litresOf = lines.map(([storeId = '']) => now.get(storeId)?.millilitres ?? 0);
    expect(litresOf).toEqual(litresOf.toSorted((one, other) => other - one));
    const sum = [...now.values()].reduce((all, { millilitres }) => all + millilitres, 0);
    const quantity = [...now.values()].reduce((all, total) => all + total.quantity, 0);
    expect(subject).toBe(`Sales 2026-W49: ${litresInReport(sum)} litres`);
    expect(html).toContain(
      `2026-11-30 to 2026-12-06: <b>${litresInReport(sum)} litres</b>, ${grouped(quantity)} units in ${now.size} stores`,
    );
  });

  test('a mail that was refused goes out with a later run, names of stores as text', async () => {
    const [store] = world.sandbox.truth.stores();
    const named = { ...store, storeName: '<img src=x onerror="alert(1)">' };
    world.sandbox.fail({ operation: 'stores', fault: { kind: 'shape', body: [named] }, times: Infinity });
    inbox.refuse(WEEKLY, true);
    n8n.goTo('2026-12-14');
    await vi.waitFor(() => expect(inbox.refused(WEEKLY)).toBeGreaterThan(0), { timeout: 240_000 });
    inbox.refuse(WEEKLY, false);
    const mails = await vi.waitFor(
      () => {
        const taken = inbox.take(WEEKLY);
        expect(taken.length).toBeGreaterThan(0);
        return taken;
      },
      { timeout: 240_000 },
    );
    expect(mails).toEqual([
      {
        subject: expect.stringMatching(/^Sales 2026-W50: /),
        toEmail: expect.any(String),
        html: expect.any(String),
      },
    ]);
    expect(mails[0]?.html).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;');
    expect(mails[0]?.html).not.toContain('<img');
    world.sandbox.clearFaults();
  });

  test('a week without sales is one sentence, over the turn of the year too', async () => {
    world.sandbox.fail({ operation: 'dailySales', fault: { kind: 'shape', body: [] }, times: Infinity });
    n8n.goTo('2027-01-04');
    await vi.waitFor(
      () =>
        expect(inbox.take(WEEKLY)).toEqual([
          {
            toEmail: 'sales@example.com',
            subject: 'Sales 2026-W53: none',
            html: '<p>No sales from 2026-12-28 to 2027-01-03.</p>',
          },
        ]),
      { timeout: 240_000, interval: 500 },
    );
    world.sandbox.clearFaults();
  });
});
