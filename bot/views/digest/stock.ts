import type { DigestFrame } from '../../digest/content.ts';
import type { DigestProduct, StockDigest } from '../../digest/stockDigest.ts';
import { isLow, LOW_DAYS } from '../../digest/stockDigest.ts';
import { type Formatter, formatterFor } from '../../language/formatter.ts';
import type { ProductChoice } from '../../products/choice.ts';
import { context, escapeMrkdwn, header, type Message, section } from '../../slack/message.ts';
import { daysInWords, rangeInWords, wholeTenths, withoutMarks } from '../phrases.ts';
import type { Reader } from '../reader.ts';
import { dayLineBlocks } from '../spark.ts';
import { type Cell, type Column, type Table, topRows } from '../table.ts';
import { ownFromInWords, wordBlocks, wordOf } from './banner.ts';
import { digestButtons } from './buttons.ts';

/** The stock digest of a day: what needs action first, readable in ten seconds on a phone. */
export function stockDigestMessage(digest: StockDigest, frame: DigestFrame, reader: Reader): Message {
  const figures = formatterFor(reader.locale);
  const title = `Stock digest · ${figures.day(digest.businessDate)}`;
  const word = wordOf(frame.timeliness, digest.businessDate, 'stock', figures, reader.timeZone);
  const sums = sumsOf(digest, figures);
  const action = actionLines(digest, frame, reader);
  return {
    text: [
      ...(word === undefined ? [] : [word]),
      `${title}: ${[...sums, ...action].map(withoutMarks).join('; ')}`,
    ].join(' '),
    blocks: [
      header(title),
      ...wordBlocks(word, frame.timeliness),
      section(sums.join('\n')),
      ...(action.length === 0 ? [] : [section(action.join('\n'))]),
      ...topRows(tableOf(digest, reader), reader.rendering).blocks,
      ...dayLineBlocks(
        {
          title: 'Units in stock',
          unit: 'Units',
          points: (digest.totals.products === 0 ? [] : digest.history).map(({ businessDate, units }) => ({
            day: businessDate,
            value: units,
          })),
          written: figures.units,
        },
        reader.rendering,
        figures,
      ),
      ...(frame.sourceId === undefined ? [] : [digestButtons(frame.sourceId)]),
      context(sourceOf(digest, frame, reader).join(' · ')),
    ],
  };
}

/** "*12,345 units* in stock (−230 since 19 Nov, +1,020 since 13 Nov)" and the same of stores. */
function sumsOf(digest: StockDigest, figures: Formatter): string[] {
  const { totals, before, weekAgo, ownUnknown, scope } = digest;
  if (totals.products === 0) return [ownUnknown || scope === 'all' ? 'The stock is empty.' : NONE_OF[scope]];
  const against = (of: (totals: StockDigest['totals']) => number) => {
    const changes = [before, weekAgo].flatMap((earlier) =>
      earlier === undefined
        ? []
        : [`${figures.change(of(totals) - of(earlier))} since ${figures.shortDay(earlier.businessDate)}`],
    );
    return changes.length === 0 ? '' : ` (${changes.join(', ')})`;
  };
  const stores = figures.counted(totals.mostStores, 'store');
  return [
    `*${figures.units(totals.units)} ${totals.units === 1 ? 'unit' : 'units'}* in stock${against(({ units }) => units)}`,
    `*${totals.mostStores === 0 ? 'No store' : `At least ${stores}`}* covered${against(({ mostStores }) => mostStores)}`,
    `${figures.units(totals.inStock)} of ${figures.counted(totals.products, 'product')} in stock${against(({ inStock }) => inStock)}`,
  ];
}

const NONE_OF = {
  mine: 'There is no stock of any of your products.',
  chosen: 'None of the products that this digest is of is in the stock.',
} as const;

/** The table below has the rest. */
const NAMED = 2;

function actionLines(digest: StockDigest, { timeliness }: DigestFrame, reader: Reader): string[] {
  const figures = formatterFor(reader.locale);
  const { totals, before, out, newlyOut, low, falls, back, changed } = digest;
  if (totals.products === 0) return [];
  const fresh = timeliness.kind === 'onTime' || timeliness.kind === 'late';
  const names = (list: StockDigest['out'], detail: (product: DigestProduct) => string) =>
    namesInWords(list, reader, detail);
  const lines: string[] = [];
  const newly =
    newlyOut > 0 && before !== undefined
      ? `, ${newlyOut === out.count ? 'all' : figures.units(newlyOut)} new since ${figures.shortDay(before.businessDate)}`
      : '';
  if (out.count === totals.products) {
    lines.push(`:rotating_light: *Everything is out of stock*${newly}`);
  } else if (out.count > 0) {
    lines.push(
      `:red_circle: *${figures.counted(out.count, 'product')} out of stock*${newly}: ${names(out, () => '')}`,
    );
  }
  if (low.count > 0) {
    lines.push(
      `:hourglass_flowing_sand: *${figures.counted(low.count, 'product')} in stock for less than ${LOW_DAYS} days*: ${names(low, ({ days }) => daysOf(days, figures))}`,
    );
  }
  if (out.count === 0 && low.count === 0) {
    lines.push(
      digest.window === undefined
        ? ':white_check_mark: Nothing is out of stock'
        : `:white_check_mark: Nothing is out of stock or lasts less than ${LOW_DAYS} days`,
    );
  }
  if (falls.count > 0) {
    lines.push(
      `:small_red_triangle_down: *Largest falls*: ${names(falls, (product) => figures.change(product.stock - (product.dayBefore ?? 0)))}`,
    );
  }
  if (back.count > 0) {
    lines.push(
      `:package: *${figures.counted(back.count, 'product')} back in stock*: ${names(back, ({ stock }) => figures.units(stock))}`,
    );
  }
  if (before === undefined)
    lines.push('This is the first stock that is held; changes are told from the next one on.');
  else if (changed === 0 && fresh) {
    lines.push(`Nothing has changed since ${figures.day(before.businessDate)}.`);
  }
  return lines;
}

/** "1101 Pale Ale (2.5 days), 90210 (0.5 days) and 4 more", escaped. */
export function namesInWords(
  { count, top }: StockDigest['out'],
  reader: Reader,
  detail: (product: DigestProduct) => string,
): string {
  const shown = top.slice(0, NAMED);
  const words = shown.map((product) => {
    const said = detail(product);
    const name = escapeMrkdwn(reader.products.label(product.productId, NAME_CHARACTERS), NAME_CHARACTERS);
    return said === '' ? name : `${name} (${said})`;
  });
  const left = count - shown.length;
  return left === 0
    ? words.join(', ')
    : `${words.join(', ')} and ${formatterFor(reader.locale).units(left)} more`;
}

const NAME_CHARACTERS = 40;

function daysOf(days: number | undefined, figures: Formatter): string {
  if (days === undefined) return '';
  const text = figures.tenths(wholeTenths(days));
  return `${text} ${wholeTenths(days) === 1 ? 'day' : 'days'}`;
}

const ROWS = 15;
/** So many rows of each kind are there before one kind takes more; in the order of what to do first. */
const KINDS = [
  { list: 'out', title: 'Out', least: 6 },
  { list: 'low', title: 'Low', least: 4 },
  { list: 'falls', title: 'Fell', least: 3 },
  { list: 'back', title: 'Back', least: 2 },
] as const;

type Kind = (typeof KINDS)[number];

function tableOf(digest: StockDigest, reader: Reader): Table {
  const figures = formatterFor(reader.locale);
  const compared = digest.before !== undefined;
  const covered = digest.window !== undefined;
  const right = (title: string): Column => ({ title, align: 'right' });
  const number = (value: number, text: string): Cell => ({ value, text });
  return {
    caption: `Products to look at: out of stock, less than ${LOW_DAYS} days of cover, largest falls, back in stock`,
    columns: [
      { title: 'What', align: 'left' },
      { title: 'Product', align: 'left' },
      right('Units'),
      ...(compared ? [right('Change')] : []),
      ...(covered ? [right('Days')] : []),
      right('Stores'),
    ],
    rows: shownIn(digest).map(({ title, product }): Cell[] => [
      title,
      reader.products.label(product.productId),
      number(product.stock, figures.units(product.stock)),
      ...(compared ? [changeCell(product, figures)] : []),
      ...(covered
        ? [
            product.days === undefined
              ? NONE
              : number(wholeTenths(product.days), figures.tenths(wholeTenths(product.days))),
          ]
        : []),
      number(product.storesWithStock, figures.units(product.storesWithStock)),
    ]),
  };
}

const NONE = '–';

function changeCell({ stock, dayBefore }: DigestProduct, figures: Formatter): Cell {
  if (dayBefore === undefined) return NONE;
  return { value: stock - dayBefore, text: figures.change(stock - dayBefore) };
}

/**
 * The products of the table: the least of each kind, then what room is left in their order. A product that is of several
 * kinds stands once, under what to do first about it.
 */
function shownIn(digest: StockDigest): { readonly title: string; readonly product: DigestProduct }[] {
  const shown = new Map<string, { readonly kind: Kind; readonly product: DigestProduct }>();
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
      .map(({ product }) => ({ title: kind.title, product })),
  );
}

function mostUrgent(product: DigestProduct, listed: Kind): Kind {
  const [out, low] = KINDS;
  if (product.stock <= 0) return out;
  return isLow(product) ? low : listed;
}

/** When the figures are of, whose they are, and what they rest on. */
function sourceOf(digest: StockDigest, { choice, ownFrom }: DigestFrame, reader: Reader): string[] {
  const figures = formatterFor(reader.locale);
  const { businessDate, updatedTime, takenAt, window } = digest;
  const updated = updatedTime === '' ? '' : `, updated ${escapeMrkdwn(updatedTime, 20)}`;
  return [
    `Stock of ${figures.day(businessDate)}${updated}, read ${figures.instant(takenAt, reader.timeZone)} (${reader.timeZone})`,
    ...(ownFrom === undefined ? [] : [ownFromInWords('stock', ownFrom)]),
    scopeInWords(digest, choice),
    'units in all stores together',
    window === undefined
      ? 'no sales are held yet to tell days of cover from'
      : `days of cover rest on ${figures.counted(window.daysKnown, 'day')} of sales, ${rangeInWords(window, figures)}${window.missing.length === 0 ? '' : ` (not read yet: ${daysInWords(window.missing, figures)})`}`,
  ];
}

function scopeInWords({ ownUnknown, scope }: StockDigest, choice: ProductChoice): string {
  if (ownUnknown) return 'all products of the chain (your own sales show none yet)';
  if (choice.kind === 'group') return `products of the group ${escapeMrkdwn(choice.group, 80)}`;
  if (scope === 'chosen') return 'the products that were chosen';
  return scope === 'all'
    ? 'all products of the chain'
    : 'the products in your own sales of the last 90 days and in your product list';
}
