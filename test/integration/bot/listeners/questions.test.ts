import type { Store } from 'retail-data-client';
import { hoursOn } from 'retail-data-client/stores/openingHours';
import { beforeEach, describe, expect, test } from 'vitest';
import { registerAnswerActions } from '../../../../bot/listeners/actions/index.ts';
import { sales } from '../../../../bot/listeners/commands/sales.ts';
import { stock } from '../../../../bot/listeners/commands/stock.ts';
import { stores } from '../../../../bot/listeners/commands/stores.ts';
import { roundedDays } from '../../../../bot/questions/daysOfCover.ts';
import { type AnsweringBench, startAnsweringBench } from '../../../support/bot/answeringBench.ts';
import type { GivenAnswer } from '../../../support/bot/commandBench.ts';
import { inLitres, largestFirst, sumBy, thousands } from '../../../support/bot/figures.ts';
import { oslo } from '../../../support/bot/time.ts';
import { limitBreachesOf } from '../../../support/slack/limits.ts';
import { until } from '../../../support/until.ts';

let world: AnsweringBench;

beforeEach(async () => {
  world = await startAnsweringBench();
  const { bench, services } = world;
  const { authorize } = bench.middleware;
  bench.app.command('/stock', authorize('view_stock'), stock(services.ask));
  bench.app.command('/sales', authorize('view_sales'), sales(services.ask));
  bench.app.command('/stores', authorize('member'), stores(services.ask));
  registerAnswerActions(bench.app, bench.middleware, services);
});

const last = (): GivenAnswer => {
  const answer = world.bench.answers.at(-1);
  if (answer === undefined) throw new Error('no answer');
  expect(limitBreachesOf(answer, 'message')).toEqual([]);
  return answer;
};

async function ask(command: string, text: string): Promise<GivenAnswer> {
  await world.bench.type(command, text);
  return last();
}

interface ButtonSeen {
  readonly action_id: string;
  readonly value: string;
}

function buttonsOf(answer: GivenAnswer): ButtonSeen[] {
  const actions = answer.blocks?.find(({ type }) => type === 'actions');
  return actions !== undefined && 'elements' in actions && Array.isArray(actions.elements)
    ? actions.elements
    : [];
}

async function click(answer: GivenAnswer, name: string, userId?: string): Promise<GivenAnswer> {
  const button = buttonsOf(answer).find(({ action_id: id }) => id === `answer_${name}`);
  if (button === undefined) throw new Error(`no button ${name}: ${JSON.stringify(buttonsOf(answer))}`);
  await world.bench.click(button.action_id, button.value, userId);
  return last();
}

/** The cells of the table below its head, as they are read. */
function rowsOf(answer: GivenAnswer): string[][] {
  const table = answer.blocks?.find(({ type }) => type === 'data_table');
  if (table === undefined || !('rows' in table) || !Array.isArray(table.rows)) return [];
  return table.rows.slice(1).map((row: { text: string }[]) => row.map(({ text }) => text));
}

const truth = () => world.warehouse.sandbox.truth;
const calls = () => world.warehouse.sandbox.requests.length;
const salesOn = (from: string, to = from) => truth().sales(from, to);

describe('/sales', () => {
  test('of a day that is held is exact, and asks the service nothing', async () => {
    const before = calls();
    const answer = await ask('/sales', 'yesterday');
    const sales = salesOn('2026-11-19');
    const [all] = sumBy(sales, () => 'all');
    const { millilitres = 0, quantity = 0 } = all ?? {};
    expect(answer.text).toBe(
      `Sales, Thu 19 Nov: ${thousands(Math.round(millilitres / 1_000))} l; ${inLitres(millilitres)} litres, ${thousands(quantity)} units`,
    );
    const products = largestFirst(sumBy(sales, ({ productId }) => productId));
    expect(rowsOf(answer).map(([id, , items]) => [id, items])).toEqual(
      products.map(({ key, quantity }) => [key, thousands(quantity)]),
    );
    expect(calls()).toBe(before);
  });

  test('of days that are not held asks the service, and says so', async () => {
    const answer = await ask('/sales', '2026-10-01..2026-10-03');
    const [all] = sumBy(salesOn('2026-10-01', '2026-10-03'), () => 'all');
    expect(answer.text).toContain(`${inLitres(all?.millilitres ?? 0)} litres`);
    expect(JSON.stringify(answer.blocks)).toContain(
      'fetched live from the data service at Fri 20 Nov 2026, 09:00',
    );
  });

  describe('of days that are not held, several at a time:', () => {
    const type = (userId: string, text: string) => world.bench.type('/sales', text, userId);
    /** Without the announcements of slow ones. */
    const said = () =>
      world.bench.answers.map(({ text }) => text).filter((text) => !text.startsWith('Asking the service'));
    const isWaiting = () =>
      until('somebody who waits', async () => world.bench.clock.sleeps.includes(30_000) || undefined);
    const reached = (calls: number) =>
      until('calls to the service', async () => (world.service.waiting() === calls ? true : undefined));

    test('a person has one fetched at a time, the next one waits and follows', async () => {
      world.service.hold();
      const first = type('U0KARI', '2026-10-01');
      await reached(1);
      const second = type('U0KARI', '2026-10-02');
      await isWaiting();
      await world.bench.clock.advance(29_000);
      expect(world.service.waiting()).toBe(1);
      world.service.letGo();
      await Promise.all([first, second]);
      expect(
        said()
          .map((text) => text.slice(0, 16))
          .toSorted(),
      ).toEqual(['Sales, Fri 2 Oct', 'Sales, Thu 1 Oct']);
    });

    test('who waits too long for their own is told what to do, with the command', async () => {
      world.service.hold();
      const first = type('U0KARI', '2026-10-01');
      await reached(1);
      const second = type('U0KARI', 'compare 2026-10-02 with 2026-10-01');
      await isWaiting();
      await world.bench.clock.advance(31_000);
      await second;
      expect(said().join()).toContain('The app is still fetching days for your earlier question.');
      expect(said().join()).toContain('Wait until it has answered, then ask again. Try: `/sales compare');
      world.service.letGo();
      await first;
      await type('U0KARI', 'compare 2026-10-02 with 2026-10-01');
      expect(last().text).toContain('Fri 2 Oct');
    });

    test('two people have theirs fetched, a third is told to ask again in a minute', async () => {
      world.service.hold();
      const two = [type('U0KARI', '2026-10-01'), type('U0OLA', 'compare 2026-10-02 with 2026-10-06')];
      await reached(2);
      const third = type('U0ADMIN', '2026-10-03');
      await isWaiting();
      await world.bench.clock.advance(31_000);
      await third;
      expect(said().join()).toContain('fetching days for other people right now. Ask again in a minute.');
      expect(world.service.waiting()).toBe(2);
      // What is stored is answered all the same, and so is a range that is fetched already.
      await type('U0ADMIN', 'yesterday');
      expect(last().text).toContain('Sales, Thu 19 Nov:');
      const same = type('U0ADMIN', '2026-10-01');
      world.service.letGo();
      await Promise.all([...two, same]);
      expect(said().filter((text) => text.includes('Sales, Thu 1 Oct:'))).toHaveLength(2);
      await type('U0ADMIN', '2026-10-03');
      expect(last().text).toContain('Sales, Sat 3 Oct:');
    });
  });

  test.each([
    ['product:99999998', 'Product 99999998 is not in your sales of the last 90 days.'],
    ['product:99999998,99999999', 'None of these 2 products is in your sales of the last 90 days.'],
    ['product:90210,99999999', 'No sales of product 90210, product 99999999, Sun 15 Nov:'],
  ])('of a day without sales tells %s apart from what is never sold', async (products, sentence) => {
    expect(salesOn('2026-11-19').some(({ productId }) => productId === '90210')).toBe(true);
    expect((await ask('/sales', `2026-11-15 ${products}`)).text).toContain(sentence);
  });

  test('compares with the period before on a button', async () => {
    const compared = await click(await ask('/sales', 'yesterday'), 'previous_period');
    const [now, before] = ['2026-11-19', '2026-11-12'].map(
      (day) => sumBy(salesOn(day), () => 'all')[0]?.millilitres ?? 0,
    );
    expect(compared.text).toContain(
      `Thu 12 Nov, the same weekday of the week before: ${inLitres(before ?? 0)} litres`,
    );
    const difference = (now ?? 0) - (before ?? 0);
    expect(compared.text).toContain(`${difference < 0 ? '−' : '+'}${inLitres(Math.abs(difference))} litres`);
  });

  test('of returns stays that behind every button, in the file and in what is shared', async () => {
    const seen = new Map<string, GivenAnswer>();
    const follow = async (answer: GivenAnswer, path: string) => {
      const names = buttonsOf(answer).map(({ action_id: id }) => id.replace('answer_', ''));
      expect(names, path).not.toContain('previous_period');
      if (seen.has(names.join())) return;
      seen.set(names.join(), answer);
      expect(answer.text, path).toMatch(/^(Returns|No returns)/);
      for (const name of names.filter((each) => /^by_|^thirty/.test(each))) {
        await follow(await click(answer, name), `${path} > ${name}`);
      }
      if (!names.includes('csv')) return;
      await click(answer, 'csv');
      expect(world.files.at(-1)?.fileName, path).toMatch(/^returns-.*-by-/);
      await click(answer, 'share');
      const shared = world.bench.answers.findLast(({ response_type: type }) => type === 'in_channel');
      expect(JSON.stringify(shared?.blocks), path).toMatch(/`\/sales [^`]* returns/);
    };
    await follow(await ask('/sales', 'returns last week'), 'returns');
    expect(seen.size).toBeGreaterThan(2);
    expect([...seen.keys()].join()).toContain('thirty_days');
  });

  test('goes on by store on a button', async () => {
    const byStore = await click(await ask('/sales', 'yesterday'), 'by_store');
    const stores = largestFirst(sumBy(salesOn('2026-11-19'), ({ storeId }) => storeId));
    expect(rowsOf(byStore).map(([id]) => id)).toEqual(stores.map(({ key }) => key));
  });

  test.each([
    ['compare this month', '1–19 Oct, the same days of the month before'],
    ['compare october', '1–30 Sept, the month before'],
    ['compare last quarter', '1 Apr – 30 Jun, the quarter before'],
    ['compare last week', '2–8 Nov, the same weekdays of the week before'],
    ['compare last week last year', '10–16 Nov 2025, the same weekdays 52 weeks before'],
    ['compare october with october last year', '1–31 Oct 2025, the same month of the year before'],
    ['compare last week with 2026-10-01..2026-10-07', '1–7 Oct: '],
  ])('%s: says which period is compared with', async (text, earlier) => {
    expect((await ask('/sales', text)).text).toContain(`; ${earlier}`);
  });

  test('calls a week that the period cuts by the days of it that are in the sum, also in the chart and the file', async () => {
    const answer = await ask('/sales', '2026-11-11..2026-11-16 by:week');
    const litres = ['2026-11-15', '2026-11-16'].map((to, at) =>
      sumBy(salesOn(at === 0 ? '2026-11-11' : '2026-11-16', to), () => 'all').map(
        ({ millilitres }) => millilitres / 1000,
      ),
    );
    expect(rowsOf(answer).map(([label]) => label)).toEqual([
      'Week 46 (11–15 Nov 2026 only)',
      'Week 47 (16 Nov 2026 only)',
    ]);
    const longer = await ask('/sales', '2026-11-04..2026-11-16 by:week');
    expect(longer.blocks?.find(({ type }) => type === 'data_visualization')).toMatchObject({
      chart: { axis_config: { categories: ['4–8 Nov', expect.any(String), '16 Nov'] } },
    });
    await click(answer, 'csv');
    const [head, ...rows] = world.files.at(-1)?.text.trim().split(/\r?\n/) ?? [];
    expect(head).toMatch(/^week,weekFrom,weekTo,daysIncluded,litres,/);
    expect(rows.map((row) => row.split(',').slice(0, 5).join(' '))).toEqual([
      `2026-W46 2026-11-11 2026-11-15 5 ${litres[0]?.[0]}`,
      `2026-W47 2026-11-16 2026-11-16 1 ${litres[1]?.[0]}`,
    ]);
    const whole = await ask('/sales', '2026-11-09..2026-11-15 by:week');
    expect(rowsOf(whole).map(([label]) => label)).toEqual(['Week 46 (9–15 Nov 2026)']);
  });

  test('shows thirty days with every day that had sales, and the newest of them in one chart', async () => {
    const month = await click(await ask('/sales', 'yesterday'), 'thirty_days');
    const charts = month.blocks?.filter(({ type }) => type === 'data_visualization') ?? [];
    expect(charts).toHaveLength(1);
    expect(charts).toMatchObject([{ title: expect.stringMatching(/ – 19 Nov$/) }]);
    const days = sumBy(salesOn('2026-10-21', '2026-11-19'), ({ salesDate }) => salesDate);
    expect(rowsOf(month)).toHaveLength(days.length);
  });
});

describe('/stock', () => {
  test('tells units, changes and days of cover as they are', async () => {
    const before = calls();
    const [own] = truth()
      .stock()
      .filter(({ productId }) => truth().productIds().includes(productId));
    const productId = own?.productId ?? '';
    const answer = await ask('/stock', `${productId} 999999999`);
    const sold = salesOn('2026-11-10', '2026-11-19')
      .filter((sale) => sale.productId === productId)
      .reduce((sum, { salesQuantity }) => sum + salesQuantity, 0);
    expect(answer.text).toContain(`Product ${productId}: ${thousands(own?.stock ?? -1)} unit`);
    expect(answer.text).toContain('Not in the stock list: 999999999.');
    // Ten days are held in this warehouse.
    const days = roundedDays(((own?.stock ?? 0) * 10) / sold, 1);
    expect(answer.text).toContain(
      `Lasts ${days.toFixed(1).replace(/\B(?=(\d{3})+\.)/, ',')} days at the pace of the 10 days of sales read since Fri 23 Oct 2026`,
    );
    expect(calls()).toBe(before);
  });

  test('low of the whole chain says what it leaves out, so that it agrees with out', async () => {
    const low = await ask('/stock', 'low 7 all');
    const [, counted = '0'] = /, (\d+) of them out of stock\. Not counted/.exec(low.text ?? '') ?? [];
    const [, others = '', left = '0'] =
      /Not counted: (\d+) products whose sales are not known, (\d+) of them out of stock\.$/.exec(
        low.text ?? '',
      ) ?? [];
    const stock = truth().stock();
    const gone = stock.filter((row) => row.stock <= 0);
    const own = new Set(salesOn('2026-11-10', '2026-11-19').map(({ productId }) => productId));
    expect(others).toBe(String(stock.filter(({ productId }) => !own.has(productId)).length));
    expect(Number(counted) + Number(left)).toBe(gone.length);
    expect((await ask('/stock', 'out all')).text).toContain(`${gone.length} products are out of stock`);
    expect((await ask('/stock', 'low 7')).text).not.toContain('Not counted');
  });

  test('out is exactly what is out', async () => {
    const own = new Set(salesOn('2026-11-10', '2026-11-19').map(({ productId }) => productId));
    const gone = truth()
      .stock()
      .filter(({ stock, productId }) => stock <= 0 && own.has(productId));
    const answer = await ask('/stock', 'out');
    expect(
      rowsOf(answer)
        .map(([id]) => id)
        .toSorted(),
    ).toEqual(gone.map(({ productId }) => productId).toSorted());
  });

  test('changes are those between the two snapshots', async () => {
    world.warehouse.clock.set(oslo('2026-11-19 09:00'));
    const before = new Map(
      truth()
        .stock()
        .map(({ productId, stock }) => [productId, stock]),
    );
    world.warehouse.clock.set(oslo('2026-11-20 09:00'));
    const changed = truth()
      .stock()
      .filter(({ productId, stock }) => before.get(productId) !== stock)
      .map(({ productId, stock }) => [productId, thousands(stock), stock - (before.get(productId) ?? 0)]);
    const rows = rowsOf(await ask('/stock', 'changes all'));
    expect(
      rows
        .map(([id, change = '', units]) => [id, units, Number(change.replace('−', '-').replace(',', ''))])
        .toSorted(),
    ).toEqual(changed.toSorted());
  });

  test('of a period is what is stored of it, and the file has each product', async () => {
    const before = calls();
    const [one, other] = truth().stock();
    const [first = '', second = ''] = [one, other].map((row) => row?.productId ?? '');
    for (const text of [`${first} this week`, `${first} denne uken`]) {
      const answer = await ask('/stock', text);
      expect(answer.text).toContain(`Stock of ${first}, 16–20 Nov`);
      expect(answer.text).toContain('No stock is stored for 16–18 Nov.');
      expect(rowsOf(answer).map(([day]) => day)).toEqual(['Thu 19 Nov 2026', 'Fri 20 Nov 2026']);
      expect(rowsOf(answer).at(-1)?.[1]).toBe(thousands(one?.stock ?? -1));
    }
    const both = await ask('/stock', `${first} ${second} 2026-11-16..2026-11-20`);
    expect(rowsOf(both).at(-1)?.[1]).toBe(thousands((one?.stock ?? 0) + (other?.stock ?? 0)));
    await click(both, 'csv');
    expect(world.files.at(-1)).toMatchObject({ rows: 4 });
    expect((await click(both, 'stock_of_it')).text).toContain('2 products: ');
    const gone = await ask('/stock', `${first} last week`);
    expect(gone.text).toContain(
      'No stock is stored for Mon 9 Nov 2026 – Sun 15 Nov 2026. The app has stock for Thu 19 Nov 2026',
    );
    expect(gone.text).toContain(`/stock ${first} 2026-11-20`);
    expect(calls()).toBe(before);
  });
});

test('/stores open now near a place counts what cannot be read', async () => {
  const answer = await ask('/stores', 'open now near 59.91,10.75');
  expect(answer.text).toMatch(/^No store open now \(09:00\)\./);
  const all = await ask('/stores', 'near 59.91,10.75');
  expect(all.text).toMatch(/^8 stores, nearest to 59\.91, 10\.75 first\./);
});

describe('/stores of one store', () => {
  const storeWhere = (fits: (store: Store) => boolean) => truth().stores().find(fits)?.storeId ?? '';
  const isOpen = ({ status }: Store) => status === 'Open';
  const isKnown = (store: Store) => isOpen(store) && hoursOn(store, '2026-11-20').kind === 'open';

  test('tells the hours of today, of the week and of the holidays', async () => {
    const answer = await ask('/stores', storeWhere(isKnown));
    const [, today, week] = answer.blocks ?? [];
    expect(answer.text).toMatch(/; Open today, Fri 20 Nov 2026: 10:00–\d\d:00$/);
    expect(today).toMatchObject({
      text: { text: expect.stringMatching(/^Open today, Fri 20 Nov 2026: 10:00–\d\d:00\n/) },
    });
    const read = week?.type === 'section' && 'text' in week ? JSON.parse(JSON.stringify(week.text)).text : '';
    const [days, title, ...holidays] = String(read).split('\n');
    expect(days).toMatch(/^Mon–Fri 10:00–\d\d:00, Sat 10:00–\d\d:00, Sun closed$/);
    expect(title).toBe('Holidays and other special days:');
    expect(holidays).toContain('Thu 24 Dec 2026: 10:00–13:00 (Julaften)');
    expect(holidays).toContain('Fri 25 Dec 2026: closed (1. juledag)');
  });

  test('says in a word that it is closed today, or not open at all', async () => {
    world.warehouse.clock.set(oslo('2026-11-22 12:00'));
    expect((await ask('/stores', storeWhere(isKnown))).text).toMatch(/; Closed today, Sun 22 Nov 2026$/);
    const closed = truth()
      .stores()
      .find((store) => !isOpen(store));
    const answer = await ask('/stores', closed?.storeId ?? '');
    expect(answer.text).toMatch(new RegExp(`; ${closed?.status}$`));
    expect(JSON.stringify(answer.blocks)).not.toMatch(/closed \(/i);
    expect(JSON.stringify((await ask('/stores', 'near 59.91,10.75')).blocks)).not.toMatch(/closed \(/i);
  });
});

describe('a button', () => {
  test('carries nothing but an id', async () => {
    const buttons = buttonsOf(await ask('/sales', 'yesterday product:1101'));
    expect(buttons.length).toBeGreaterThan(2);
    for (const { value } of buttons) expect(value).toMatch(/^[\w-]{24}$/);
  });

  test('of somebody else is refused, and so is one that has expired or never was', async () => {
    const answer = await ask('/sales', 'yesterday');
    expect((await click(answer, 'by_store', 'U0OLA')).text).toMatch(/^These buttons belong to the person/);
    await world.bench.click('answer_csv', 'no such id');
    expect(last().text).toMatch(/^This button has expired/);
    world.warehouse.clock.set(oslo('2026-11-27 09:01'));
    expect((await click(answer, 'by_store')).text).toMatch(/^This button has expired/);
  });

  test('shares in the channel once, without buttons, with who did it', async () => {
    const answer = await ask('/sales', 'yesterday');
    await click(answer, 'share');
    const [shared, told] = world.bench.answers.slice(-2);
    expect(shared).toMatchObject({ response_type: 'in_channel', text: answer.text });
    expect(JSON.stringify(shared?.blocks)).toContain('Shared by <@U0KARI>');
    expect(buttonsOf(shared ?? answer)).toEqual([]);
    expect(told).toMatchObject({ response_type: 'ephemeral', text: 'Shared in this channel.' });
    expect((await click(answer, 'share')).text).toMatch(/^This was shared a moment ago/);
    expect(world.bench.answers.filter(({ response_type: type }) => type === 'in_channel')).toHaveLength(1);
  });

  const inChannel = () => world.bench.answers.filter(({ response_type: type }) => type === 'in_channel');
  const shareIn = async (answer: GivenAnswer, channelId?: string) => {
    const button = buttonsOf(answer).find(({ action_id: id }) => id === 'answer_share');
    await world.bench.click('answer_share', button?.value ?? '', 'U0KARI', channelId);
    return last().text;
  };

  test('shares in each channel once, whatever was shared in another', async () => {
    const answer = await ask('/sales', 'yesterday');
    expect(await shareIn(answer)).toBe('Shared in this channel.');
    expect(await shareIn(answer, 'C0OTHER')).toBe('Shared in this channel.');
    expect(await shareIn(answer)).toMatch(/^This was shared a moment ago/);
    expect(await shareIn(answer, 'C0OTHER')).toMatch(/^This was shared a moment ago/);
    expect(inChannel()).toHaveLength(2);
  });

  test.each([404, 'invalid_blocks'])('shares again at once what Slack did not take: %s', async (refusal) => {
    const answer = await ask('/sales', 'yesterday');
    world.bench.refuseWith(refusal, refusal, refusal, refusal);
    expect(await shareIn(answer)).toMatch(/did not take the answer for this channel, so it is not there/);
    expect(inChannel()).toHaveLength(0);
    expect(await shareIn(answer)).toBe('Shared in this channel.');
    expect(inChannel()).toHaveLength(1);
  });

  test.each(['lost', 500, 503, 'internal_error'])(
    'sends a shared answer once when that of Slack is %s, and says that it may be there',
    async (fault) => {
      const answer = await ask('/sales', 'yesterday');
      const before = world.bench.attempts.length;
      world.bench.refuseWith(fault);
      expect(await shareIn(answer)).toMatch(/it may be there/);
      expect(await shareIn(answer)).toMatch(/has not said whether it arrived/);
      const sent = world.bench.attempts.slice(before).filter((each) => each.response_type === 'in_channel');
      expect(sent).toHaveLength(1);
      world.warehouse.clock.set(world.warehouse.clock.now() + 60_000);
      expect(await shareIn(answer)).toBe('Shared in this channel.');
    },
  );

  test('does not share where it may not be', async () => {
    const answer = await ask('/sales', 'yesterday');
    world.shareRefusals.push('Not in this channel.');
    expect((await click(answer, 'share')).text).toBe('Not in this channel.');
    expect(world.bench.answers.some(({ response_type: type }) => type === 'in_channel')).toBe(false);
  });

  test('sends all rows as a file, to the millilitre', async () => {
    const told = await click(await ask('/sales', 'yesterday'), 'csv');
    const products = largestFirst(sumBy(salesOn('2026-11-19'), ({ productId }) => productId));
    expect(told.text).toContain(`${products.length} rows are in \`sales-2026-11-19-by-product.csv\``);
    const [head = '', ...lines] = (world.files[0]?.text ?? '').slice(1).trim().split('\r\n');
    expect(head).toMatch(/^productId,productName,litres,items,/);
    expect(lines.map((line) => line.split(',').slice(0, 4))).toEqual(
      products.map(({ key, millilitres, quantity }) => [
        key,
        '',
        String(millilitres / 1000),
        String(quantity),
      ]),
    );
  });

  test('says what to do where files cannot be sent', async () => {
    world.fileOutcomes.push({ kind: 'refused', code: 'missing_scope' });
    expect((await click(await ask('/sales', 'yesterday'), 'csv')).text).toContain('files:write');
  });
});

test('recent questions are those of the person, the newest first, nothing twice', async () => {
  for (const text of ['yesterday', 'last week', 'yesterday']) {
    world.warehouse.clock.set(world.warehouse.clock.now() + 1_000);
    await ask('/sales', text);
  }
  const asker = { teamId: 'T0BENCH', userId: 'U0KARI' };
  const recent = await world.questionRepository.recentQuestions(asker, 10);
  expect(recent.map(({ question }) => 'days' in question && question.days)).toEqual([
    { from: '2026-11-19', to: '2026-11-19' },
    { from: '2026-11-09', to: '2026-11-15' },
  ]);
  expect(await world.questionRepository.recentQuestions({ ...asker, userId: 'U0OLA' }, 10)).toEqual([]);
});

test('/sales of days before all others says from when there are sales', async () => {
  const { text } = await ask('/sales', '2020-01-01');
  expect(text).toBe(
    'No sales, Wed 1 Jan 2020: the data service has no sales from then, and the app has them from Tue 10 Nov 2026.',
  );
});

test('/sales takes no little word for a store', async () => {
  const { text } = await ask('/sales', 'yesterday');
  expect((await ask('/sales', 'hva har vi solgt i går')).text).toBe(text);
  expect((await ask('/sales', 'as of yesterday')).text).toBe(text);
  expect((await ask('/sales', 'ål')).text).toContain('"ål" is not something /sales knows.');
});
