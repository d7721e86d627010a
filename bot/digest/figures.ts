import { lastUpdate, type Pace, readPace } from '../answers/stockFigures.ts';
import type { Database } from '../database/connection.ts';
import type { SalesReader } from '../sales/reader.ts';
import { createHeldStock } from '../stock/queries.ts';
import type { ComparedStock, HeldStock, StockChoice } from '../stock/reader.ts';
import {
  type DigestList,
  type DigestProduct,
  isLow,
  type StockDigest,
  type StockDigestQuestion,
  type StockDigestReader,
} from './stockDigest.ts';

/** More of one kind than that no message shows. */
const TOP = 15;
const CHART_DAYS = 30;

export interface StockDigestParts {
  readonly database: Database;
  readonly sales: SalesReader;
  readonly calendar: Parameters<typeof createHeldStock>[1];
}

/** Reads the figures of stock digests on this connection. */
export function createStockDigestReader({ database, sales, calendar }: StockDigestParts): StockDigestReader {
  const held = createHeldStock(database, calendar);
  return {
    async stockDigest(question) {
      const { choice, ownUnknown } = await choiceOf(database, question);
      const compared = await held.comparedStock({ ...choice, businessDate: question.businessDate });
      if (compared === undefined) return undefined;
      const pace = await readPace(sales);
      return {
        ...listsOf(compared, pace),
        ...(await totalsOf(held, choice, compared)),
        businessDate: compared.snapshot.businessDate,
        takenAt: compared.snapshot.takenAt,
        updatedTime: lastUpdate(compared.products, compared.snapshot),
        scope: question.productIds === undefined ? choice.scope : 'chosen',
        ownUnknown,
        window:
          pace === undefined
            ? undefined
            : {
                from: pace.window.from,
                to: pace.window.to,
                daysKnown: pace.window.daysKnown,
                missing: pace.window.coverage.missing,
              },
      };
    },

    async stockDigestRows(question) {
      const { choice } = await choiceOf(database, question);
      const compared = await held.comparedStock({ ...choice, businessDate: question.businessDate });
      return compared === undefined ? [] : productsOf(compared, await readPace(sales));
    },
  };
}

/** While neither sales nor a list tell which products are one's own, they are all shown. */
async function choiceOf(
  database: Database,
  { scope, productIds }: StockDigestQuestion,
): Promise<{ readonly choice: StockChoice; readonly ownUnknown: boolean }> {
  if (productIds !== undefined) return { choice: { scope: 'all', productIds }, ownUnknown: false };
  if (scope === 'all') return { choice: { scope }, ownUnknown: false };
  const sold = await database.selectFrom('own_product').select('product_id').limit(1).execute();
  const listed = await database.selectFrom('products').select('number').limit(1).execute();
  const ownUnknown = sold.length === 0 && listed.length === 0;
  return { choice: { scope: ownUnknown ? 'all' : 'mine' }, ownUnknown };
}

function productsOf({ products }: ComparedStock, pace: Pace | undefined): DigestProduct[] {
  return products.map((level) => {
    const cover = pace?.coverOf(level);
    return {
      productId: level.productId,
      stock: level.stock,
      storesWithStock: level.storesWithStock,
      dayBefore: level.dayBefore,
      weekAgo: level.weekAgo,
      days: cover?.kind === 'days' ? cover.days : undefined,
      restsOn: cover?.restsOn,
      sold: pace?.soldOf(level.productId)?.quantity,
    };
  });
}

type Lists = Pick<StockDigest, 'out' | 'newlyOut' | 'low' | 'falls' | 'back' | 'changed'>;

function listsOf(compared: ComparedStock, pace: Pace | undefined): Lists {
  const products = productsOf(compared, pace);
  const out = products.filter(({ stock }) => stock <= 0);
  const low = products.filter(isLow);
  const falls = products.filter((each) => changeOf(each) < 0);
  const back = products.filter(
    ({ stock, dayBefore }) => stock > 0 && dayBefore !== undefined && dayBefore <= 0,
  );
  const newly = (product: DigestProduct) => Number(isNewlyOut(product));
  return {
    changed: products.filter((product) => changeOf(product) !== 0).length,
    newlyOut: out.filter(isNewlyOut).length,
    out: topOf(out, (one, other) => newly(other) - newly(one) || soldOf(other) - soldOf(one)),
    low: topOf(low, (one, other) => (one.days ?? 0) - (other.days ?? 0)),
    falls: topOf(falls, (one, other) => changeOf(one) - changeOf(other)),
    back: topOf(back, (one, other) => other.stock - one.stock),
  };
}

function topOf(
  products: DigestProduct[],
  order: (one: DigestProduct, other: DigestProduct) => number,
): DigestList {
  return { count: products.length, top: products.sort(order).slice(0, TOP) };
}

function soldOf({ sold }: DigestProduct): number {
  return sold ?? 0;
}

/** Units more or less than the day before; 0 where that is not known. */
export function changeOf({ stock, dayBefore }: DigestProduct): number {
  return dayBefore === undefined ? 0 : stock - dayBefore;
}

/** Out, and not so the day before. */
function isNewlyOut({ stock, dayBefore }: DigestProduct): boolean {
  return stock <= 0 && dayBefore !== undefined && dayBefore > 0;
}

async function totalsOf(
  held: HeldStock,
  choice: StockChoice,
  { snapshot, dayBefore, weekAgo }: ComparedStock,
): Promise<Pick<StockDigest, 'totals' | 'before' | 'weekAgo' | 'history'>> {
  const history = await held.stockTotals({ ...choice, to: snapshot.businessDate, days: CHART_DAYS });
  const known = new Map(history.map((totals) => [totals.businessDate, totals]));
  const ofDay = async (day: string | undefined) => {
    if (day === undefined) return undefined;
    // The day before may be further back than the chart after a long pause.
    return known.get(day) ?? (await held.stockTotals({ ...choice, to: day, days: 1 }))[0];
  };
  const totals = await ofDay(snapshot.businessDate);
  if (totals === undefined)
    throw new RangeError(`The stock of ${snapshot.businessDate} has just been forgotten.`);
  return {
    totals,
    before: await ofDay(dayBefore?.businessDate),
    weekAgo: await ofDay(weekAgo?.businessDate),
    history,
  };
}
