import { dayOf } from '../calendar/openDays.ts';
import { latestStockDay } from './chain/refresh.ts';
import type { TruthStock } from './chain/stock.ts';
import type { Settings } from './options.ts';
import { hasId, isChangedSince, readQuery } from './query.ts';
import { jsonReply } from './reply.ts';
import { extraField, formatChange } from './serialize.ts';
import type { Call, Operation } from './service.ts';

/** GET accumulated-stock: the whole chain's products. */
export const accumulatedStock: Operation = {
  name: 'accumulatedStock',
  method: 'GET',
  path: '/press-products/v0/accumulated-stock',
  answer(service, call) {
    const { settings, stock, products } = service;
    const asked = readQuery(call.query, settings, (parameters) => ({
      productId: parameters.integer('productId'),
      changedSince: parameters.date('changedSince'),
      includeZeroStock: parameters.flag('includeZeroStock') ?? false,
      maxResults: parameters.count('maxResults', settings.largestMaxResults) ?? settings.stockDefaultResults,
      start: parameters.integer('start') ?? 0,
    }));
    const limit = Math.min(asked.maxResults, settings.stockMaxResultsCap);
    const start = settings.stockStart === 'pages' && asked.start > 0 ? asked.start * limit : asked.start;
    const withZero =
      settings.zeroStock === 'onRequest' ? asked.includeZeroStock : settings.zeroStock === 'always';
    const day = latestStockDay(service.moment());
    const matching = products
      .filter((product) => hasId(product, asked.productId, settings))
      .map((product) => stock.on(day, product))
      .filter((entry) => withZero || entry.stock > 0)
      .filter((entry) => {
        return isChangedSince(dayOf(entry.updatedDate), asked.changedSince, settings.stockChangedSince);
      });
    const page = matching.slice(start, start + limit);
    const total = settings.totalCounts === 'page' ? page.length : matching.length;
    const links = linksOf(call, { start, limit, total: matching.length });
    return jsonReply(
      200,
      page.map((entry) => serialize(entry, settings)),
      {
        ...(settings.totalHeader && { [settings.totalHeaderName]: String(total) }),
        ...(settings.linkHeader && links !== '' && { [settings.linkHeaderName]: links }),
      },
    );
  },
};

function serialize(entry: TruthStock, settings: Settings): object {
  const { date, time } = formatChange(entry.updatedDate, entry.updatedTime, settings);
  return { ...entry, updatedDate: date, updatedTime: time, ...extraField(settings) };
}

function linksOf(
  call: Call,
  { start, limit, total }: { start: number; limit: number; total: number },
): string {
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
