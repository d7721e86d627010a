import { dayOf } from '../calendar.ts';
import { Query } from '../parameters.ts';
import { latestStockDay } from '../refresh.ts';
import { jsonReply } from '../reply.ts';
import type { Call, Operation } from './operation.ts';

const PARAMETERS = ['productId', 'changedSince', 'includeZeroStock', 'maxResults', 'start'];

/** GET accumulated-stock: the whole chain's products. Stock 0 is left out unless includeZeroStock is true. */
export const accumulatedStock: Operation = {
  name: 'accumulatedStock',
  method: 'GET',
  path: '/press-products/v0/accumulated-stock',
  answer(service, call) {
    const { settings, stock, products } = service;
    const query = new Query(call.query, PARAMETERS);
    const productId = query.integer('productId');
    const changedSince = query.date('changedSince');
    const includeZeroStock = query.flag('includeZeroStock') ?? false;
    const limit = Math.min(query.count('maxResults') ?? Number.POSITIVE_INFINITY, settings.maxResultsCap);
    const start = query.integer('start') ?? 0;
    const day = latestStockDay(service.moment());
    const matching = products
      .filter((product) => productId === undefined || product.number === productId)
      .map((product) => stock.on(day, product))
      .filter((entry) => includeZeroStock || entry.stock > 0)
      .filter((entry) => changedSince === undefined || dayOf(entry.updatedDate) >= changedSince);
    const headers: Record<string, string> = {};
    if (settings.totalHeader) headers['x-total-count'] = String(matching.length);
    const links = linksOf(call, { start, limit, total: matching.length });
    if (settings.linkHeader && links !== '') headers.link = links;
    return jsonReply(200, matching.slice(start, start + limit), headers);
  },
};

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
