import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { Labels, Reader } from '../ask/reader.ts';
import { type BannerWords, bannerBlocks, statusBanner } from '../digest/banner.ts';
import { digestButtons } from '../digest/buttons.ts';
import type { DigestFrame } from '../digest/kind.ts';
import { type Column, drawParts, type Part, table } from '../figures/report.ts';
import type { Catalog } from '../language/language.ts';
import { isNone, onlyGroup } from '../parse/selection.ts';
import type { Chart } from '../slack/chart.ts';
import { dayChart } from '../slack/dayChart.ts';
import { context, escapeMrkdwn, header, type Message, withoutMarks } from '../slack/message.ts';
import type { ComparedPeriods, SalesDigest } from './digest.ts';
import { lackingIn, type SalesPeriod, type SalesRowOf } from './query.ts';
import type { SalesFigures } from './reader.ts';
import { NO_SALES } from './sums.ts';
import { changeColumn, figureColumns } from './view/columns.ts';
import type { SalesWords } from './words/en.ts';
import type { NamedVolumes } from './words/enDigest.ts';
import { salesWords } from './words/words.ts';

/** The sales digest: by product and by store, compared with the same weekdays a week before. */
export function salesDigestMessage(digest: SalesDigest, frame: DigestFrame, reader: Reader): Message {
  const { t } = reader.language;
  const { title, banner } = salesWords(t).digest;
  const { lateService, old } = banner;
  const lines = [...sumLines(digest, t), ...changeLines(digest, reader)];
  const parts = [{ lines }, tableOf(digest, reader), { chart: chartOf(digest, reader) }];
  const banners = {
    lateService,
    unrefreshed: (day: string, { wanted }: { wanted: string }) => old(day, wanted),
  };
  const { closedBefore = [], ownFrom } = frame;
  const words = salesWords(t).digest;
  const notes = [
    ...(closedBefore.length === 0 ? [] : [words.closedBefore(closedBefore)]),
    ...(ownFrom === undefined ? [] : [words.ownFrom(ownFrom)]),
  ];
  return inFrame(title(digest.now.days), digest.now, banners, [lines, parts], notes, frame, reader);
}

/** What a digest says, for the text without blocks and as blocks. */
export type Content = readonly [lines: readonly string[], parts: readonly Part[]];

/** Adds to a digest its title, banner and buttons, and where its figures are from. */
export function inFrame(
  title: string,
  { days, source }: SalesPeriod,
  banners: BannerWords,
  [lines, parts]: Content,
  notes: readonly string[],
  frame: DigestFrame,
  reader: Reader,
): Message {
  const { t } = reader.language;
  const words = salesWords(t).digest;
  const banner = statusBanner(banners, days.to, frame.timeliness, reader.timeZone, t);
  const text = `${title}: ${lines.map(withoutMarks).join('; ')}`;
  return {
    text: banner === undefined ? text : `${banner} ${text}`,
    blocks: [
      header(title),
      ...bannerBlocks(banner, frame.timeliness),
      ...drawParts(parts, reader).blocks,
      ...digestButtons(frame, t),
      context(
        [
          words.source(days, source.asOf, reader.timeZone),
          ...notes,
          scopeText(frame, words.scope),
          words.net,
        ].join(' · '),
      ),
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
    written: (litres: number) => language.format.litres(Math.round(litres * 1000)),
    amount: (amounts: string) => words.litresPer(amounts, false, words.groupings.day.name),
  };
  return dayChart(line, language);
}

function sumLines({ now, before, change }: SalesDigest, t: Catalog): string[] {
  const words = salesWords(t).digest;
  const { totals } = now;
  if (totals.rows === 0) {
    const earlier = before.totals.rows === 0 ? undefined : before.totals.millilitres;
    return [words.none(now.days, before.days, earlier)];
  }
  return [
    change === undefined
      ? words.volumeAlone(totals.millilitres, before.days, lackingIn(before).length === 0)
      : words.volume(totals.millilitres, before.days, before.totals.millilitres, change),
    words.items(totals, change === undefined || change.perOpenDay !== undefined ? undefined : before.totals),
    ...returnedLine(totals, words),
  ];
}

export function returnedLine(
  { returnedQuantity, returnedMillilitres }: SalesFigures,
  { returned }: SalesWords['digest'],
): string[] {
  return returnedQuantity > 0 ? [returned(returnedQuantity, returnedMillilitres)] : [];
}

const NAMED = 2;
const NAME_CHARACTERS = 40;

function changeLines(digest: SalesDigest, { language, rendering, products, stores }: Reader): string[] {
  // Without any sale, everything fell, so listing falls is pointless.
  if (digest.now.totals.rows === 0) return [];
  const words = salesWords(language.t).digest;
  const line = (found: readonly SalesRowOf[], labels: Labels, write: typeof words.falls) =>
    found.length === 0 ? [] : [write(namedVolumes(found, labels, NAMED))];
  return [
    ...line(digest.rises, products, words.rises),
    ...line(digest.falls, products, words.falls),
    ...line(digest.storeRises, stores, words.storeRises),
    ...line(digest.storeFalls, stores, words.storeFalls),
    // Other renderings show them in the table.
    ...(rendering === 'plain' ? line(digest.stores, stores, words.topStores) : []),
  ];
}

export function namedVolumes(groups: readonly SalesRowOf[], labels: Labels, most: number): NamedVolumes {
  return {
    count: groups.length,
    named: groups.slice(0, most).map(({ key, now = NO_SALES, change }) => ({
      name: escapeMrkdwn(labels.label(key, NAME_CHARACTERS), NAME_CHARACTERS),
      millilitres: now.millilitres,
      change,
    })),
  };
}

const PRODUCT_ROWS = 10;
const STORE_ROWS = 5;

function tableOf({ products, stores, ...periods }: SalesDigest, reader: Reader): Part {
  return volumesTable(
    { ...periods, products: products.slice(0, PRODUCT_ROWS), stores: stores.slice(0, STORE_ROWS) },
    reader,
  );
}

/** Products, then stores, by volume, in one table: Slack allows one per message. */
export function volumesTable(
  {
    now,
    before,
    change,
    products,
    stores,
  }: ComparedPeriods & {
    readonly products: readonly SalesRowOf[];
    readonly stores: readonly SalesRowOf[];
  },
  { language, ...labels }: Reader,
): Part {
  const words = salesWords(language.t);
  const { caption, name: title, store } = words.digest.table;
  const isCompared = change !== undefined;
  const rows = [
    ...products.map((row) => ({ ...row, label: labels.products.label(row.key) })),
    ...stores.map((row) => ({ ...row, label: `${store} ${labels.stores.label(row.key)}` })),
  ];
  const { litres, items } = figureColumns(words);
  const name: Column<(typeof rows)[number]> = { title, kind: 'text', of: (row) => row.label };
  const last = isCompared ? changeColumn(rows, language) : items;
  const of = caption(now.days, isCompared ? before.days : undefined);
  return table<(typeof rows)[number]>(of, [name, litres, last], rows, rows.length, language.format);
}

function scopeText(
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
