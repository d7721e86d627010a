import { dayOf } from '../calendar/openDays.ts';
import { latestStockDay } from './chain/refresh.ts';
import { count, date, flag, integer, isChangedSince, readQuery } from './query.ts';
import { jsonReply } from './reply.ts';
import type { Call, Operation } from './service.ts';

/** GET accumulated-stock: the whole chain's products. */
export const accumulatedStock: Operation = {
  name: 'accumulatedStock',
  method: 'GET',
  path: '/press-products/v0/accumulated-stock',
  answer({ settings, stock, products, moment }, call) {
    const asked = readQuery(call.query, {
      productId: integer,
      changedSince: date,
      includeZeroStock: flag,
      maxResults: count,
      start: integer,
    });
    const { start = 0, maxResults = Number.POSITIVE_INFINITY } = asked;
    const limit = Math.min(maxResults, settings.maxResultsCap ?? Number.POSITIVE_INFINITY);
    const day = latestStockDay(moment());
    const matching = products
      .filter(({ number }) => asked.productId === undefined || number === asked.productId)
      .map((product) => stock.on(day, product))
      .filter((entry) => asked.includeZeroStock === true || entry.stock > 0)
      .filter(({ updatedDate }) => isChangedSince(dayOf(updatedDate), asked.changedSince));
    const links = linksOf(call, start, limit, matching.length);
    return jsonReply(200, matching.slice(start, start + limit), {
      ...(settings.totalHeader && { 'x-total-count': String(matching.length) }),
      ...(links !== '' && { link: links }),
    });
  },
};

function linksOf(call: Call, start: number, limit: number, total: number): string {
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
