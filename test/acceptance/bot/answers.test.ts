import { isoWeekOf } from 'retail-data-client/calendar/calendar';
import { type SandboxTruth, startSandbox, type TruthSale } from 'retail-data-client/sandbox';
import { hoursOn } from 'retail-data-client/stores/openingHours';
import { expect, test } from 'vitest';
import { oslo } from '../../support/bot/time.ts';
import { FILLED_SANDBOX } from '../../support/filled.ts';
import { type FileRow, fileIn } from '../../support/slack/tables.ts';
import { namedProducts, type Outcome, startTestBot, type TestBot } from '../../support/testBot.ts';

async function rowsOf(bot: TestBot, answer: Outcome): Promise<FileRow[]> {
  return fileIn(await bot.kari.click(answer, 'All rows')).rows;
}

const numberIn = (row: FileRow, column: string) => (row[column] === '' ? undefined : Number(row[column]));

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const weekdayOf = (day: string) => new Date(`${day}T00:00Z`).getUTCDay();

/** What sales are grouped by, each with what a row of the file has of it. */
const GROUPINGS = {
  product: { column: 'productNumber', keyOf: ({ productId }: TruthSale) => productId },
  store: { column: 'storeNumber', keyOf: ({ storeId }: TruthSale) => storeId },
  day: { column: 'day', keyOf: ({ salesDate }: TruthSale) => salesDate },
  week: { column: 'week', keyOf: ({ salesDate }: TruthSale) => isoWeekOf(salesDate) },
  month: { column: 'month', keyOf: ({ salesDate }: TruthSale) => salesDate.slice(0, 7) },
  weekday: { column: 'weekday', keyOf: ({ salesDate }: TruthSale) => WEEKDAYS[weekdayOf(salesDate)] ?? '' },
} as const;
type Grouping = keyof typeof GROUPINGS;

const litresOf = (sales: readonly TruthSale[]) =>
  sales.reduce((sum, { millilitres }) => sum + millilitres, 0) / 1_000;
const itemsOf = (sales: readonly TruthSale[]) =>
  sales.reduce((sum, { salesQuantity }) => sum + salesQuantity, 0);
const returned = (sales: readonly TruthSale[]) => sales.filter(({ salesQuantity }) => salesQuantity < 0);

/** Figures of a row of a file: litres, items, those of returns, occurrences. */
function figuresOf(sales: readonly TruthSale[]): number[] {
  const back = returned(sales);
  return [litresOf(sales), itemsOf(sales), 0 - litresOf(back), 0 - itemsOf(back), sales.length];
}
const FIGURES = ['litres', 'units', 'returnedLitres', 'returnedUnits', 'salesLines'];

function grouped(sales: readonly TruthSale[], by: readonly Grouping[]): Map<string, TruthSale[]> {
  return Map.groupBy(sales, (sale) => by.map((each) => GROUPINGS[each].keyOf(sale)).join(' '));
}
const keyIn = (row: FileRow, by: readonly Grouping[]) =>
  by.map((each) => row[GROUPINGS[each].column]).join(' ');

interface Asked {
  readonly days: readonly [from: string, to: string];
  readonly by?: readonly Grouping[];
  readonly of?: (sale: TruthSale) => boolean;
}

const YESTERDAY = ['2026-11-19', '2026-11-19'] as const;
const LAST_WEEK = ['2026-11-09', '2026-11-15'] as const;
const MONTH = ['2026-10-21', '2026-11-19'] as const;

/** A chain of which thirty days are stored; older ones come from the service. It is Friday 20 November 2026. */
async function startSmall() {
  const bot = await startTestBot({ from: 'empty', service: { stores: 8, products: 12 } });
  const { truth } = bot.service;
  const groups = new Map(namedProducts(bot.service).map(({ id, group }) => [id, group]));
  const groupOf = ({ productId }: TruthSale) => groups.get(productId) ?? 'No group';
  const inGroup = (name: string) => (sale: TruthSale) => groupOf(sale) === name;
  const [first = '', second = ''] = truth.productIds();
  const [store = '', other = ''] = truth.storeIds();
  const salesOf = ({ days, of = () => true }: Asked) => truth.sales(...days).filter(of);
  return { bot, salesOf, groupOf, inGroup, first, second, store, other };
}

/** Litres as a sentence writes them. */
const written = (litres: number) => {
  const digits = litres !== 0 && Math.abs(litres) < 0.05 ? 3 : 1;
  return `${litres.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} l`;
};

/** The total as a sentence writes it. */
const inWords = (sales: readonly TruthSale[]) =>
  new RegExp(`${written(litresOf(sales))}\\*?[,.] ${itemsOf(sales).toLocaleString('en')} units`);

type Small = Awaited<ReturnType<typeof startSmall>>;

test('sales are the sums, ranks and comparisons of the sales there are, however they are chosen and grouped', async () => {
  const small = await startSmall();
  await expectSums(small);
  await expectRanks(small);
  await expectSides(small);
});

async function expectSums({
  bot,
  salesOf,
  groupOf,
  inGroup,
  first,
  second,
  store,
  other,
}: Small): Promise<void> {
  const gin = inGroup('Gin');
  const cases: Readonly<Record<string, Asked>> = {
    'yesterday by:product': { days: YESTERDAY },
    'yesterday by:store': { days: YESTERDAY, by: ['store'] },
    'last week by:day': { days: LAST_WEEK, by: ['day'] },
    'last 30 days by:week': { days: MONTH, by: ['week'] },
    'last 30 days by:weekday': { days: MONTH, by: ['weekday'] },
    // Begins before what is stored.
    '2026-10-05..2026-11-19 by:month': { days: ['2026-10-05', '2026-11-19'], by: ['month'] },
    '2026-05-01..2026-05-31 by:day': { days: ['2026-05-01', '2026-05-31'], by: ['day'] },
    'last week by:store by:day': { days: LAST_WEEK, by: ['day', 'store'] },
    'last 30 days by:weekday by:product': { days: MONTH, by: ['product', 'weekday'] },
    '2026-09-28..2026-10-11 by:store by:week': { days: ['2026-09-28', '2026-10-11'], by: ['store', 'week'] },
    'gin last week by:store': { days: LAST_WEEK, by: ['store'], of: gin },
    'group:gin,riesling last week by:product': {
      days: LAST_WEEK,
      of: (sale) => gin(sale) || inGroup('Riesling')(sale),
    },
    'fjord last week by:product': {
      days: LAST_WEEK,
      of: ({ productId }) =>
        namedProducts(bot.service).some(({ id, name }) => id === productId && name.startsWith('Fjord')),
    },
    [`product:${Number(first)},${second} store:${Number(store)} last 30 days by:week`]: {
      days: MONTH,
      by: ['week'],
      of: ({ productId, storeId }) => [first, second].includes(productId) && storeId === store,
    },
    [`last week by:product without store:${store},${other}`]: {
      days: LAST_WEEK,
      of: ({ storeId }) => ![store, other].includes(storeId),
    },
    'last 30 days without gin by:store': { days: MONTH, by: ['store'], of: (sale) => !gin(sale) },
    [`store:${store} 2026-10-01..2026-10-31 without gin by:product`]: {
      days: ['2026-10-01', '2026-10-31'],
      of: (sale) => !gin(sale) && sale.storeId === store,
    },
  };
  for (const [typed, asked] of Object.entries(cases)) {
    const sales = salesOf(asked);
    const { by = ['product'] } = asked;
    const before = bot.service.requests.length;
    const answer = await bot.kari.type('/sales', typed);
    if (asked.days[0] >= MONTH[0]) expect.soft(bot.service.requests, typed).toHaveLength(before);
    const rows = await rowsOf(bot, answer);
    const found = new Map(rows.map((row) => [keyIn(row, by), FIGURES.map((name) => Number(row[name]))]));
    const sold = [...grouped(sales, by)].map(([key, of]) => [key, figuresOf(of)] as const);
    // A day on which others were sold has a row.
    for (const [key, [, , , , occurrences]] of found) if (occurrences === 0) found.delete(key);
    expect.soft(found, typed).toEqual(new Map(sold));
    expect.soft(answer.text, typed).toMatch(inWords(sales));
    if (by.length > 1) continue;
    const isRanked = by[0] === 'product' || by[0] === 'store';
    const order = rows.map((row) => (isRanked ? -Number(row.litres) : keyIn(row, by)));
    const sorted = order.toSorted(isRanked ? numerically : undefined);
    const inOrder = by[0] === 'weekday' ? WEEKDAYS.slice(1, 7) : isRanked ? sorted : sorted.toReversed();
    expect.soft(order, typed).toEqual(inOrder);
  }
  const groups = await rowsOf(bot, await bot.kari.type('/sales', 'last week by:group'));
  expect(new Map(groups.map((row) => [row.group, Number(row.litres)]))).toEqual(
    new Map(
      [...Map.groupBy(salesOf({ days: LAST_WEEK }), groupOf)].map(([group, of]) => [group, litresOf(of)]),
    ),
  );
}

test('a period whose first days are older than what is stored, and whose last has no sales yet, is whole but for that one', async () => {
  const late = '2026-11-19';
  const bot = await startTestBot({
    from: 'empty',
    service: { stores: 8, products: 12, emptyDays: [late] },
  });
  const { text } = await bot.kari.type('/sales', `2026-10-05..${late} by:product`);
  expect(text).toMatch(inWords(bot.service.truth.sales('2026-10-05', '2026-11-18')));
  expect(text).toContain('not fetched yet and not included: 19 Nov');
  // The overview has no total of a part.
  const overview = await bot.kari.type('/sales', `2026-10-05..${late}`);
  expect(overview.text).toContain('No sales have arrived for 19 Nov.');
  expect(overview.text).not.toMatch(/units? of|Compared|%/);
});

test('a holiday or Sunday older than the store is a day on which stores were closed', async () => {
  const bot = await startTestBot();
  for (const day of ['2015-12-25', '2015-12-27']) {
    const { text } = await bot.kari.type('/sales', day);
    expect(text, day).toContain('the stores were closed, or nothing was sold');
  }
  expect((await bot.kari.type('/sales', '2015-12-28')).text).not.toContain('closed, or nothing was sold');
});

function numerically(one: unknown, other: unknown): number {
  return Number(one) - Number(other);
}

/** The largest, those that came back and shares are those of all sales. */
async function expectRanks({ bot, salesOf }: Small): Promise<void> {
  const ranked = (asked: Asked, of: (sales: readonly TruthSale[]) => number) =>
    [...grouped(salesOf(asked), asked.by ?? ['product'])]
      .map(([key, sales]) => [key, of(sales)] as const)
      .toSorted(([, one], [, other]) => other - one);
  const ask = async (typed: string, ...by: Grouping[]) => {
    const answer = await bot.kari.type('/sales', typed);
    const rows = await rowsOf(bot, answer);
    const keys = rows.map((row) => keyIn(row, by.length === 0 ? ['product'] : by));
    return { text: answer.text, rows, keys };
  };
  const keys = (of: readonly (readonly [string, number])[]) => of.map(([key]) => key);

  const products = ranked({ days: LAST_WEEK }, litresOf);
  const top = await ask('last week top 3');
  expect(top.keys).toEqual(keys(products.slice(0, 3)));
  expect(top.text).toContain(`${products.length - 3} more products not shown`);
  expect(top.text).toMatch(inWords(salesOf({ days: LAST_WEEK })));

  const back = ranked({ days: MONTH }, (sales) => 0 - litresOf(returned(sales))).filter(
    ([, litres]) => litres > 0,
  );
  expect(back.length).toBeGreaterThan(3);
  const all = await ask('last 30 days returns');
  expect(all.rows.map((row) => [row.productNumber, Number(row.returnedLitres)])).toEqual(back);
  expect((await ask('last 30 days returns top 2')).keys).toEqual(keys(back.slice(0, 2)));

  const both = ranked({ days: LAST_WEEK, by: ['store', 'product'] }, litresOf);
  expect((await ask('last week by:store by:product top 5', 'store', 'product')).keys).toEqual(
    keys(both.slice(0, 5)),
  );

  const stores = ranked({ days: MONTH, by: ['store'] }, litresOf);
  const whole = litresOf(salesOf({ days: MONTH }));
  expect((await ask('last 30 days percent by:store', 'store')).rows.map((row) => Number(row.share))).toEqual(
    stores.map(([, litres]) => Math.round((litres / whole) * 1_000) / 10),
  );
  // The mean of the days on which stores were open; of a weekday, of its own.
  const openDays = (sales: readonly TruthSale[]) => new Set(sales.map(({ salesDate }) => salesDate)).size;
  for (const [of, days] of [
    ['store', openDays(salesOf({ days: MONTH }))],
    ['weekday', undefined],
  ] as const) {
    const means = (await ask(`last 30 days average by:${of}`, of)).rows;
    const sold = [...grouped(salesOf({ days: MONTH }), [of])];
    expect(means.map((row) => [keyIn(row, [of]), Number(row.litresPerOpenDay)]).toSorted()).toEqual(
      sold
        .map(([key, sales]) => [
          key,
          Math.round(Math.round(litresOf(sales) * 1_000) / (days ?? openDays(sales))) / 1_000,
        ])
        .toSorted(),
    );
  }
  const [[best = '', litres = 0] = []] = products;
  const share = ((litres / litresOf(salesOf({ days: LAST_WEEK }))) * 100).toFixed(1);
  const alone = await bot.kari.type('/sales', `product:${best} last week percent by:product`);
  expect(alone.text).toContain(`${share}% of all sales, ${written(litresOf(salesOf({ days: LAST_WEEK })))}`);
}

/** Two periods and two sides stand beside each other with their own sums. */
async function expectSides({ bot, salesOf, inGroup, store, other }: Small): Promise<void> {
  const before = ['2026-10-14', '2026-10-20'] as const;
  const both = 'compare last week with 2026-10-14..2026-10-20';
  const compared = [
    ...(['product', 'store', 'weekday'] as const).map((by) => ({
      typed: `${both} by:${by}`,
      by,
      periods: [LAST_WEEK, before],
      of: () => true,
    })),
    // Of which some products were sold on one of the two days only.
    {
      typed: `compare 2026-11-18 with 2026-11-17 store:${store}`,
      by: 'product',
      periods: [
        ['2026-11-18', '2026-11-18'],
        ['2026-11-17', '2026-11-17'],
      ],
      of: (sale: TruthSale) => sale.storeId === store,
    },
  ] as const;
  for (const { typed, by, periods, of } of compared) {
    const rows = await rowsOf(bot, await bot.kari.type('/sales', typed));
    const [now, then] = periods.map((days) => grouped(salesOf({ days, of }), [by]));
    const wanted = [...new Set([...(now?.keys() ?? []), ...(then?.keys() ?? [])])].map((key) => [
      key,
      ...[now, then].map((period) => litresOf(period?.get(key) ?? [])),
      ...[now, then].map((period) => itemsOf(period?.get(key) ?? [])),
    ]);
    const found = rows.map((row) => [
      keyIn(row, [by]),
      ...['litres', 'litresEarlier', 'units', 'unitsEarlier'].map((name) => Number(row[name])),
    ]);
    expect.soft(found.toSorted(), typed).toEqual(wanted.toSorted());
  }
  // Days stand beside those of their weekday: the first Wednesday beside the first, the second beside the second.
  const days = await rowsOf(
    bot,
    await bot.kari.type('/sales', 'compare 2026-11-11..2026-11-19 with 2026-10-27..2026-11-04 by:day'),
  );
  const onDay = (day: string) => (day === '–' ? 0 : litresOf(salesOf({ days: [day, day] })));
  const pairs = [
    ['2026-11-19', '–'],
    ['2026-11-18', '2026-11-04'],
    ['2026-11-17', '2026-10-27'],
    ['2026-11-16', '2026-11-02'],
    ['2026-11-14', '2026-10-31'],
    ['2026-11-13', '2026-10-30'],
    ['2026-11-12', '2026-10-29'],
    ['2026-11-11', '2026-10-28'],
    ['–', '2026-11-03'],
  ] as const;
  expect(days.map((row) => [row.day, row.dayEarlier, Number(row.litres), Number(row.litresEarlier)])).toEqual(
    pairs.map(([day, before]) => [day, before, onDay(day), onDay(before)]),
  );
  // Too few days to have each weekday: the same dates of two years.
  const christmas = await bot.kari.type('/sales', 'compare christmas by:day');
  expect(christmas.text).toMatch(/Wed 24 Dec 2025 \/ 24 Dec +\| [\d,.]+ .*\| [+−][\d.]+%/);
  // Unlike open days: the means of an open day are compared.
  const month = await bot.kari.type('/sales', 'compare october with september');
  const perDay = (of: readonly [string, string]) => {
    const sales = salesOf({ days: of });
    return litresOf(sales) / new Set(sales.map(({ salesDate }) => salesDate)).size;
  };
  const [october, september] = [perDay(['2026-10-01', '2026-10-31']), perDay(['2026-09-01', '2026-09-30'])];
  const percent = (((october - september) / september) * 100).toFixed(1).replace('-', '−');
  expect(month.text).toMatch(new RegExp(`Per open day \\(27, previously 26\\).*\\(\\+?${percent}%\\)`));

  const gin = inGroup('Gin');
  const cider = inGroup('Cider');
  const sides = await rowsOf(bot, await bot.kari.type('/sales', 'gin vs cider last week by:day'));
  for (const [name, of] of [
    ['gin', gin],
    ['cider', cider],
  ] as const) {
    const found = sides.filter((row) => row.selection?.startsWith(name) && row.salesLines !== '0');
    const wanted = grouped(salesOf({ days: LAST_WEEK, of }), ['day']);
    expect(found.map((row) => [row.day, Number(row.litres)])).toEqual(
      [...wanted].map(([day, sales]) => [day, litresOf(sales)]).toReversed(),
    );
  }
  const typed = `store:${store} vs store:${other} without gin yesterday`;
  const stores = await bot.kari.type('/sales', typed);
  const sold = [store, other].map((id) =>
    salesOf({ days: YESTERDAY, of: (sale) => sale.storeId === id && !gin(sale) }),
  );
  for (const of of sold) expect(stores.text).toMatch(inWords(of));
  const [one = 0, two = 0] = sold.map(litresOf);
  expect(stores.text).toContain(`${signed(one - two, 1)} l`);
  const found = (await rowsOf(bot, await bot.kari.type('/sales', `${typed} by:product`)))
    .filter(({ salesLines }) => salesLines !== '0')
    .map((row) => [row.selection?.split(' ')[0], row.productNumber, Number(row.litres)]);
  const wanted = [...grouped(sold.flat(), ['store', 'product'])].map(([key, of]) => [
    ...key.split(' '),
    litresOf(of),
  ]);
  expect(found.toSorted()).toEqual(wanted.toSorted());
}

/** What the service knows at another time. */
async function truthAt<T>(time: string, look: (truth: SandboxTruth) => T): Promise<T> {
  const sandbox = await startSandbox({ ...FILLED_SANDBOX, now: () => oslo(time) });
  const found = look(sandbox.truth);
  await sandbox.close();
  return found;
}

test('stock stands beside that of the day before and of a week ago, with the days that it lasts', async () => {
  const bot = await startTestBot({ at: '2026-11-26 08:45' });
  await bot.moveTo('08:49');
  await bot.stop();
  bot.clock.set(oslo('2026-11-27 08:45'));
  await bot.restart();
  await bot.moveTo('08:49');
  const { truth } = bot.service;
  const unitsOn = async (day: string) =>
    new Map(
      await truthAt(`${day} 08:49`, (then) =>
        then.stock().map(({ productId, stock }) => [productId, stock] as const),
      ),
    );
  const [today, dayBefore, weekAgo] = [
    await unitsOn('2026-11-27'),
    await unitsOn('2026-11-26'),
    await unitsOn('2026-11-20'),
  ];
  const sold = Map.groupBy(truth.sales('2026-10-30', '2026-11-26'), ({ productId }) => productId);
  const own = new Set(truth.productIds());
  const all = truth.stock().map(({ productId }) => {
    const units = today.get(productId) ?? Number.NaN;
    const items = own.has(productId) ? itemsOf(sold.get(productId) ?? []) : undefined;
    const lasts = items === undefined || items <= 0 ? undefined : (units * 28) / items;
    const before = dayBefore.get(productId) ?? Number.NaN;
    const cover = units <= 0 && items !== undefined ? 0 : lasts;
    return { productId, units, before, weekAgo: weekAgo.get(productId), cover, items };
  });
  const mine = all.filter(({ productId }) => own.has(productId));
  type Level = (typeof all)[number];
  const falls = ({ units, before }: Level) => units - before;
  const cases: readonly (readonly [typed: string, of: Level[], rank?: (level: Level) => number])[] = [
    ['mine', mine, ({ cover = Number.POSITIVE_INFINITY }) => cover],
    ['all', all],
    ['out', mine.filter(({ units }) => units <= 0), ({ items = 0 }) => -items],
    ['out all', all.filter(({ units }) => units <= 0)],
    ['low 7', mine.filter(({ cover = 99 }) => cover < 7)],
    ['over 9', mine.filter(({ cover = 0 }) => cover > 9), ({ cover = 0 }) => -cover],
    ['changes', mine.filter((level) => falls(level) !== 0), (level) => -Math.abs(falls(level))],
    ['changes all', all.filter((level) => falls(level) !== 0), (level) => -Math.abs(falls(level))],
  ];
  const calls = bot.service.requests.length;
  for (const [typed, levels, rank] of cases) {
    const rows = await rowsOf(bot, await bot.kari.type('/stock', typed));
    const found = rows.map((row) => ({
      productId: row.productNumber ?? '',
      units: Number(row.units),
      before: Number(row.unitsDayBefore),
      weekAgo: Number(row.unitsWeekBefore),
      cover: numberIn(row, 'daysOfCover'),
      items: numberIn(row, 'unitsSoldBasisForCover'),
    }));
    const byId = <Each extends { readonly productId: string }>(of: readonly Each[]) =>
      of.toSorted((one, other) => (one.productId < other.productId ? -1 : 1));
    const wanted = levels.map((level) => ({
      ...level,
      cover: level.cover === undefined ? undefined : expect.closeTo(level.cover, 2),
    }));
    expect.soft(byId(found), typed).toEqual(byId(wanted));
    const by = rows.map(({ orderBy = '' }) => orderBy || 'last');
    if (typed === 'low 7') expect.soft(by, typed).toEqual(by.toSorted());
    if (rank === undefined) continue;
    const ranks = found.map(rank);
    expect.soft(ranks, typed).toEqual(ranks.toSorted(numerically));
  }

  expect(bot.service.requests).toHaveLength(calls);
  const outOf = (levels: readonly Level[]) => levels.filter(({ units }) => units <= 0).length;
  const known = all.filter(({ items }) => items !== undefined);
  expect((await bot.kari.type('/stock', 'low 7 all')).text).toContain(
    `Not counted: ${all.length - known.length} products with unknown sales, ${outOf(all) - outOf(known)} of them out of stock.`,
  );

  const total = (of: (level: Level) => number) => mine.reduce((sum, level) => sum + of(level), 0);
  const overview = await bot.kari.type('/stock', 'mine');
  const newlyOut = mine.filter(({ units, before }) => units <= 0 && before > 0).length;
  expect(overview.text).toContain(
    `*${total(({ units }) => units).toLocaleString('en')} units* of your ${mine.length} products (${signed(total(falls))} since 26 Nov, ${signed(total(({ units, weekAgo = 0 }) => units - weekAgo))} since 20 Nov)`,
  );

  const [fallen, back] = [
    mine
      .filter((level) => level.units > 0 && falls(level) < 0)
      .toSorted((one, other) => falls(one) - falls(other)),
    mine.filter(({ units, before }) => units > 0 && before <= 0),
  ];
  const inStock = mine.filter(({ units }) => units > 0);
  const low = inStock
    .filter(({ cover = 99 }) => cover < 7)
    .toSorted(({ cover: one = 0 }, { cover: other = 0 }) => one - other);
  const risen = mine
    .filter((level) => falls(level) > 0 && level.before > 0)
    .toSorted((one, other) => falls(other) - falls(one));
  const first = ([level]: readonly Level[]) => level?.productId ?? 'none';
  for (const said of [
    `*${mine.length - inStock.length} out of stock* (${newlyOut} new since 26 Nov)\n`,
    `*${low.length} running low* (less than 7 days of cover)\n  • ${first(low)} `,
    `*${fallen.length} falling*\n  • ${first(fallen)} `,
    `*${risen.length} rising*\n  • ${first(risen)} `,
    `*${back.length} back in stock*\n`,
  ])
    expect.soft(overview.text).toContain(said);

  const [id = ''] = truth.productIds();
  const history = await bot.kari.type('/stock', `${id} 2026-11-15..2026-11-27`);
  const days = ['17', '18', '19', '20', '26', '27'].map((date) => `2026-11-${date}`);
  const stored: (string | number | undefined)[][] = [];
  for (const day of days) stored.push([day, (await unitsOn(day)).get(id)]);
  expect((await rowsOf(bot, history)).map((row) => [row.stockDate, Number(row.units)])).toEqual(stored);
  expect(history.text).toContain('No stock is stored for 15–16 Nov, 21–25 Nov.');

  // A product alone has the change of its week that /sales has.
  const one = await bot.kari.type('/stock', id);
  const soldIn = (from: string, to: string) =>
    itemsOf((sold.get(id) ?? []).filter(({ salesDate }) => from <= salesDate && salesDate <= to));
  const [recent, before] = [soldIn('2026-11-20', '2026-11-26'), soldIn('2026-11-13', '2026-11-19')];
  const change = signed((recent / before - 1) * 100, 1);
  expect(one.text).toContain(`Sold ${recent.toLocaleString('en')} units in the last 7 days`);
  expect(one.text).toContain(`: ${change}% compared with the 7 days before`);
});

function signed(amount: number, decimals = 0): string {
  const digits = Math.abs(amount).toLocaleString('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return amount < 0 ? `−${digits}` : `+${digits}`;
}

test('stores are those that are open then, or near, or so called', async () => {
  const bot = await startTestBot();
  const stores = bot.service.truth.stores();
  const openOn = (day: string, time?: string) =>
    stores.flatMap((store) => {
      const hours = hoursOn(store, day);
      const isOpen =
        hours.kind === 'open' && (time === undefined || (hours.opens <= time && time < hours.closes));
      return isOpen ? [store.storeId] : [];
    });
  const closedOn = (day: string) =>
    stores.flatMap((store) => {
      const isCounted = store.status === 'Open' || store.status === 'Temporarily closed';
      return isCounted && hoursOn(store, day).kind === 'closed' ? [store.storeId] : [];
    });
  const called = (words: string) =>
    stores.flatMap(({ storeId, storeName, address }) =>
      [storeName, address.city].some((name) => name.toLowerCase().includes(words)) ? [storeId] : [],
    );
  const cases = {
    'open today': openOn('2026-11-20'),
    'open at 12': openOn('2026-11-20', '12:00'),
    'open tomorrow at 15': openOn('2026-11-21', '15:00'),
    'open monday kl 9': openOn('2026-11-23', '09:00'),
    'open 24 december': openOn('2026-12-24'),
    'open 1 october': openOn('2027-10-01'),
    'open langfredag': openOn('2027-03-26'),
    'closed sunday oslo': closedOn('2026-11-22').filter((id) => called('oslo').includes(id)),
    'oslo bergen': [...called('oslo'), ...called('bergen')],
    'oslo without 143': called('oslo').filter((id) => id !== '143'),
    as: stores.flatMap(({ storeId, storeName, address }) =>
      [storeName, address.city].some((name) => /(?<!\p{L})ås(?!\p{L})/iu.test(name)) ? [storeId] : [],
    ),
    OSLO: called('oslo'),
    tromsoe: called('tromsø'),
    // Beginnings of words, as for /sales; inside words where none begins so.
    'berg open friday': openOn('2026-11-20').filter((id) => called('bergen').includes(id)),
    'sberg open friday': openOn('2026-11-20').filter((id) => called('sberg').includes(id)),
  };
  for (const [typed, wanted] of Object.entries(cases)) {
    const answer = await bot.kari.type('/stores', typed);
    if (wanted.length === 0) expect.soft(answer.text, typed).toContain('No store open');
    else if (answer.text.includes('[All rows]')) {
      const rows = await rowsOf(bot, answer);
      expect.soft(rows.map(({ storeNumber }) => storeNumber).toSorted(), typed).toEqual(wanted.toSorted());
    } else for (const id of wanted) expect.soft(answer.text, typed).toContain(id);
  }

  const near = await rowsOf(bot, await bot.kari.type('/stores', 'near oslo'));
  const distances = near.map((row) => Number(row.kilometres));
  expect(distances).toEqual(distances.toSorted(numerically));
  expect(near.length).toBe(stores.length);
  expect(near.find(({ city }) => city === 'Bergen')?.kilometres).toMatch(/^30[0-9]\./);
});
