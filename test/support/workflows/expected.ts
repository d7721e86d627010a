import type { SandboxTruth, TruthSale } from 'retail-data-client/sandbox';

/** The figures that the examples must give, worked out from what the sandbox knows and by other means than theirs. */

/** Lines of the Norwegian CSV of sales, without the order of columns: each sale as one text. */
export function saleKey({ salesDate, storeId, productId, millilitres, salesQuantity }: TruthSale): string {
  return [salesDate, storeId, productId, litresWithComma(millilitres), salesQuantity].join(';');
}

/** The rows of a Norwegian CSV, as saleKey has them. */
export function salesInFile(text: string): string[] {
  const [head = '', ...lines] = text.replace('\uFEFF', '').trim().split(/\r?\n/);
  const columns = head.split(';');
  const of = (cells: readonly string[], name: string) => cells[columns.indexOf(name)];
  return lines.map((line) => {
    const cells = line.split(';');
    return ['salesDate', 'storeId', 'productId', 'salesVolume', 'salesQuantity']
      .map((name) => of(cells, name))
      .join(';');
  });
}

/** Long before any sale that can still be corrected at the times of the tests; all sales would take seconds. */
const OLDEST_CORRECTED = '2026-09-01';

/** Sales of days before that one, each changed on that other day or later, and two days after its date or later. */
export function correctionsSince(truth: SandboxTruth, date: string, since: string): readonly TruthSale[] {
  return changedSince(truth, date, since).filter(
    ({ salesDate, lastChangedDate }) =>
      salesDate < date && Date.parse(lastChangedDate) - Date.parse(salesDate) >= 2 * 86_400_000,
  );
}

/** Sales up to that day, each changed on that other day or later. */
export function changedSince(truth: SandboxTruth, date: string, since: string): readonly TruthSale[] {
  return truth.sales(OLDEST_CORRECTED, date).filter(({ lastChangedDate }) => lastChangedDate >= since);
}

/** How much of each own product was sold on those days, ends included. */
export function quantityPerProduct(
  truth: SandboxTruth,
  from: string,
  to: string,
): ReadonlyMap<string, number> {
  const quantities = new Map<string, number>();
  for (const { productId, salesQuantity } of truth.sales(from, to)) {
    quantities.set(productId, (quantities.get(productId) ?? 0) + salesQuantity);
  }
  return quantities;
}

/** Products that were sold in those days and of which there is no stock now, the best seller first. */
export function soldOutNow(truth: SandboxTruth, from: string, to: string): readonly string[] {
  const quantities = quantityPerProduct(truth, from, to);
  return truth
    .stock()
    .filter(({ productId, stock }) => stock === 0 && quantities.has(productId))
    .map(({ productId }) => productId)
    .sort((one, other) => (quantities.get(other) ?? 0) - (quantities.get(one) ?? 0));
}

export interface Cover {
  readonly stock: number;
  /** Sold on average on each of the days, all of them counted. */
  readonly perDay: number;
  /** How long the stock lasts at that rate. */
  readonly days: number;
}

/** Of each own product that was sold on those days (ends included) and is on the stock list. */
export function coverOf(truth: SandboxTruth, from: string, to: string): ReadonlyMap<string, Cover> {
  const sold = quantityPerProduct(truth, from, to);
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const listed = truth.stock().filter(({ productId }) => (sold.get(productId) ?? 0) > 0);
  return new Map(
    listed.map(({ productId, stock }) => {
      const perDay = (sold.get(productId) ?? 0) / length;
      return [productId, { stock, perDay, days: stock / perDay }];
    }),
  );
}

export interface StoreTotal {
  millilitres: number;
  quantity: number;
}

export function totalPerStore(
  truth: SandboxTruth,
  from: string,
  to: string,
): ReadonlyMap<string, Readonly<StoreTotal>> {
  const totals = new Map<string, StoreTotal>();
  for (const { storeId, millilitres, salesQuantity } of truth.sales(from, to)) {
    const total = totals.get(storeId) ?? { millilitres: 0, quantity: 0 };
    total.millilitres += millilitres;
    total.quantity += salesQuantity;
    totals.set(storeId, total);
  }
  return totals;
}

/** 1234500 -> "1,234.5" */
export function litresInReport(millilitres: number): string {
  const tenths = Math.round(millilitres / 100);
  return `${grouped(Math.trunc(tenths / 10))}.${tenths % 10}`;
}

export function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
}

function litresWithComma(millilitres: number): string {
  const text = String(Math.abs(millilitres)).padStart(4, '0');
  const decimals = text.slice(-3).replace(/0+$/, '');
  const sign = millilitres < 0 ? '-' : '';
  return `${sign}${text.slice(0, -3)}${decimals === '' ? '' : `,${decimals}`}`;
}
