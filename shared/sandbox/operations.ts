import { z } from 'zod';
import { type Day, dateOf, dayOf } from '../calendar/openDays.ts';
import type { Sale } from './chain/sales.ts';
import { storeDetails } from './chain/stores.ts';
import { badRequest, jsonReply, Refusal, type Reply } from './reply.ts';
import type { Service } from './service.ts';

/** What an operation answers to, once the key is accepted. */
export interface Call {
  readonly query: URLSearchParams;
  readonly contentType: string | undefined;
  readonly body: string;
  /** Scheme and host of the request, for links. */
  readonly origin: string;
}

export interface Operation {
  readonly name: 'permission' | 'dailySales' | 'stores' | 'accumulatedStock';
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  /** Throws a Refusal when the call cannot be answered. */
  answer(service: Service, call: Call): Reply;
}

// Parameters of the interface; a message completes "must be …".
const integer = z
  .string()
  .regex(/^\d+$/, { error: 'a non-negative integer' })
  .transform(Number)
  .refine(Number.isSafeInteger, { error: 'a non-negative integer' })
  .optional();
const count = integer.refine((value) => value !== 0, { error: '1 or more' });
const date = z.iso.date({ error: 'a date in the form yyyy-MM-dd' }).transform(dayOf).optional();
const flag = z
  .enum(['true', 'false'], { error: 'true or false' })
  .transform((text) => text === 'true')
  .optional();

/**
 * An operation by its parameters. A call with one that is of the wrong kind, given twice or not described gets a 400 that
 * names it; values are never repeated in a message.
 */
function operation<Shape extends z.ZodRawShape>(
  { name, path, method = 'GET' }: Pick<Operation, 'name' | 'path'> & Partial<Operation>,
  shape: Shape,
  answer: (service: Service, asked: z.output<z.ZodObject<Shape>>, call: Call) => Reply,
): Operation {
  const parameters = z.strictObject(shape);
  return {
    name,
    path,
    method,
    answer(service, call) {
      const names = [...call.query.keys()];
      const repeated = names.find((each, at) => names.indexOf(each) < at);
      if (repeated !== undefined) throw badRequest(`Query parameter "${repeated}" is given more than once.`);
      const asked = parameters.safeParse(Object.fromEntries(call.query));
      if (asked.success) return answer(service, asked.data, call);
      const [issue] = asked.error.issues;
      throw issue?.code === 'unrecognized_keys'
        ? badRequest(`Unknown query parameter "${issue.keys[0]}".`)
        : badRequest(`"${issue?.path.join()}" must be ${issue?.message}.`);
    },
  };
}

function requireOrder(from: string, first: number | undefined, to: string, last: number | undefined): void {
  if (first !== undefined && last !== undefined && first > last)
    throw badRequest(`"${from}" must not be after "${to}".`);
}

const isSince = (day: Day, since: Day | undefined) => since === undefined || day >= since;

const CHANGE = z.strictObject({
  email: z.string().min(1),
  roleId: z.string().min(1),
  mainRoleId: z.string().min(1),
  active: z.boolean(),
});

/** PUT permission: sets active of an existing permission and gives it in full. All four fields are required. */
const permission = operation(
  { name: 'permission', method: 'PUT', path: '/auth/v0/permission' },
  {},
  (service, _, { contentType, body }) => {
    const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
    if (mediaType !== undefined && mediaType !== 'application/json')
      throw badRequest('"Content-Type" must be application/json.');
    const asked = CHANGE.safeParse(jsonIn(body));
    if (!asked.success) {
      const issues = asked.error.issues.map(
        ({ path, message }) => `${path.map((name) => `"${String(name)}": `).join('')}${message}`,
      );
      throw badRequest(`The body is wrong: ${issues.join('; ')}.`);
    }
    const changed = service.permissions.change(asked.data, service.moment());
    if (changed === undefined)
      throw new Refusal(422, 'There is no permission for this email, roleId and mainRoleId.');
    return jsonReply(200, changed);
  },
);

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw badRequest('The body is not JSON.');
  }
}

const stores = operation(
  { name: 'stores', path: '/stores/v0/details' },
  { storeId: integer, storeNameContains: z.string().optional(), changedSince: date },
  (service, { storeId, storeNameContains = '', changedSince }) => {
    const moment = service.moment();
    const found = service.stores
      .filter(({ number }) => storeId === undefined || number === storeId)
      .filter(({ name }) => name.toLowerCase().includes(storeNameContains.toLowerCase()))
      .map((store) => storeDetails(store, service.settings.seed, moment))
      .filter(({ lastChanged }) => isSince(dayOf(lastChanged.date), changedSince));
    return jsonReply(200, found);
  },
);

/** How far a query of sales reaches back without fromSalesDate. */
const DEFAULT_DAYS = 90;

/** GET daily-sales-per-store. maxResults and start count sales occurrences, not days or stores. */
const dailySales = operation(
  { name: 'dailySales', path: '/my-products/v0/daily-sales-per-store' },
  {
    fromSalesDate: date,
    toSalesDate: date,
    fromStoreId: integer,
    toStoreId: integer,
    productId: integer,
    vendorId: integer,
    wholesalerId: integer,
    changedSince: date,
    maxResults: count,
    start: integer,
  },
  (service, asked) => {
    requireOrder('fromSalesDate', asked.fromSalesDate, 'toSalesDate', asked.toSalesDate);
    requireOrder('fromStoreId', asked.fromStoreId, 'toStoreId', asked.toStoreId);
    const { salesTotalHeader, maxResultsCap = Number.POSITIVE_INFINITY } = service.settings;
    const {
      start = 0,
      maxResults = 1_048_575,
      fromStoreId = 0,
      toStoreId = Number.POSITIVE_INFINITY,
    } = asked;
    const end = start + Math.min(maxResults, maxResultsCap);
    const matches = ({ store, product, changedDay }: Sale) =>
      store.number >= fromStoreId &&
      store.number <= toStoreId &&
      [product.number, undefined].includes(asked.productId) &&
      [product.vendorId, undefined].includes(asked.vendorId) &&
      [product.wholesalerId, undefined].includes(asked.wholesalerId) &&
      isSince(changedDay, asked.changedSince);
    const { salesRefresh, latestSalesDay, oldestSalesDay } = service.moment();
    const last = Math.min(asked.toSalesDate ?? Number.POSITIVE_INFINITY, latestSalesDay);
    const first = Math.max(asked.fromSalesDate ?? last - DEFAULT_DAYS + 1, oldestSalesDay);
    const matching: Sale[] = [];
    // By sales date, store and product; whole days until there are enough.
    for (let day = first; day <= last && (salesTotalHeader || matching.length < end); day += 1)
      // One by one: a day can have more sales than a call takes arguments.
      for (const sale of service.sales.on(day, salesRefresh)) if (matches(sale)) matching.push(sale);
    const headers = salesTotalHeader ? { 'x-total-count': String(matching.length) } : {};
    return jsonReply(200, nested(matching.slice(start, end)), headers);
  },
);

/** Days with their stores and these with their sales; a page may begin and end inside either. */
function nested(page: readonly Sale[]): readonly object[] {
  return [...Map.groupBy(page, (sale) => sale.salesDay)].map(([day, ofDay]) => ({
    salesDate: dateOf(day),
    storeSales: [...Map.groupBy(ofDay, (sale) => sale.store.id)].map(([storeId, ofStore]) => ({
      storeId,
      sales: ofStore.map(({ product, quantity, changedDay, changedTime }) => ({
        productId: product.id,
        salesVolume: (quantity * product.unitMillilitres) / 1000,
        salesQuantity: quantity,
        lastChanged: { date: dateOf(changedDay), time: changedTime },
      })),
    })),
  }));
}

const STOCK_PATH = '/press-products/v0/accumulated-stock';

/** GET accumulated-stock: the whole chain's products. */
const accumulatedStock = operation(
  { name: 'accumulatedStock', path: STOCK_PATH },
  { productId: integer, changedSince: date, includeZeroStock: flag, maxResults: count, start: integer },
  ({ settings, stock, products, moment }, asked, { origin, query }) => {
    const { latestStockDay } = moment();
    const { start = 0, maxResults = Number.POSITIVE_INFINITY } = asked;
    const limit = Math.min(maxResults, settings.maxResultsCap ?? Number.POSITIVE_INFINITY);
    const matching = products
      .filter(({ number }) => asked.productId === undefined || number === asked.productId)
      .map((product) => stock.on(latestStockDay, product))
      .filter((entry) => asked.includeZeroStock === true || entry.stock > 0)
      .filter(({ updatedDate }) => isSince(dayOf(updatedDate), asked.changedSince));
    const linkTo = (rel: string, to: number) => {
      const page = new URLSearchParams(query);
      page.set('start', String(to));
      if (limit !== Number.POSITIVE_INFINITY) page.set('maxResults', String(limit));
      return `<${origin}${STOCK_PATH}?${page}>; rel="${rel}"`;
    };
    const links = [
      ...(start > 0 ? [linkTo('prev', Math.max(0, start - limit))] : []),
      ...(start + limit < matching.length ? [linkTo('next', start + limit)] : []),
    ];
    return jsonReply(200, matching.slice(start, start + limit), {
      ...(settings.totalHeader && { 'x-total-count': String(matching.length) }),
      ...(links.length > 0 && { link: links.join(', ') }),
    });
  },
);

export const OPERATIONS: readonly Operation[] = [permission, dailySales, stores, accumulatedStock];
