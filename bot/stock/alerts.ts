import { type Calendar, STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import { ALL_ROWS } from '../ask/asking.ts';
import type { Labels } from '../ask/reader.ts';
import { namesText } from '../ask/selectionLabel.ts';
import type { Database } from '../database/connection.ts';
import { languageFor } from '../language/language.ts';
import { type Chosen, type IdsNamed, inNumbers, isNone } from '../parse/selection.ts';
import { escapeMrkdwn } from '../slack/message.ts';
import type { Measure } from '../standing/line.ts';
import type { AlertSlots, AlertSubject } from '../standing/subject.ts';
import { idKey } from '../text/numbers.ts';
import { coverDays, coverOfAll } from './daysOfCover.ts';
import { stockDayOf } from './import/state.ts';
import type { StockRow } from './levels.ts';
import { followingStock, ofStores } from './parse.ts';
import { latestSnapshot } from './queries.ts';
import { MAX_FEWER_UNITS, MAX_LOW_DAYS } from './question.ts';
import type { StockReader } from './reader.ts';
import { UNITS, writeProducts } from './slots.ts';
import { stockAlertWords } from './words/alerts.ts';

const both = (most: number) => ({ below: most, above: most });

/** What can have a line in `/stock … when …`. */
export const STOCK_MEASURES: Readonly<Record<string, Measure>> = {
  units: {
    lines: { below: 'below # units', above: 'above # units' },
    said: { below: 'below', above: 'above' },
    units: { 1: 'unit units enhet enheter stk pcs bottle bottles can cans flaske flasker bokser' },
    isUsual: true,
    most: both(MAX_FEWER_UNITS),
    example: 100,
    margin: (line) => Math.ceil(line / 10),
    words: (t) => stockAlertWords(t).units,
  },
  cover: {
    lines: { below: 'below # days', above: 'above # days' },
    said: { below: 'below', above: 'above' },
    units: UNITS,
    most: both(MAX_LOW_DAYS),
    example: 7,
    margin: () => 1,
    needs: ['view_sales'],
    words: (t) => stockAlertWords(t).cover,
  },
  out: {
    lines: { below: 'out' },
    said: { out: 'below' },
    isAtLine: true,
    most: both(0),
    example: 0,
    margin: () => 0,
    postsBack: true,
    words: (t) => stockAlertWords(t).out,
  },
  back: {
    lines: { above: 'back in stock' },
    said: { back: 'above' },
    isUsuallyBeyond: true,
    most: both(0),
    example: 0,
    margin: () => 0,
    words: (t) => stockAlertWords(t).back,
  },
};

const READS: AlertSlots = {
  meanings: ['product'],
  usualBy: 'product',
  rows: {},
  total: 'overview',
  idle: ['mine'],
  examples: ['out', 'below 100'],
  mistakes: (said, tokens) => ofStores(said, tokens, false),
};

/** Alerts of `/stock`: for each product, or for all together. */
export function stockAlerts({
  database,
  stock,
  calendar,
  products,
  idsNamed,
}: {
  readonly database: Database;
  readonly stock: Pick<StockReader, 'stockFigures'>;
  readonly calendar: Calendar;
  readonly products: Labels;
  readonly idsNamed: IdsNamed;
}): AlertSubject {
  return {
    command: 'stock',
    requires: 'view_stock',
    measures: STOCK_MEASURES,
    following: followingStock,
    reads: READS,
    async wholeDay() {
      const day = (await latestSnapshot(database))?.businessDate;
      if (day === undefined || (await stockDayOf(database, day))?.state === 'waiting') return undefined;
      return day;
    },
    async figures({ measure, by, selection: chosen }, day) {
      const selection = inNumbers(chosen, idsNamed);
      const question = isNone(chosen.product)
        ? ({ command: 'stock', kind: 'overview', scope: 'mine', selection } as const)
        : ({ command: 'stock', kind: 'products', selection } as const);
      const read = await stock.stockFigures(question, measure === 'cover', ALL_ROWS, { day });
      if (read === undefined) return undefined;
      // Of ids of a product that differ in leading zeros, the first.
      const seen = new Set<number | string>();
      const rows = read.rows.filter(({ productId }) => {
        const isSeen = seen.has(idKey(productId));
        seen.add(idKey(productId));
        return !isSeen;
      });
      const isCover = measure === 'cover';
      const figureOf = ({ cover, stock: units }: StockRow) => (isCover ? coverDays(cover) : units);
      const sum = (isCover ? coverOfAll : unitsOfAll)(rows);
      const all: [string, number | undefined][] =
        by === undefined ? [['', sum]] : rows.map((row) => [row.productId, figureOf(row)]);
      const known = all.flatMap(([item, figure]): [string, number][] =>
        figure === undefined ? [] : [[item, figure]],
      );
      return { day: read.snapshot.businessDate, figures: new Map(known) };
    },
    postAt: (day) => calendar.instantOf(day, STOCK_REFRESH),
    why({ measure, line, selection }, items) {
      const ids = items.filter((item) => item !== '');
      if (ids.length > 0) return ['/stock', ...ids].join(' ');
      const { product } = selection;
      const isListed = !isNone(product) && product.names.length === 0 && measure === 'units';
      const list =
        measure === 'cover' ? `low ${line}` : measure === 'units' && items.length > 0 ? 'mine' : 'out';
      return ['/stock', ...(isListed ? [] : [list]), ...writeProducts(selection)].join(' ');
    },
    words(t) {
      const words = stockAlertWords(t);
      const reader = { products, stores: products, language: languageFor(t.code) };
      const named = (chosen: Chosen) => namesText('product', chosen, reader, 'rule');
      const subject: ReturnType<AlertSubject['words']>['subject'] = ({ by, selection }) => {
        const { product, without } = selection;
        const leftOut = isNone(without.product) ? '' : words.without(named(without.product));
        return `${named(product) || words.allMine}${leftOut}${by === undefined ? words.total : ''}`;
      };
      return {
        ...words,
        subject,
        item: (item, rule) => (item === '' ? subject(rule) : escapeMrkdwn(products.label(item, 80))),
      };
    },
  };
}

function unitsOfAll(rows: readonly StockRow[]): number | undefined {
  return rows.length === 0 ? undefined : rows.reduce((sum, { stock }) => sum + stock, 0);
}
