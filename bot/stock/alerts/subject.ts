import { type Calendar, STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import type { AlertSubject } from '../../alerts/subject.ts';
import { ALL_ROWS } from '../../ask/asking.ts';
import type { Labels } from '../../ask/reader.ts';
import { namesText } from '../../ask/selectionLabel.ts';
import type { Database } from '../../database/connection.ts';
import { languageFor } from '../../language/language.ts';
import { type Chosen, type IdsNamed, inNumbers, isNone } from '../../parse/selection.ts';
import { escapeMrkdwn } from '../../slack/message.ts';
import { idKey } from '../../text/numbers.ts';
import { coverDays, roundedDays } from '../daysOfCover.ts';
import { stockDayOf } from '../import/state.ts';
import { latestSnapshot } from '../queries.ts';
import type { StockReader } from '../reader.ts';
import { stockAlertWords } from '../words/alerts.ts';
import { stockAlertForm } from './form.ts';
import { parseStockAlert } from './parse.ts';
import {
  backAtStock,
  isBackInStock,
  isBeyondStock,
  readStockAlert,
  type StockAlert,
  type StockAlertKind,
  whyStockAlert,
  writeStockAlert,
} from './rule.ts';

/** Alerts on units in stock, days of cover, and on what sells out or comes back. */
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
}): AlertSubject<StockAlert> {
  const label = (id: string) => escapeMrkdwn(products.label(id), 80);
  return {
    command: 'stock',
    requires: 'view_stock',
    parse: parseStockAlert,
    write: writeStockAlert,
    read: readStockAlert,
    needs: ({ kind }) => (kind === 'cover' ? ['view_stock', 'view_sales'] : ['view_stock']),
    async wholeDay() {
      const day = (await latestSnapshot(database))?.businessDate;
      if (day === undefined || (await stockDayOf(database, day))?.state === 'waiting') return undefined;
      return day;
    },
    async figures({ kind, selection: chosen }) {
      const selection = inNumbers(chosen, idsNamed);
      const question = isNone(chosen.product)
        ? ({ command: 'stock', kind: 'overview', scope: 'mine', selection } as const)
        : ({ command: 'stock', kind: 'products', selection } as const);
      const read = await stock.stockFigures(question, kind === 'cover', ALL_ROWS);
      if (read === undefined) return undefined;
      const figures = new Map<string, number>();
      const seen = new Set<number | string>();
      for (const { productId, stock: units, cover } of read.rows) {
        const figure = kind === 'cover' ? coverDays(cover) : units;
        // Of ids of a product that differ in leading zeros, the first.
        if (figure !== undefined && !seen.has(idKey(productId))) figures.set(productId, figure);
        seen.add(idKey(productId));
      }
      return { day: read.snapshot.businessDate, figures };
    },
    line: ({ line }) => line,
    isBeyond: isBeyondStock,
    isBack: isBackInStock,
    backAt: backAtStock,
    ringsWhenBack: ({ kind }) => kind === 'out',
    postAt: (day) => calendar.instantOf(day, STOCK_REFRESH),
    why: whyStockAlert,
    form: stockAlertForm,
    words(t) {
      const words = stockAlertWords(t);
      const reader = { products, stores: products, language: languageFor(t.code) };
      const named = (chosen: Chosen) => namesText('product', chosen, reader, 'rule');
      return {
        ...words,
        rule({ kind, line, selection: { product, without } }) {
          const leftOut = isNone(without.product) ? '' : words.without(named(without.product));
          return words.rule[kind](`${named(product) || words.allMine}${leftOut}`, line);
        },
        item: label,
        figure: (figure, { kind }) => words.figure[kind](shown(figure, kind)),
        distance: (figure, { kind, line }) => words.distance[kind](figure - line),
        crossed({ item, crossing, figure, before }, { kind, line }) {
          if (crossing === 'back') return words.fired.back(label(item), figure);
          return words.fired[kind](label(item), shown(figure, kind), line, shown(before, kind));
        },
      };
    },
  };
}

/** A figure as it is shown: 6.99 days of cover aren't 7.0 in a text of less than 7. */
function shown(figure: number, kind: StockAlertKind): number {
  return kind === 'cover' ? roundedDays(figure, 1) : figure;
}
