import { dayOf } from '../calendar.ts';
import { changeDateAsServed, changeTimeAsServed, extraField } from '../forms.ts';
import { hasId, isChangedSince } from '../matching.ts';
import type { Settings } from '../options.ts';
import { Query } from '../parameters.ts';
import { latestStockDay } from '../refresh.ts';
import { jsonReply } from '../reply.ts';
import type { TruthStock } from '../stock.ts';
import type { Call, Operation } from './operation.ts';

const PARAMETERS = ['productId', 'changedSince', 'includeZeroStock', 'maxResults', 'start'];

/** GET accumulated-stock: the whole chain's products. Stock 0 is left out unless includeZeroStock is true. */
export const accumulatedStock: Operation = {
  name: 'accumulatedStock',
  method: 'GET',
  path: '/press-products/v0/accumulated-stock',
  answer(service, call) {
    const { settings, stock, products } = service;
    const query = new Query(call.query, PARAMETERS, settings.unknownParameter);
    const productId = query.integer('productId');
    const changedSince = query.date('changedSince');
    const withZero = showsZero(settings, query.flag('includeZeroStock') ?? false);
    const asked = query.pageSize('maxResults', settings.largestMaxResults) ?? settings.stockDefaultResults;
    const limit = Math.min(asked, settings.stockMaxResultsCap);
    const from = query.integer('start') ?? 0;
    const start = settings.stockStart === 'pages' && from > 0 ? from * limit : from;
    const day = latestStockDay(service.moment());
    const matching = products
      .filter((product) => productId === undefined || hasId(product, productId, settings))
      .map((product) => stock.on(day, product))
      .filter((entry) => withZero || entry.stock > 0)
      .filter((entry) => isChangedSince(dayOf(entry.updatedDate), changedSince, settings.stockChangedSince));
    const page = matching.slice(start, start + limit);
    const headers: Record<string, string> = {};
    const total = settings.totalCounts === 'page' ? page.length : matching.length;
    if (settings.totalHeader) headers[settings.totalHeaderName] = String(total);
    const links = linksOf(call, { start, limit, total: matching.length });
    if (settings.linkHeader && links !== '') headers[settings.linkHeaderName] = links;
    return jsonReply(
      200,
      page.map((entry) => stockAsServed(entry, settings)),
      headers,
    );
  },
};

function showsZero({ zeroStock }: Settings, isAsked: boolean): boolean {
  return zeroStock === 'onRequest' ? isAsked : zeroStock === 'always';
}

function stockAsServed(entry: TruthStock, settings: Settings): object {
  return {
    ...entry,
    updatedDate: changeDateAsServed(entry.updatedDate, settings),
    updatedTime: changeTimeAsServed(entry.updatedTime, settings),
    ...extraField(settings),
  };
}

interface PagePlace {
  readonly start: number;
  readonly limit: number;
  readonly total: number;
}

function linksOf(call: Call, { start, limit, total }: PagePlace): string {
  const links: string[] = [];
  if (start > 0) links.push(`<${pageUrl(call, Math.max(0, start - limit), limit)}>; rel="prev"`);
  if (start + limit < total) links.push(`<${pageUrl(call, start + limit, limit)}>; rel="next"`);
  return links.join(', ');
}

function pageUrl(call: Call, start: number, limit: number): string {
  const query = new URLSearchParams(call.query);
  query.set('start', String(start));
  if (limit !== Number.POSITIVE_INFINITY) query.set('maxResults', String(limit));
  return `${call.origin}${accumulatedStock.path}?${query}`;
}
