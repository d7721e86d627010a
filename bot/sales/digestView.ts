import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { Labels, Reader } from '../ask/reader.ts';
import { bannerBlocks, statusBanner } from '../digest/banner.ts';
import { digestButtons } from '../digest/buttons.ts';
import type { DigestFrame } from '../digest/kind.ts';
import type { Catalog } from '../language/language.ts';
import { isNone, onlyGroup } from '../parse/selection.ts';
import type { Chart } from '../slack/chart.ts';
import { chartBlocks } from '../slack/chartBlocks.ts';
import { dayChart } from '../slack/dayChart.ts';
import { context, escapeMrkdwn, header, type Message, section, withoutMarks } from '../slack/message.ts';
import { type Cell, type Column, type Table, topRows } from '../slack/table.ts';
import { percentOf } from '../text/numbers.ts';
import type { ComparedSales, ComparedSalesList, SalesDigest } from './digest.ts';
import { changeCell } from './view/comparison.ts';
import type { SalesWords } from './words/en.ts';
import { salesWords } from './words/words.ts';

/** The sales digest: by product and by store, compared with the same weekdays a week before. */
export function salesDigestMessage(digest: SalesDigest, frame: DigestFrame, reader: Reader): Message {
  const { t } = reader.language;
  const words = salesWords(t).digest;
  const title = words.title(digest.days);
  const { lateService, old } = salesWords(t).digest.banner;
  const banner = statusBanner(
    { lateService, unrefreshed: (day, { wanted }) => old(day, wanted) },
    digest.days.to,
    frame.timeliness,
    reader.timeZone,
    t,
  );
  const lines = [...sumLines(digest, t), ...changeLines(digest, reader)];
  return {
    text: [...(banner === undefined ? [] : [banner]), `${title}: ${lines.map(withoutMarks).join('; ')}`].join(
      ' ',
    ),
    blocks: [
      header(title),
      ...bannerBlocks(banner, frame.timeliness),
      section(lines.join('\n')),
      ...topRows(tableOf(digest, reader), reader.rendering).blocks,
      ...chartBlocks(chartOf(digest, reader), reader.rendering, reader.language),
      ...digestButtons(frame, t),
      context(sourceOf(digest, frame, reader).join(' · ')),
    ],
  };
}

function chartOf({ history }: SalesDigest, { language }: Reader): Chart {
  const words = salesWords(language.t);
  const isOpen = (day: string) => isOpenDay(dayOf(day));
  const line = {
    ...words.digest.chart,
    // Leave out days on which stores were closed instead of drawing them at 0.
    points: history
      .filter(({ day, millilitres }) => millilitres !== 0 || isOpen(day))
      .map(({ day, millilitres }) => ({ day, value: millilitres / 1000 })),
    isExpected: isOpen,
    written: language.format.litresOf,
    amount: (amounts: string) => words.litresPer(amounts, false, words.groupings.day.name),
  };
  return dayChart(line, language);
}

function sumLines(digest: SalesDigest, t: Catalog): string[] {
  const words = salesWords(t).digest;
  const { totals, before, daysBefore } = digest;
  if (totals.rows === 0) {
    const earlier = before === undefined || before.rows === 0 ? undefined : before.millilitres;
    return [words.none(digest.days, daysBefore, earlier)];
  }
  const { millilitres } = totals;
  return [
    before === undefined
      ? words.volumeAlone(millilitres, daysBefore)
      : words.volume(
          millilitres,
          daysBefore,
          before.millilitres,
          percentOf(millilitres - before.millilitres, before.millilitres),
        ),
    words.items(totals, before),
    ...(totals.returnedQuantity > 0
      ? [words.returned(totals.returnedQuantity, totals.returnedMillilitres)]
      : []),
  ];
}

const NAMED = 2;
const NAME_CHARACTERS = 40;

function changeLines(digest: SalesDigest, { language, rendering, products, stores }: Reader): string[] {
  // Without any sale, everything fell, so listing falls is pointless.
  if (digest.totals.rows === 0) return [];
  const words = salesWords(language.t).digest;
  const named = ({ count, top }: ComparedSalesList, labels: Labels) => ({
    count,
    named: top.slice(0, NAMED).map(({ key, millilitres, before }) => ({
      name: escapeMrkdwn(labels.label(key, NAME_CHARACTERS), NAME_CHARACTERS),
      millilitres,
      before,
    })),
  });
  return [
    ...(digest.falls.count > 0 ? [words.falls(named(digest.falls, products))] : []),
    ...(digest.storeFalls.count > 0 ? [words.storeFalls(named(digest.storeFalls, stores))] : []),
    // Other renderings show them in the table.
    ...(rendering === 'plain' && digest.stores.count > 0
      ? [words.topStores(named(digest.stores, stores))]
      : []),
  ];
}

const PRODUCT_ROWS = 10;
const STORE_ROWS = 5;

/** Products, then stores, by volume, in one table: Slack allows one per message. */
function tableOf(digest: SalesDigest, reader: Reader): Table {
  const { t, format } = reader.language;
  const { caption, columns, store } = salesWords(t).digest.table;
  const { products, stores, before, daysBefore } = digest;
  const isCompared = before !== undefined;
  const largest = products.top[0]?.millilitres ?? 0;
  const right = (title: string): Column => ({ title, align: 'right' });
  const row =
    (what: string, labels: Labels) =>
    (each: ComparedSales): Cell[] => [
      `${what}${labels.label(each.key)}`,
      { value: each.millilitres / 1000, text: format.litresBeside(each.millilitres, largest) },
      isCompared
        ? each.before === undefined
          ? '–'
          : changeCell(each.millilitres, each.before, reader.language)
        : { value: each.quantity, text: format.quantity(each.quantity) },
    ];
  return {
    caption: caption(digest.days, isCompared ? daysBefore : undefined),
    columns: [
      { title: columns.name, align: 'left' },
      right(columns.litres),
      right(isCompared ? columns.change : columns.items),
    ],
    rows: [
      ...products.top.slice(0, PRODUCT_ROWS).map(row('', reader.products)),
      ...stores.top.slice(0, STORE_ROWS).map(row(`${store} `, reader.stores)),
    ],
  };
}

function sourceOf(
  digest: SalesDigest,
  { selection, where, ownFrom, closedBefore = [] }: DigestFrame,
  reader: Reader,
): string[] {
  const words = salesWords(reader.language.t).digest;
  return [
    words.source(digest.days, digest.asOf, reader.timeZone),
    ...(closedBefore.length === 0 ? [] : [words.closedBefore(closedBefore)]),
    ...(ownFrom === undefined ? [] : [words.ownFrom(ownFrom)]),
    scopeText({ selection, where }, words.scope),
    words.net,
  ];
}

export function scopeText(
  { selection, where }: Pick<DigestFrame, 'selection' | 'where'>,
  words: SalesWords['digest']['scope'],
): string {
  const { product, without } = selection;
  const group = onlyGroup(product);
  const isChosen = ![product, without.product].every(isNone);
  const products =
    group === undefined ? words[isChosen ? 'chosen' : 'all'] : words.group(escapeMrkdwn(group, 80));
  return where === undefined ? products : words.inStores(products, where);
}
