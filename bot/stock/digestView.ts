import type { AnswerReader, Reader } from '../ask/reader.ts';
import { type BannerWords, bannerBlocks, statusBanner } from '../digest/banner.ts';
import { digestButtons } from '../digest/buttons.ts';
import type { DigestFrame } from '../digest/kind.ts';
import type { Formatter } from '../language/formatter.ts';
import type { Catalog, Language } from '../language/language.ts';
import { onlyGroup, type Selection } from '../parse/selection.ts';
import { context, escapeMrkdwn, header, type Message, section, withoutMarks } from '../slack/message.ts';
import { type Cell, type Column, type Table, topRows } from '../slack/table.ts';
import { coverDays, roundedDays, type StockRow } from './daysOfCover.ts';
import { type DigestList, isLow, type StockDigest } from './digest.ts';
import { LOW_DAYS } from './question.ts';
import { reorderOf } from './reorder.ts';
import { orderInSentence } from './view/reorder.ts';
import { unitsChart } from './view/unitsChart.ts';
import { stockWords } from './words/words.ts';

/** The stock digest, with what needs action first; readable in ten seconds on a phone. */
export function stockDigestMessage(digest: StockDigest, frame: DigestFrame, reader: AnswerReader): Message {
  const { t } = reader.language;
  const words = stockWords(t).digest;
  const title = words.title(digest.businessDate);
  const banner = statusBanner(bannerWords(t), digest.businessDate, frame.timeliness, reader.timeZone, t);
  const sums = sumsOf(digest, t);
  const action = actionLines(digest, frame, reader);
  return {
    text: [
      ...(banner === undefined ? [] : [banner]),
      `${title}: ${[...action, ...sums].map(withoutMarks).join('; ')}`,
    ].join(' '),
    blocks: [
      header(title),
      ...bannerBlocks(banner, frame.timeliness),
      ...(action.length === 0 ? [] : [section(action.join('\n'))]),
      section(sums.join('\n')),
      ...topRows(tableOf(digest, reader), reader.rendering).blocks,
      ...unitsChart(digest.totals.products === 0 ? [] : digest.history, reader),
      ...digestButtons(frame, t),
      context(sourceOf(digest, frame, reader).join(' · ')),
    ],
  };
}

/** Sentences about stock that is late or older than it should be. */
export function bannerWords(t: Catalog): BannerWords {
  const { lateService, quiet, old, unreached, updating } = stockWords(t).digest.banner;
  return {
    lateService,
    quiet,
    unrefreshed(day, { wanted, isUpdating = false, isUnreached = false }) {
      if (isUpdating) return updating(day, wanted);
      return isUnreached ? unreached(day) : old(day);
    },
  };
}

/** Units, products and, where changed, stores, with their change since the day before and a week ago. */
function sumsOf(digest: StockDigest, t: Catalog): string[] {
  const words = stockWords(t).digest;
  const { totals, before, weekAgo, ownUnknown, scope } = digest;
  if (totals.products === 0) return [ownUnknown || scope === 'all' ? words.empty : words.noneOf[scope]];
  const changes = (of: (totals: StockDigest['totals']) => number) =>
    [before, weekAgo].flatMap((earlier) =>
      earlier === undefined ? [] : [{ by: of(totals) - of(earlier), since: earlier.businessDate }],
    );
  return [
    words.units(
      totals.units,
      changes(({ units }) => units),
    ),
    // Leave out a number that stays the same every morning.
    ...(before === undefined || before.mostStores === totals.mostStores
      ? []
      : [
          words.stores(
            totals.mostStores,
            changes(({ mostStores }) => mostStores),
          ),
        ]),
    words.products(
      totals.inStock,
      totals.products,
      changes(({ inStock }) => inStock),
    ),
  ];
}

/** Products that a line lists; the table has the rest. */
export const NAMED = 2;

function actionLines(digest: StockDigest, { timeliness }: DigestFrame, reader: AnswerReader): string[] {
  const words = stockWords(reader.language.t).digest;
  const { totals, before, out, newlyOut, low, falls, back, changed } = digest;
  if (totals.products === 0) return [];
  const fresh = timeliness.kind === 'onTime' || timeliness.kind === 'late';
  const named = <Facts extends object>({ count, top }: DigestList, facts: (product: StockRow) => Facts) => ({
    count,
    named: top.slice(0, NAMED).map((product) => ({ name: nameOf(product, reader), ...facts(product) })),
  });
  const lines: string[] = [];
  const newly =
    newlyOut > 0 && before !== undefined ? { count: newlyOut, since: before.businessDate } : undefined;
  if (out.count === totals.products) lines.push(words.everythingOut(out.count, newly));
  else if (out.count > 0)
    lines.push(
      words.out(
        named(out, () => ({})),
        newly,
      ),
    );
  if (low.count > 0) {
    lines.push(
      words.low(
        LOW_DAYS,
        named(low, ({ cover }) => ({ days: roundedDays(coverDays(cover) ?? 0, 1) })),
      ),
    );
  }
  if (out.count === 0 && low.count === 0) {
    lines.push(digest.window === undefined ? words.nothingOut : words.nothingOutOrLow(LOW_DAYS));
  }
  if (digest.orders.count > 0) lines.push(ordersLine(digest, reader));
  if (falls.count > 0) {
    lines.push(words.falls(named(falls, ({ stock, dayBefore }) => ({ by: stock - (dayBefore ?? 0) }))));
  }
  if (back.count > 0) lines.push(words.back(named(back, ({ stock }) => ({ stock }))));
  if (before === undefined) lines.push(words.first);
  else if (changed === 0 && fresh) lines.push(words.unchanged(before.businessDate));
  return lines;
}

function ordersLine({ orders, businessDate }: StockDigest, reader: AnswerReader): string {
  const named = orders.top.slice(0, NAMED).flatMap((product) => {
    const order = reorderOf(product, businessDate);
    if (order === undefined) return [];
    return [{ name: nameOf(product, reader), order: orderInSentence(order, reader.today, reader.language) }];
  });
  return stockWords(reader.language.t).digest.orders({ count: orders.count, named });
}

const NAME_CHARACTERS = 40;

function nameOf({ productId }: StockRow, { products }: Reader): string {
  return escapeMrkdwn(products.label(productId, NAME_CHARACTERS), NAME_CHARACTERS);
}

const ROWS = 15;
/** Most urgent first. Each kind gets `least` rows before any gets more. */
const KINDS = [
  { list: 'out', least: 6 },
  { list: 'low', least: 4 },
  { list: 'falls', least: 3 },
  { list: 'back', least: 2 },
] as const;

type Kind = (typeof KINDS)[number];

function tableOf(digest: StockDigest, { language, products }: Reader): Table {
  const { t, format } = language;
  const { caption, captionWithoutSales, columns, kinds } = stockWords(t).digest.table;
  const compared = digest.before !== undefined;
  const covered = digest.window !== undefined;
  const right = (title: string): Column => ({ title, align: 'right' });
  const number = (value: number, text: string): Cell => ({ value, text });
  return {
    caption: digest.withoutSales ? captionWithoutSales : caption(LOW_DAYS),
    columns: [
      { title: columns.product, align: 'left' },
      right(columns.units),
      right(compared ? columns.change : covered ? columns.days : columns.stores),
    ],
    rows: shownIn(digest).map(({ kind, product }): Cell[] => [
      `${kinds[kind]}: ${products.label(product.productId)}`,
      number(product.stock, format.units(product.stock)),
      compared
        ? changeCell(product, format)
        : covered
          ? daysCell(product, format)
          : number(product.storesWithStock, format.units(product.storesWithStock)),
    ]),
  };
}

const NONE = '–';

function changeCell({ stock, dayBefore }: StockRow, format: Formatter): Cell {
  if (dayBefore === undefined) return NONE;
  return { value: stock - dayBefore, text: format.change(stock - dayBefore) };
}

function daysCell({ cover }: StockRow, format: Formatter): Cell {
  const days = coverDays(cover);
  if (days === undefined) return NONE;
  const tenths = roundedDays(days, 1);
  return { value: tenths, text: format.tenths(tenths) };
}

/**
 * The products of the table: `least` of each kind, then as many as fit. A product of several kinds is shown once, under
 * the most urgent.
 */
function shownIn(digest: StockDigest): { readonly kind: Kind['list']; readonly product: StockRow }[] {
  const shown = new Map<string, { readonly kind: Kind; readonly product: StockRow }>();
  const take = (of: Kind, most: number) => {
    let taken = 0;
    for (const product of digest[of.list].top) {
      if (taken >= most || shown.size >= ROWS) return;
      if (shown.has(product.productId)) continue;
      shown.set(product.productId, { kind: mostUrgent(product, of), product });
      taken += 1;
    }
  };
  for (const kind of KINDS) take(kind, kind.least);
  for (const kind of KINDS) take(kind, ROWS);
  return KINDS.flatMap((kind) =>
    [...shown.values()]
      .filter((each) => each.kind === kind)
      .map(({ product }) => ({ kind: kind.list, product }))
      // Products from other lists aren't in this list's order yet.
      .sort((one, other) => (kind.list === 'low' ? shortest(one.product, other.product) : 0)),
  );
}

function shortest(one: StockRow, other: StockRow): number {
  return (coverDays(one.cover) ?? 0) - (coverDays(other.cover) ?? 0);
}

function mostUrgent(product: StockRow, listed: Kind): Kind {
  const [out, low] = KINDS;
  if (product.stock <= 0) return out;
  return isLow(product) ? low : listed;
}

/** The day, the products and the basis of the figures. */
function sourceOf(digest: StockDigest, { selection, ownFrom }: DigestFrame, reader: Reader): string[] {
  const { t } = reader.language;
  const words = stockWords(t).digest;
  const { businessDate, updatedTime, takenAt } = digest;
  return [
    words.source(businessDate, escapeMrkdwn(updatedTime, 20), takenAt, reader.timeZone),
    ...(ownFrom === undefined ? [] : [words.ownFrom(ownFrom)]),
    scopeText(digest, selection, t),
    words.allStores,
    ...coverSource(digest, reader.language),
  ];
}

function coverSource({ withoutSales, window }: StockDigest, { t, format }: Language): string[] {
  const words = stockWords(t).digest;
  if (withoutSales) return [];
  if (window === undefined) return [words.noCover];
  return [words.coverFrom(window.daysKnown, format.range(window), format.days(window.missing))];
}

function scopeText({ ownUnknown, scope }: StockDigest, { product }: Selection, t: Catalog): string {
  const words = stockWords(t).digest;
  if (ownUnknown) return words.scope.ownUnknown;
  const group = onlyGroup(product);
  if (group !== undefined) return words.scope.group(escapeMrkdwn(group, 80));
  return words.scope[scope];
}
