import { isoWeekOf } from 'retail-data-client/calendar/calendar';
import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { TruthSale } from 'retail-data-client/sandbox';
import { describe, expect, test } from 'vitest';
import { ALL_ROWS } from '../../../../bot/ask/asking.ts';
import { buildNameIndex } from '../../../../bot/parse/nameIndex.ts';
import { askSales } from '../../../../bot/sales/asking.ts';
import { createLiveSales } from '../../../../bot/sales/live/turns.ts';
import { daysIn } from '../../../../bot/text/dayRange.ts';
import { createUnderWay } from '../../../../bot/workers/underWay.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { pick, type Random, randomBy } from '../../../support/bot/fuzz/mutate.ts';
import { startSalesDatabase } from '../../../support/bot/salesDatabase.ts';
import { calendar } from '../../../support/bot/time.ts';
import { readerOf } from '../../../support/bot/viewFigures.ts';
import { isLong, seedOfRun } from '../../../support/seed.ts';
import { createTestClient } from '../../../support/testClient.ts';

const QUESTIONS = isLong ? 3_000 : 300;
const CHANGES = isLong ? 1_000 : 100;

/** Forty days are stored then; older ones come from the service, which has three years. */
const NOW = '2027-01-08 09:00';
const STORED_DAYS = 40;
const NOTHING_SOLD = { from: '2025-02-01', to: '2025-02-28' };

type Days = readonly [from: string, to: string];

const PERIODS: readonly [Days, ...Days[]] = [
  ['2027-01-07', '2027-01-07'],
  // New Year, Christmas, Easter, and the days on which clocks change.
  ['2026-12-21', '2027-01-03'],
  ['2026-12-28', '2027-01-03'],
  ['2025-12-29', '2026-01-04'],
  ['2026-12-24', '2026-12-26'],
  ['2026-03-30', '2026-04-05'],
  ['2025-04-14', '2025-04-20'],
  ['2026-10-19', '2026-11-01'],
  ['2026-03-29', '2026-03-29'],
  // Half of it is stored, a whole month isn't, and nothing was sold.
  ['2026-11-20', '2026-12-05'],
  ['2026-09-01', '2026-09-30'],
  ['2025-02-01', '2025-02-28'],
  ['2025-02-10', '2025-03-09'],
  // Before the service has any sales.
  ['2023-12-04', '2023-12-10'],
  ['2023-12-20', '2024-01-20'],
];

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The columns of a file that say what a row is, and what they are for a sale. */
const ROWS = {
  product: { column: 'Product number', keyOf: ({ productId }: TruthSale) => productId },
  store: { column: 'Store number', keyOf: ({ storeId }: TruthSale) => storeId },
  group: { column: 'Group', keyOf: (sale: TruthSale) => groupOf(sale.productId) },
  day: { column: 'Day', keyOf: ({ salesDate }: TruthSale) => salesDate },
  week: { column: 'Week', keyOf: ({ salesDate }: TruthSale) => isoWeekOf(salesDate) },
  month: { column: 'Month', keyOf: ({ salesDate }: TruthSale) => salesDate.slice(0, 7) },
  weekday: {
    column: 'Weekday',
    keyOf: ({ salesDate }: TruthSale) => WEEKDAYS[new Date(`${salesDate}T00:00Z`).getUTCDay()] ?? '',
  },
} as const;
type By = keyof typeof ROWS;
const BY = Object.keys(ROWS) as [By, ...By[]];

function groupOf(productId: string): string {
  return Number(productId) % 2 === 0 ? 'Even' : 'Odd';
}

/** Words that narrow a period to weekdays; Sunday is 0. */
const ONLY: readonly [readonly [string, readonly number[]], ...(readonly [string, readonly number[]])[]] = [
  ['saturdays', [6]],
  ['mandager og fredager', [1, 5]],
  ['i helgene', [0, 6]],
  ['workdays', [1, 2, 3, 4, 5]],
];

function isOn(day: string, weekdays: readonly number[]): boolean {
  return weekdays.includes(new Date(`${day}T00:00Z`).getUTCDay());
}

/** A question as it is typed, and what it is of. */
interface Asked {
  readonly typed: string;
  readonly days: Days;
  /** Undefined for all. */
  readonly weekdays?: readonly number[];
  readonly against?: Days;
  readonly by: readonly By[];
  readonly of: (sale: TruthSale) => boolean;
  readonly sides?: readonly ((sale: TruthSale) => boolean)[];
  readonly top?: number;
  readonly isOfReturns?: boolean;
  readonly isOfShares?: boolean;
}

function randomDays(random: Random): Days {
  if (random() < 0.6) return pick(random, PERIODS);
  const to = calendar.addDays('2027-01-07', -Math.floor(random() * 700));
  const from = calendar.addDays(to, -Math.floor(random() * 20));
  // Which of its days had no sales at all isn't known of one store or product: open days are the calendar's.
  const isPartlySold = from <= NOTHING_SOLD.to && to >= NOTHING_SOLD.from;
  return isPartlySold ? [NOTHING_SOLD.from, NOTHING_SOLD.to] : [from, to];
}

/** A question why something changed. */
function drawChange(random: Random, products: readonly string[], stores: readonly string[]): Asked {
  for (;;) {
    const asked = drawQuestion(random, products, stores);
    if (asked.against !== undefined)
      return { ...asked, typed: asked.typed.replace(/ by:\w+/, pick(random, [' why', ' hvorfor'])) };
  }
}

/** A question, in a third of cases of some weekdays of its periods. */
function drawQuestion(random: Random, products: readonly string[], stores: readonly string[]): Asked {
  const asked = drawDays(random, products, stores);
  const [words, weekdays] = pick(random, ONLY);
  const periods = asked.against === undefined ? [asked.days] : [asked.days, asked.against];
  const have = periods.every(([from, to]) => daysIn({ from, to }).some((day) => isOn(day, weekdays)));
  return have && random() < 0.33 ? { ...asked, typed: `${asked.typed} ${words}`, weekdays } : asked;
}

function drawDays(random: Random, products: readonly string[], stores: readonly string[]): Asked {
  const among = (all: readonly string[]) => pick(random, all as [string, ...string[]]);
  const [days, other] = [randomDays(random), randomDays(random)].toSorted(([, one], [, to]) =>
    one < to ? 1 : -1,
  ) as [Days, Days];
  const against = random() < 0.4 && other[1] < days[0] ? other : undefined;
  const chosen = pick(random, [
    () => ({ words: '', of: () => true }),
    () => {
      const [one, other] = [among(products), among(products)];
      const of = ({ productId }: TruthSale) => productId === one || productId === other;
      return { words: `product:${one},${other}`, of };
    },
    () => {
      const [store, product] = [among(stores), among(products)];
      const of = (sale: TruthSale) => sale.storeId === store && sale.productId !== product;
      return { words: `store:${store} without product:${product}`, of };
    },
    () => {
      const store = among(stores);
      return { words: `without store:${store}`, of: ({ storeId }: TruthSale) => storeId !== store };
    },
  ])();
  if (against !== undefined) {
    const by = pick(random, ['product', 'store', 'weekday', 'group'] as const);
    const typed = `compare ${days.join('..')} with ${against.join('..')} ${chosen.words} by:${by}`;
    return { typed, days, against, by: [by], of: chosen.of };
  }
  const [first, second] = [pick(random, BY), pick(random, BY)];
  if (random() < 0.15) {
    const [one, other] = [stores[0] ?? '', stores[1] ?? ''];
    const isOf = (store: string) => (sale: TruthSale) => sale.storeId === store;
    const typed = `store:${one} vs store:${other} ${days.join('..')} by:product`;
    const sides = [isOf(one), isOf(other)];
    return { typed, days, by: ['product'], of: (sale) => sides.some((side) => side(sale)), sides };
  }
  const isPair = random() < 0.25 && first !== second;
  const by = isPair ? [first, second] : [first];
  const extra = random();
  const top = extra < 0.2 ? 3 : undefined;
  const isOfReturns = extra >= 0.2 && extra < 0.35;
  const isOfShares = extra >= 0.35 && extra < 0.5;
  const words = [
    top === undefined ? '' : `top ${top}`,
    isOfReturns ? 'returns' : '',
    isOfShares ? 'percent' : '',
    chosen.words,
    ...by.map((each) => `by:${each}`),
  ];
  const typed = [days.join('..'), ...words].filter((word) => word !== '').join(' ');
  return { typed, days, by, of: chosen.of, ...(top && { top }), isOfReturns, isOfShares };
}

/** Sums of sales, in whole millilitres and units. */
function summed(sales: readonly TruthSale[]) {
  const sum = (of: (sale: TruthSale) => number) => sales.reduce((total, sale) => total + of(sale), 0);
  return {
    millilitres: sum(({ millilitres }) => millilitres),
    units: sum(({ salesQuantity }) => salesQuantity),
    returned: sum(({ millilitres }) => Math.max(0, -millilitres)),
    returnedUnits: sum(({ salesQuantity }) => Math.max(0, -salesQuantity)),
    lines: sales.length,
  };
}
type Sum = ReturnType<typeof summed>;

/** Litres as every sentence and table writes them. */
function litres(millilitres: number): string {
  const digits = millilitres !== 0 && Math.abs(millilitres) < 50 ? 3 : 1;
  const written = Math.abs(millilitres / 1_000).toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${millilitres < 0 ? '−' : ''}${written} l`;
}

function counted(units: number): string {
  return units.toLocaleString('en').replace('-', '−');
}

/** A change in per cent with one decimal; per open day where these differ; undefined for few units. */
function percent(now: Sum, before: Sum, openDays: number, openDaysBefore: number): number | undefined {
  if (before.units < 10 || before.millilitres <= 0) return undefined;
  return ((now.millilitres * openDaysBefore) / (before.millilitres * openDays) - 1) * 100;
}

describe.each(DATABASE_PLACES)('sales held in $name', ({ open }) => {
  const place = usePlace(open);

  test(`${QUESTIONS} questions and ${CHANGES} changes have the figures of the rows, in the answer and its file`, async () => {
    const emptyDays = daysIn(NOTHING_SOLD);
    const setup = await startSalesDatabase(place, NOW, { stores: 3, products: 5, emptyDays });
    await setup.sync({ historyDays: STORED_DAYS });
    const { truth } = setup.sandbox;
    const salesOf = cached((days: Days) => truth.sales(...days));
    const asking = askOf(setup);
    const [products, stores] = await Promise.all([buildNameIndex([]), buildNameIndex([])]);
    const reading = { vocabulary: { products, stores }, calendar, now: setup.clock.now() };
    const reader = readerOf('text', { today: '2027-01-08' });
    const random = randomBy(seedOfRun());
    const kinds = new Map<string, number>();
    for (let at = 0; at < QUESTIONS + CHANGES; at += 1) {
      const draw = at < QUESTIONS ? drawQuestion : drawChange;
      const asked = draw(random, truth.productIds(), truth.storeIds());
      const question = asking.parse(asked.typed, reading);
      if (question.command !== 'sales' || !('days' in question)) throw new Error(asked.typed);
      const of = (days: Days) => {
        const { weekdays } = asked;
        const sales = sinceFirst(asked, days, salesOf(days));
        return weekdays === undefined ? sales : sales.filter(({ salesDate }) => isOn(salesDate, weekdays));
      };
      const all = of(asked.days);
      const before = asked.against === undefined ? undefined : of(asked.against);
      const answer = await asking.answer(question, { asker: 'kari', may: () => true, most: ALL_ROWS });
      const { columns, rows } = asking.sheet(answer, reader);
      const file = [...rows].map((row) => new Map(columns.map(({ title }, nth) => [title, row[nth]])));
      const { text } = asking.view(answer, reader);
      const kind =
        before === undefined
          ? expectOne(asked, all, file, text)
          : at < QUESTIONS
            ? expectTwo(asked, all, before, file, text)
            : expectReasons(asked, all, before, file, text);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    // Each kind of question is drawn.
    expect(Math.min(...KINDS.map((kind) => kinds.get(kind) ?? 0)), [...kinds].join(' ')).toBeGreaterThan(2);
  });
});

/** More open days than a holiday can explain. */
const GAP_DAYS = 6;

/**
 * What is known of a period: the service's answer for one store or product doesn't show other sales. Where its own begin
 * well within the period, the app says so, and counts the open days from then on.
 */
function sinceFirst(asked: Asked, [from]: Days, sales: readonly TruthSale[]): readonly TruthSale[] {
  const isOfOne = /(store|product):[^,]+( |$)/.test(asked.typed.replace(/without \S+/g, ''));
  const [first] = sales
    .filter(asked.of)
    .map(({ salesDate }) => salesDate)
    .toSorted();
  if (!isOfOne || first === undefined || asked.sides !== undefined) return sales;
  const gap = daysIn({ from, to: first })
    .slice(0, -1)
    .filter((day) => isOpenDay(dayOf(day)));
  return gap.length > GAP_DAYS ? sales.filter(({ salesDate }) => salesDate >= first) : sales;
}

const KINDS = [
  'none',
  'sums',
  'ranks',
  'returns',
  'shares',
  'sides',
  'compared',
  'not compared',
  'reasons',
] as const;
type Kind = (typeof KINDS)[number];
type File = readonly ReadonlyMap<string, string | number | undefined>[];

const keyIn = (row: File[number], by: readonly By[]) =>
  by.map((each) => row.get(ROWS[each].column)).join(' ');
const grouped = (sales: readonly TruthSale[], by: readonly By[]) =>
  Map.groupBy(sales, (sale) => by.map((each) => ROWS[each].keyOf(sale)).join(' '));

/** Litres, units, those of returns, and lines of a row of a file. */
const inFile = (row: File[number]) =>
  ['Litres', 'Units', 'Returned litres', 'Returned units', 'Sales lines'].map((title) => row.get(title));
const inRows = ({ millilitres, units, returned, returnedUnits, lines }: Sum) => [
  millilitres / 1_000,
  units,
  returned / 1_000,
  returnedUnits,
  lines,
];

function expectOne(asked: Asked, all: readonly TruthSale[], file: File, text: string): Kind {
  const { typed, by, top, isOfReturns = false } = asked;
  const sales = all.filter(asked.of);
  const total = summed(sales);
  const groups = [...grouped(sales, by)].map(([key, of]) => [key, summed(of)] as const);
  // A day on which only others were sold has a row of 0.
  const rows = file.filter((row) => row.get('Sales lines') !== 0);
  if (sales.length === 0) {
    expect(text, typed).toMatch(/^No sales/);
    return 'none';
  }
  if (asked.sides !== undefined) {
    const wanted = asked.sides.flatMap((side) =>
      [...grouped(sales.filter(side), by)].map(([key, of]) => [key, ...inRows(summed(of))]),
    );
    expect(rows.map((row) => [keyIn(row, by), ...inFile(row)]).toSorted(), typed).toEqual(wanted.toSorted());
    for (const side of asked.sides) {
      const { millilitres, units } = summed(sales.filter(side));
      expect(text, typed).toContain(`: ${litres(millilitres)}, ${counted(units)} unit`);
    }
    return 'sides';
  }
  const kept = isOfReturns
    ? groups.filter(([, { returned, returnedUnits }]) => returned + returnedUnits > 0)
    : groups;
  const volume = (sum: Sum) => (isOfReturns ? sum.returned : sum.millilitres);
  if (isOfReturns && kept.length === 0) {
    expect(text, typed).toMatch(/^No returns/);
    return 'none';
  }
  const [shown, units] = [volume(total), isOfReturns ? total.returnedUnits : total.units];
  expect(text, typed).toContain(`: ${litres(shown)}. ${counted(units)} unit`);
  const found = new Map(rows.map((row) => [keyIn(row, by), inFile(row)]));
  if (top !== undefined) {
    const ranked = groups.map(([, sum]) => sum.millilitres / 1_000).toSorted((one, other) => other - one);
    const wanted = ranked.slice(0, top);
    const isQuiet = by[0] === 'day' && file.length > rows.length;
    if (!isQuiet)
      expect(
        rows.map((row) => row.get('Litres')),
        typed,
      ).toEqual(wanted);
    const truth = new Map(groups.map(([key, sum]) => [key, inRows(sum)]));
    for (const [key, figures] of found) expect(figures, typed).toEqual(truth.get(key));
    return 'ranks';
  }
  expect(found, typed).toEqual(new Map(kept.map(([key, sum]) => [key, inRows(sum)])));
  if (asked.isOfShares === true) {
    for (const row of rows) {
      const part = summed(grouped(sales, by).get(keyIn(row, by)) ?? []).millilitres;
      const whole = total.millilitres;
      const share = whole > 0 ? Math.round((part / whole) * 1_000) / 10 : undefined;
      if (file.length > 1) expect(row.get('Share (%)'), typed).toBe(share);
    }
    return 'shares';
  }
  return isOfReturns ? 'returns' : 'sums';
}

function expectTwo(
  asked: Asked,
  all: readonly TruthSale[],
  allBefore: readonly TruthSale[],
  file: File,
  text: string,
): Kind {
  const { typed, by } = asked;
  const [sales, before] = [all.filter(asked.of), allBefore.filter(asked.of)];
  const [total, totalBefore] = [summed(sales), summed(before)];
  if (sales.length + before.length === 0) {
    expect(text, typed).toMatch(/^No sales/);
    return 'none';
  }
  expect(text, typed).toContain(`: ${litres(total.millilitres)}`);
  expect(text, typed).toContain(`: ${litres(totalBefore.millilitres)}, ${counted(totalBefore.units)} unit`);
  const [rows, rowsBefore] = [grouped(sales, by), grouped(before, by)];
  // A weekday on which only others were sold has a row of 0, and what is sold and returned may be 0 too.
  const isSome = ([, ...figures]: readonly unknown[]) => figures.some((figure) => (figure ?? 0) !== 0);
  const wanted = [...new Set([...rows.keys(), ...rowsBefore.keys()])]
    .map((key) => {
      const [now, then] = [summed(rows.get(key) ?? []), summed(rowsBefore.get(key) ?? [])];
      return [key, now.millilitres / 1_000, then.millilitres / 1_000, now.units, then.units];
    })
    .filter(isSome);
  const earlier = asked.against?.join('..') ?? '';
  const period = earlier.replace(/^(.*)\.\.\1$/, '$1');
  const titles = ['Litres', `Litres (${period})`, 'Units', `Units (${period})`];
  const found = file.map((row) => [keyIn(row, by), ...titles.map((title) => row.get(title))]).filter(isSome);
  expect(found.toSorted(), typed).toEqual(wanted.toSorted());
  if (!text.includes('Change: ')) {
    expect(text, typed).toContain('No change is shown.');
    expect(
      file.every((row) => row.get('Change in litres') === undefined),
      typed,
    ).toBe(true);
    return 'not compared';
  }
  const daysOf = (of: readonly TruthSale[]) => new Set(of.map(({ salesDate }) => salesDate)).size;
  const openDays = [daysOf(all), daysOf(allBefore)] as const;
  const exact = percent(total, totalBefore, ...openDays);
  const change = exact === undefined ? undefined : Math.round(exact * 10) / 10;
  const sign = change === undefined ? '' : change > 0 ? '+' : change < 0 ? '−' : '±';
  const each = openDays[0] === openDays[1] ? '' : ' per open day';
  const written = change === 0 ? '0' : Math.abs(change ?? 0).toFixed(1);
  const heading = change === undefined ? '.' : ` (${sign}${written}%${each}).`;
  expect(text, typed).toContain(`: ${litres(total.millilitres)}${heading}`);
  const weekday = (key: string, of: readonly TruthSale[]) =>
    daysOf(of.filter((sale) => ROWS.weekday.keyOf(sale) === key));
  for (const row of file) {
    const key = keyIn(row, by);
    const [now, then] = [summed(rows.get(key) ?? []), summed(rowsBefore.get(key) ?? [])];
    const days = by[0] === 'weekday' ? [weekday(key, all), weekday(key, allBefore)] : openDays;
    const [open = 0, openBefore = 0] = days;
    if (open === 0 || openBefore === 0) continue;
    const of = [...row.keys()].find((title) => /^Change.*%/.test(title)) ?? '';
    const change = percent(now, then, open, openBefore);
    if (change === undefined) expect(row.get(of), `${typed}: ${key}`).toBeUndefined();
    // Of two tenths that are as near, either is right.
    else expect(Math.abs(Number(row.get(of)) - change), `${typed}: ${key}`).toBeLessThan(0.050_001);
    expect(row.get('Change in litres'), typed).toBe((now.millilitres - then.millilitres) / 1_000);
  }
  return 'compared';
}

/** Products and stores each make up the whole change. */
function expectReasons(
  { typed, of }: Asked,
  all: readonly TruthSale[],
  allBefore: readonly TruthSale[],
  file: File,
  text: string,
): Kind {
  const [sales, before] = [all.filter(of), allBefore.filter(of)];
  if (sales.length + before.length === 0) {
    expect(text, typed).toMatch(/^No sales/);
    return 'none';
  }
  const change = summed(sales).millilitres - summed(before).millilitres;
  const found = (what: string) => file.filter((row) => row.get('Product or store') === what);
  for (const by of ['product', 'store'] as const) {
    const [rows, rowsBefore] = [grouped(sales, [by]), grouped(before, [by])];
    const wanted = [...new Set([...rows.keys(), ...rowsBefore.keys()])].map((key) => {
      const [now, then] = [summed(rows.get(key) ?? []), summed(rowsBefore.get(key) ?? [])];
      return [key, now.millilitres / 1_000, (now.millilitres - then.millilitres) / 1_000];
    });
    const listed = found(by).map((row) => ['Number', 'Litres', 'Change in litres'].map((of) => row.get(of)));
    expect(listed.toSorted(), typed).toEqual(wanted.toSorted());
    const sum = found(by).reduce(
      (total, row) => total + Math.round(Number(row.get('Change in litres')) * 1_000),
      0,
    );
    expect(sum, typed).toBe(change);
  }
  return text.includes('Change: ') ? 'reasons' : 'not compared';
}

function askOf(setup: Awaited<ReturnType<typeof startSalesDatabase>>) {
  const { sandbox, clock, reader } = setup;
  const client = createTestClient({ baseUrl: sandbox.url, subscriptionKey: sandbox.subscriptionKey });
  return askSales({
    sales: reader,
    live: createLiveSales(client, setup.clock, createUnderWay()),
    briefly: createLiveSales(client, setup.clock, createUnderWay()),
    calendar,
    clock,
    stores: () => undefined,
    idsNamed: () => [],
    groupOf,
    daysOut: async () => new Map(),
  });
}

/** Keeps what was looked up. */
function cached<Value>(read: (days: Days) => Value): (days: Days) => Value {
  const known = new Map<string, Value>();
  return (days) => {
    const value = known.get(days.join()) ?? read(days);
    known.set(days.join(), value);
    return value;
  };
}
