import type { DigestFrame } from '../../digest/content.ts';
import {
  differenceOf,
  type SalesBeside,
  type SalesBesideList,
  type SalesDigest,
} from '../../digest/salesDigest.ts';
import { type Formatter, formatterFor } from '../../language/formatter.ts';
import { percentOf } from '../../questions/percent.ts';
import { context, escapeMrkdwn, header, type Message, section } from '../../slack/message.ts';
import { withoutMarks } from '../phrases.ts';
import type { Labels, Reader } from '../reader.ts';
import { dayLineBlocks } from '../spark.ts';
import { type Cell, type Column, type Table, topRows } from '../table.ts';
import { ownFromInWords, wordBlocks, wordOf } from './banner.ts';
import { digestButtons } from './buttons.ts';

/** The sales digest of a day: by product and by store, beside the same weekday a week before. */
export function salesDigestMessage(digest: SalesDigest, frame: DigestFrame, reader: Reader): Message {
  const figures = formatterFor(reader.locale);
  const title = `Sales digest · ${figures.day(digest.day)}`;
  const word = wordOf(frame.timeliness, digest.day, 'sales', figures, reader.timeZone);
  const lines = [...sumLines(digest, figures), ...changeLines(digest, reader)];
  return {
    text: [...(word === undefined ? [] : [word]), `${title}: ${lines.map(withoutMarks).join('; ')}`].join(
      ' ',
    ),
    blocks: [
      header(title),
      ...wordBlocks(word, frame.timeliness),
      section(lines.join('\n')),
      ...topRows(tableOf(digest, reader), reader.rendering).blocks,
      ...dayLineBlocks(
        {
          title: 'Litres sold per day',
          unit: 'Litres',
          points: digest.history.map(({ day, millilitres }) => ({ day, value: millilitres / 1000 })),
          written: (litres) => figures.litresBeside(Math.round(litres * 1000), 1_000_000),
        },
        reader.rendering,
        figures,
      ),
      ...(frame.sourceId === undefined ? [] : [digestButtons(frame.sourceId)]),
      context(sourceOf(digest, frame, reader).join(' · ')),
    ],
  };
}

function sumLines(digest: SalesDigest, figures: Formatter): string[] {
  const { totals, before, dayBefore } = digest;
  const then = figures.day(dayBefore);
  if (totals.rows === 0) {
    const earlier =
      before === undefined || before.rows === 0
        ? ''
        : `; on ${then} it was ${figures.litres(before.millilitres)} litres`;
    return [`*No sales* on ${figures.day(digest.day)}${earlier}.`];
  }
  const { litresBeside } = figures;
  const against =
    before === undefined
      ? ` (the sales of ${then} are not read yet)`
      : ` (${comparedInWords(totals.millilitres, before.millilitres, figures)} with ${then}: ${litresBeside(before.millilitres, before.millilitres)})`;
  const change = (now: number, earlier: number | undefined) =>
    earlier === undefined ? '' : ` (${figures.change(now - earlier)})`;
  return [
    `*${litresBeside(totals.millilitres, totals.millilitres)} litres*${against}`,
    `*${figures.quantity(totals.quantity)} items*${change(totals.quantity, before?.quantity)} of ${figures.counted(totals.products, 'product')}${change(totals.products, before?.products)} in ${figures.counted(totals.stores, 'store')}${change(totals.stores, before?.stores)}`,
    ...(totals.returnedQuantity > 0
      ? [
          `:leftwards_arrow_with_hook: ${figures.quantity(totals.returnedQuantity)} items came back, ${litresBeside(totals.returnedMillilitres, totals.returnedMillilitres)} litres; they are taken off above`,
        ]
      : []),
  ];
}

/** "+12.5 %", or the difference where the earlier figure is nothing to measure by. */
function comparedInWords(now: number, before: number, figures: Formatter): string {
  const percent = percentOf(now - before, before);
  return percent === undefined
    ? `${figures.litresChange(now - before)} litres compared`
    : `${figures.percentChange(percent)} compared`;
}

const NAMED = 2;

function changeLines(digest: SalesDigest, reader: Reader): string[] {
  // On a day without any sale everything fell: that says nothing about anything.
  if (digest.totals.rows === 0) return [];
  const lines: string[] = [];
  const line = (mark: string, title: string, list: SalesBesideList, labels: Labels) => {
    if (list.count > 0) lines.push(`:${mark}: *${title}*: ${namesInWords(list, labels, reader)}`);
  };
  line('small_red_triangle_down', 'Products that fell most', digest.falls, reader.products);
  line('small_red_triangle_down', 'Stores that fell most', digest.storeFalls, reader.stores);
  // Else the table shows them.
  if (reader.rendering === 'plain')
    line('department_store', 'Stores that sold most', digest.stores, reader.stores);
  return lines;
}

function namesInWords({ count, top }: SalesBesideList, labels: Labels, reader: Reader): string {
  const figures = formatterFor(reader.locale);
  const shown = top.slice(0, NAMED);
  const words = shown.map((each) => {
    const difference = differenceOf(each);
    const litres = figures.litresBeside(each.millilitres, Math.max(each.millilitres, each.before ?? 0));
    const changed = difference === undefined ? '' : `, ${signed(difference, figures)}`;
    return `${escapeMrkdwn(labels.label(each.key, NAME_CHARACTERS), NAME_CHARACTERS)} (${litres} l${changed})`;
  });
  const left = count - shown.length;
  return left === 0 ? words.join(', ') : `${words.join(', ')} and ${figures.units(left)} more`;
}

const NAME_CHARACTERS = 40;
const MINUS = '−';

function signed(millilitres: number, figures: Formatter): string {
  if (millilitres === 0) return '±0';
  const size = Math.abs(millilitres);
  return `${millilitres > 0 ? '+' : MINUS}${figures.litresBeside(size, size)}`;
}

const PRODUCT_ROWS = 10;
const STORE_ROWS = 5;

/** Products, then stores, by volume: a message takes one table. */
function tableOf(digest: SalesDigest, reader: Reader): Table {
  const figures = formatterFor(reader.locale);
  const { products, stores, before, dayBefore } = digest;
  const largest = products.top[0]?.millilitres ?? 0;
  const right = (title: string): Column => ({ title, align: 'right' });
  const litres = (millilitres: number): Cell => ({
    value: millilitres / 1000,
    text: figures.litresBeside(millilitres, largest),
  });
  const row =
    (what: string, labels: Labels) =>
    (each: SalesBeside): Cell[] => {
      const difference = differenceOf(each);
      return [
        what,
        labels.label(each.key),
        litres(each.millilitres),
        ...(before === undefined || each.before === undefined || difference === undefined
          ? []
          : [litres(each.before), { value: difference / 1000, text: signed(difference, figures) }]),
        { value: each.quantity, text: figures.quantity(each.quantity) },
      ];
    };
  return {
    caption: `Sales of ${figures.day(digest.day)} in litres by product, then by store, beside ${figures.day(dayBefore)}`,
    columns: [
      { title: 'What', align: 'left' },
      { title: 'Product or store', align: 'left' },
      right('Litres'),
      ...(before === undefined ? [] : [right(figures.shortDay(dayBefore)), right('Change')]),
      right('Items'),
    ],
    rows: [
      ...products.top.slice(0, PRODUCT_ROWS).map(row('Product', reader.products)),
      ...stores.top.slice(0, STORE_ROWS).map(row('Store', reader.stores)),
    ],
  };
}

function sourceOf(digest: SalesDigest, { choice, ownFrom }: DigestFrame, reader: Reader): string[] {
  const figures = formatterFor(reader.locale);
  return [
    `Sales of ${figures.day(digest.day)}${digest.asOf === undefined ? '' : `, as of ${figures.instant(digest.asOf, reader.timeZone)} (${reader.timeZone})`}`,
    ...(ownFrom === undefined ? [] : [ownFromInWords('sales', ownFrom)]),
    choice.kind === 'group'
      ? `products of the group ${escapeMrkdwn(choice.group, 80)}`
      : choice.kind === 'products'
        ? 'the products that were chosen'
        : 'all of your own sales',
    'net of returns; later corrections change them',
  ];
}
