import { describe, expect, test } from 'vitest';
import { ALL_ROWS } from '../../../../bot/ask/asking.ts';
import { buildNameIndex } from '../../../../bot/parse/nameIndex.ts';
import { askStock } from '../../../../bot/stock/asking.ts';
import { saveSnapshot } from '../../../../bot/stock/import/snapshots.ts';
import { createStockReader } from '../../../../bot/stock/reader.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { stockRow } from '../../../support/bot/databases.ts';
import { pick, type Random, randomBy } from '../../../support/bot/fuzz/mutate.ts';
import { startSalesDatabase } from '../../../support/bot/salesDatabase.ts';
import { calendar } from '../../../support/bot/time.ts';
import { readerOf } from '../../../support/bot/viewFigures.ts';
import { longRuns } from '../../../support/property.ts';
import { seedOfRun } from '../../../support/seed.ts';

const QUESTIONS = longRuns(2_000);

const NOW = '2026-11-20 09:00';
const TODAY = '2026-11-20';
const DAY_BEFORE = '2026-11-19';
const WEEK_AGO = '2026-11-12';
/** Stock is stored of these days. */
const DAYS = ['2026-11-02', '2026-11-11', WEEK_AGO, '2026-11-16', DAY_BEFORE, TODAY];
/** Of which the pace is: all of them are stored, those without sales too. */
const WINDOW = ['2026-10-23', '2026-11-19'] as const;
const WINDOW_DAYS = 28;
const FOREIGN = ['900001', '900002', '900003'];

/** A product's stock by day, what was sold of it, and how it is ordered; `sold` is undefined where nobody knows. */
interface Product {
  readonly id: string;
  readonly units: ReadonlyMap<string, number>;
  readonly sold: number | undefined;
  readonly leadDays: number | undefined;
  readonly packSize: number | undefined;
}

const unitsOn = ({ units }: Product, day = TODAY) => units.get(day);
const now = (product: Product) => unitsOn(product) ?? Number.NaN;
const before = (product: Product) => unitsOn(product, DAY_BEFORE);

function coverOf(product: Product): number | undefined {
  const { sold } = product;
  if (sold === undefined) return undefined;
  if (now(product) <= 0) return 0;
  return sold > 0 ? (now(product) * WINDOW_DAYS) / sold : undefined;
}

function orderOf(product: Product) {
  const { sold = 0, leadDays, packSize } = product;
  const stock = Math.max(0, now(product));
  if (leadDays === undefined || sold <= 0) return undefined;
  const lacking = sold * (leadDays + 14) - stock * WINDOW_DAYS;
  if (lacking <= 0) return undefined;
  const packs = Math.ceil(lacking / (WINDOW_DAYS * (packSize ?? 1)));
  const goneAfter = Math.floor((stock * WINDOW_DAYS) / sold);
  return {
    quantity: packs * (packSize ?? 1),
    packs: packSize === undefined ? undefined : packs,
    by: workingDayBy(calendar.addDays(TODAY, goneAfter - leadDays)),
  };
}

/** Holidays of the months in which orders can be due. */
const HOLIDAYS = ['2026-12-25', '2026-12-26', '2027-01-01', '2027-03-25', '2027-03-26', '2027-03-29'];

function workingDayBy(day: string): string {
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
  return isWeekend || HOLIDAYS.includes(day) ? workingDayBy(calendar.addDays(day, -1)) : day;
}

const isLow = (product: Product) => now(product) > 0 && (coverOf(product) ?? 99) < 7;
const isUnsold = (product: Product) => product.sold !== undefined && product.sold <= 0 && now(product) > 0;
const changed = (product: Product) => now(product) - (before(product) ?? now(product));

/** How many stores have so many units. */
const storesWith = (units: number) => (units > 0 ? Math.ceil(units / 20) : 0);
/** At least two stores and a tenth of them are without it since a week ago. */
function isLost(product: Product): boolean {
  const [stores, earlier] = [storesWith(now(product)), storesWith(unitsOn(product, WEEK_AGO) ?? 0)];
  return now(product) > 0 && stores <= earlier - 2 && stores <= earlier * 0.9;
}

/** What the sections of an overview count. */
const SECTIONS: readonly (readonly [words: RegExp, of: (product: Product) => boolean])[] = [
  [/(\d+) out of stock/, (product) => now(product) <= 0],
  [/(\d+) running low/, isLow],
  [
    /\((\d+) to order\)/,
    (product) => (coverOf(product) ?? 99) < 7 && (product.sold ?? 0) > 0 && product.leadDays !== undefined,
  ],
  [/(\d+) falling/, (product) => now(product) > 0 && changed(product) < 0],
  [/(\d+) in fewer stores/, isLost],
  [/(\d+) rising/, (product) => changed(product) > 0 && (before(product) ?? 0) > 0],
  [/(\d+) back in stock/, (product) => now(product) > 0 && (before(product) ?? 1) <= 0],
];

/** A question as it is typed, and the products that its rows have. */
interface Asked {
  readonly typed: string;
  readonly kind: Kind;
  /** The products it is about, listed or not. */
  readonly among: (product: Product) => boolean;
  readonly listed: (product: Product) => boolean;
}

const KINDS = ['overview', 'out', 'low', 'fewer', 'over', 'changes', 'products', 'one', 'history'] as const;
type Kind = (typeof KINDS)[number];

function drawQuestion(random: Random, products: readonly Product[]): Asked {
  const one = () => pick(random, products as [Product, ...Product[]]).id;
  const number = (most: number) => 1 + Math.floor(random() * most);
  const ids = [...new Set([one(), one(), one()])];
  const isThose = ({ id }: Product) => ids.includes(id);
  const kind = pick(random, KINDS);
  if (kind === 'products' || kind === 'one') {
    const some = kind === 'one' ? ids.slice(0, 1) : ids;
    const among = ({ id }: Product) => some.includes(id);
    return { typed: some.join(' '), kind, among, listed: among };
  }
  if (kind === 'history') {
    const typed = `${ids.join(' ')} ${pick(random, [`${DAYS[1]}..${TODAY}`, '2026-11-10..2026-11-17'])}`;
    return { typed, kind, among: isThose, listed: isThose };
  }
  const isMine = random() < 0.5;
  const chosen = pick(random, [
    () => ({ words: isMine ? '' : 'all', of: (product: Product) => !isMine || product.sold !== undefined }),
    () => {
      const id = one();
      const of = (product: Product) => (!isMine || product.sold !== undefined) && product.id !== id;
      return { words: `${isMine ? '' : 'all '}without ${id}`, of };
    },
    ...(kind === 'overview' ? [] : [() => ({ words: ids.join(' '), of: isThose })]),
  ])();
  const limit = number(kind === 'fewer' ? 400 : 20);
  const lists = {
    overview: { word: chosen.words.startsWith('all') ? '' : 'mine', of: () => true },
    out: { word: 'out', of: (product: Product) => now(product) <= 0 },
    low: {
      word: `low ${limit}`,
      of: (product: Product) => (coverOf(product) ?? Number.POSITIVE_INFINITY) < limit,
    },
    fewer: { word: `low ${limit} units`, of: (product: Product) => now(product) < limit },
    over: {
      word: `over ${limit}`,
      of: (product: Product) => (coverOf(product) ?? 0) > limit || isUnsold(product),
    },
    changes: { word: 'changes', of: (product: Product) => changed(product) !== 0 },
  };
  const { word, of } = lists[kind];
  const typed = [word, chosen.words].filter((each) => each !== '').join(' ');
  return { typed, kind, among: chosen.of, listed: (product) => chosen.of(product) && of(product) };
}

describe.each(DATABASE_PLACES)('stock held in $name', ({ open }) => {
  const place = usePlace(open);

  test(`${QUESTIONS} questions have the figures of the rows, in the answer and its file`, async () => {
    const setup = await startSalesDatabase(place, NOW, { stores: 3, products: 8 });
    await setup.sync({ historyDays: 40 });
    const random = randomBy(seedOfRun());
    const { truth } = setup.sandbox;
    const sold = Map.groupBy(truth.sales(...WINDOW), ({ productId }) => productId);
    const products = [...truth.productIds(), ...FOREIGN].map((id, at): Product => {
      const isOwn = at < truth.productIds().length;
      const sum = (sold.get(id) ?? []).reduce((all, { salesQuantity }) => all + salesQuantity, 0);
      // Some are out, some short, some plenty; some days don't list them.
      const level = () => pick(random, [0, 0, -1, number(random, 60), number(random, 900)]);
      const days = DAYS.filter((day) => day === TODAY || random() < 0.85);
      return {
        id,
        units: new Map(days.map((day) => [day, level()])),
        sold: isOwn ? sum : undefined,
        leadDays: isOwn && at % 3 !== 0 ? at : undefined,
        packSize: at % 2 === 0 ? 6 : undefined,
      };
    });
    for (const day of DAYS) {
      const rows = products.flatMap((product) => {
        const units = unitsOn(product, day);
        return units === undefined
          ? []
          : [stockRow(product.id, units, { numberOfStoresWithStock: storesWith(units) })];
      });
      await saveSnapshot(setup.database, day, rows, 1);
    }
    const listed = products.filter(({ leadDays }) => leadDays !== undefined);
    for (const { id, leadDays = null, packSize = null } of listed) {
      const row = { id, number: Number(id), name: '', group: '', lead_days: leadDays, pack_size: packSize };
      await setup.database.insertInto('products').values(row).execute();
    }
    const asking = askStock({
      stock: createStockReader(setup.database, setup.reader, calendar),
      directory: { all: async () => [], stored: () => undefined, refresh: async () => {} },
      idsNamed: () => [],
      lack: async () => undefined,
    });
    const [names, stores] = await Promise.all([buildNameIndex([]), buildNameIndex([])]);
    const reading = { vocabulary: { products: names, stores }, calendar, now: setup.clock.now() };
    const reader = readerOf('text', { today: TODAY });
    const kinds = new Map<string, number>();
    for (let at = 0; at < QUESTIONS; at += 1) {
      const asked = drawQuestion(random, products);
      const question = asking.parse(asked.typed, reading);
      if (question.kind === 'form' || question.kind === 'help') throw new Error(asked.typed);
      const answer = await asking.answer(question, { asker: 'kari', may: () => true, most: ALL_ROWS });
      const { columns, rows } = asking.sheet(answer, reader);
      const file = [...rows].map((row) => new Map(columns.map(({ title }, nth) => [title, row[nth]])));
      const { text } = asking.view(answer, reader);
      if (asked.kind === 'history') expectHistory(asked, products, file, text);
      else expectFigures(asked, products, file, text);
      kinds.set(asked.kind, (kinds.get(asked.kind) ?? 0) + 1);
    }
    expect(Math.min(...KINDS.map((kind) => kinds.get(kind) ?? 0)), [...kinds].join(' ')).toBeGreaterThan(5);
  });
});

function number(random: Random, most: number): number {
  return 1 + Math.floor(random() * most);
}

type File = readonly ReadonlyMap<string, string | number | undefined>[];

const inWords = (count: number) => count.toLocaleString('en');
const signed = (change: number) =>
  `${change === 0 ? '±' : change > 0 ? '+' : '−'}${inWords(Math.abs(change))}`;

function expectFigures(asked: Asked, products: readonly Product[], file: File, text: string): void {
  const { typed, kind } = asked;
  const rows = products.filter(asked.listed);
  const byId = (of: readonly (readonly unknown[])[]) =>
    of.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1));
  const titles = ['Units', 'Units (day before)', 'Units (week before)', 'Units sold (basis for cover)'];
  const ofOrders = ['Order (units)', 'Order (cases)', 'Order by'];
  const wanted = rows.map((product) => {
    const order = orderOf(product);
    const lasts = coverOf(product);
    return [
      product.id,
      lasts === undefined ? undefined : expect.closeTo(lasts, 2),
      ...[now(product), before(product), unitsOn(product, WEEK_AGO)],
      product.sold === 0 ? undefined : product.sold,
      ...[order?.quantity, order?.packs, order?.by],
    ];
  });
  const found = file.map((row) => [
    ...['Product number', 'Days of cover', ...titles, ...ofOrders].map((title) => row.get(title)),
  ]);
  expect(byId(found), typed).toEqual(byId(wanted));
  if (kind === 'one' || (kind === 'products' && rows.length === 1)) {
    const [product] = rows;
    if (product === undefined) throw new Error(typed);
    const isOut = now(product) <= 0;
    expect(text, typed).toContain(isOut ? 'has been out of stock since' : `: ${inWords(now(product))} unit`);
    const order = orderOf(product);
    expect(/Order ([\d,]+)/.exec(text)?.[1], typed).toBe(order && inWords(order.quantity));
    return;
  }
  const among = products.filter(asked.among);
  if (kind === 'overview' || kind === 'products') {
    const sum = (day: string) => among.reduce((all, product) => all + (unitsOn(product, day) ?? 0), 0);
    const isOn = (day: string) => among.some((product) => unitsOn(product, day) !== undefined);
    const changes = [
      ...(isOn(DAY_BEFORE) ? [`${signed(sum(TODAY) - sum(DAY_BEFORE))} since 19 Nov`] : []),
      ...(isOn(WEEK_AGO) ? [`${signed(sum(TODAY) - sum(WEEK_AGO))} since 12 Nov`] : []),
    ].join(', ');
    expect(text, typed).toMatch(new RegExp(`^${inWords(sum(TODAY)).replace('-', '[−-]')} unit`));
    if (changes !== '') expect(text, typed).toContain(`(${changes})`);
    for (const [words, of] of SECTIONS) {
      const count = among.filter(of).length;
      const isAllOut = String(words).includes('out of') && count === among.length;
      if (isAllOut) expect(text, typed).toContain('Everything is out of stock');
      else expect(Number(words.exec(text)?.[1] ?? 0), `${typed}: ${words} in ${text}`).toBe(count);
    }
    return;
  }
  const toOrder = kind === 'low' ? rows.filter((product) => orderOf(product) !== undefined).length : 0;
  expect(Number(/\((\d+) to order\)/.exec(text)?.[1] ?? 0), typed).toBe(toOrder);
  const isOver = kind === 'over';
  const counted = isOver ? rows.filter((product) => !isUnsold(product)) : rows;
  const said = counted.length === 0 ? /^(?:None|No product|Stock hasn't changed)/ : undefined;
  const first = kind === 'changes' ? `Stock changed for ${counted.length} ` : `${counted.length} `;
  if (said === undefined) expect(text.startsWith(first), `${typed}: ${text}`).toBe(true);
  else expect(text, typed).toMatch(said);
}

function expectHistory(
  { typed, among }: Asked,
  products: readonly Product[],
  file: File,
  text: string,
): void {
  const [from = '', to = ''] = typed.match(/\d{4}-\d\d-\d\d/g) ?? [];
  const days = DAYS.filter((day) => day >= from && day <= to);
  const wanted = days.flatMap((day) =>
    products.filter(among).flatMap((product) => {
      const units = unitsOn(product, day);
      return units === undefined ? [] : [`${day} ${product.id} ${units}`];
    }),
  );
  const found = file.map((row) =>
    ['Stock date', 'Product number', 'Units'].map((title) => row.get(title)).join(' '),
  );
  expect(found.toSorted(), typed).toEqual(wanted.toSorted());
  const last = days.findLast((day) => wanted.some((row) => row.startsWith(day)));
  const sum = products.filter(among).reduce((all, product) => all + (unitsOn(product, last) ?? 0), 0);
  expect(text, typed).toMatch(new RegExp(`\\. ${inWords(sum).replace('-', '[−-]')} unit`));
}
