import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Askable } from '../ask/asking.ts';
import type { Labels, Reader } from '../ask/reader.ts';
import type { Database } from '../database/connection.ts';
import type { ChosenSource, DigestKind } from '../digest/kind.ts';
import { ofProducts } from '../parse/selection.ts';
import { escapeMrkdwn } from '../slack/message.ts';
import { roundedDays, type StockRow } from './daysOfCover.ts';
import {
  STOCK_DIGEST,
  type StockDigest,
  type StockDigestQuestion,
  type StockDigestReader,
} from './digest.ts';
import { resolveStock } from './digestReadiness.ts';
import { NAMED, stockDigestMessage } from './digestView.ts';
import { latestSnapshot } from './queries.ts';
import { LOW_DAYS, type StockQuestion } from './question.ts';
import { ORDER_DAYS, reorderOf } from './reorder.ts';
import { stockRows } from './sheet.ts';
import { stockWords } from './words/words.ts';

/** The daily digest of stock. */
export function stockDigestKind({
  database,
  calendar,
  figures,
  products,
  ask,
}: {
  readonly database: Database;
  readonly calendar: Calendar;
  readonly figures: StockDigestReader;
  readonly products: Pick<Labels, 'nameOf'>;
  readonly ask: (question: StockQuestion) => Askable;
}): DigestKind {
  return {
    ...STOCK_DIGEST,
    needs: () => ['view_stock'],
    derivesFromSales: true,
    dataAt(dueAt) {
      const day = calendar.latestStockDay(dueAt);
      return { day, isOwn: day >= calendar.dayOf(dueAt) };
    },
    resolve: (occasion) => resolveStock(database, calendar, occasion),
    async read(source) {
      const digest = await figures.stockDigest(questionOf(source));
      if (digest === undefined) return undefined;
      return {
        view: (frame, reader) => stockDigestMessage(digest, frame, reader),
        why: (reader, seesSales) => whyLines(digest, reader, seesSales),
      };
    },
    async sheet(source, t) {
      const { dataDay, showsSales } = source;
      const rows = await figures.stockDigestRows(questionOf(source));
      return {
        name: `${stockWords(t).fileName.overview}-${dataDay}`,
        title: stockWords(t).digest.title(dataDay),
        asOf: stockWords(t).source.of(dataDay, ''),
        ...stockRows(rows, dataDay, { names: products, withoutSales: !showsSales, t }),
      };
    },
    list: ({ scope, selection, picked }) =>
      picked.product === undefined || picked.product.isLeftOut
        ? ask({ command: 'stock', kind: 'overview', scope, selection })
        : ask({ command: 'stock', kind: 'products', selection: ofProducts(picked.product.ids) }),
    async latest(t) {
      const { latest } = stockWords(t).digest;
      const snapshot = await latestSnapshot(database);
      return snapshot === undefined ? latest.none : latest.of(snapshot.businessDate, snapshot.products);
    },
  };
}

function questionOf({ dataDay, scope, picked, showsSales }: ChosenSource): StockDigestQuestion {
  return {
    businessDate: dataDay,
    scope,
    withoutSales: !showsSales,
    picked: picked.product,
  };
}

/** The lines of "Why these numbers?". */
function whyLines(digest: StockDigest, reader: Reader, seesSales: boolean): string[] {
  const words = stockWords(reader.language.t).digest.why;
  const { totals, before, weekAgo, takenAt, shorterList } = digest;
  return [
    words.units(
      totals,
      [before, weekAgo].filter((each) => each !== undefined),
    ),
    ...(shorterList === undefined ? [] : [words.shorterList(shorterList)]),
    words.stores(totals),
    words.out(digest.withoutSales),
    ...(digest.withoutSales ? [] : [coverLine(digest, reader)]),
    ...(seesSales ? exampleLines(digest, reader) : []),
    ...(digest.orders.count === 0 ? [] : [words.order(ORDER_DAYS)]),
    ...(seesSales ? digest.orders.top.slice(0, NAMED).flatMap((row) => orderLine(row, digest, reader)) : []),
    words.read(takenAt, reader.timeZone),
  ];
}

function coverLine({ window }: StockDigest, { language: { t, format } }: Reader): string {
  const words = stockWords(t).digest.why;
  if (window === undefined) return words.noCover;
  const { daysKnown: days, missing } = window;
  return words.cover({ days, period: format.range(window), missing: format.days(missing) }, LOW_DAYS);
}

/** The calculation of days of cover for one product. */
function exampleLines({ low, window }: StockDigest, { language, products }: Reader): string[] {
  for (const { productId, stock, cover, sold } of low.top) {
    if (window === undefined || cover?.kind !== 'days' || sold === undefined) continue;
    const name = escapeMrkdwn(products.label(productId), 80);
    const { restsOn } = cover;
    const sum = { stock, sold, restsOn, days: roundedDays(cover.days, 1) };
    return [stockWords(language.t).digest.why.example(name, sum, restsOn < window.daysKnown)];
  }
  return [];
}

/** The calculation of what to order of a product. */
function orderLine(row: StockRow, { businessDate }: StockDigest, { language, products }: Reader): string[] {
  const order = reorderOf(row, businessDate);
  if (order === undefined) return [];
  const name = escapeMrkdwn(products.label(row.productId), 80);
  const { stock, sold = 0, cover } = row;
  const { t, format } = language;
  const sum = {
    ...order,
    stock: Math.max(0, stock),
    sold,
    restsOn: cover?.restsOn ?? 0,
    days: ORDER_DAYS,
    goneOn: format.day(order.goneOn),
    by: format.day(order.by),
  };
  return [stockWords(t).digest.why.orderExample(name, sum)];
}
