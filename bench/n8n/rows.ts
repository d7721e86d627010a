/** Where the bench's sales stand: so many days of so many stores, each with the same number of products. */
const DAYS = ['2026-11-17', '2026-11-18', '2026-11-19'];
const STORES = 340;
const SECTIONS = DAYS.length * STORES;

/** Daily sales with that many rows, any page of which can be had as text. */
export interface SalesBook {
  readonly rows: number;
  /** Items sold in all rows together. */
  readonly quantity: number;
  /** The rows from `start` on, at most so many, in the service's shape. */
  page(start: number, maxResults: number): string;
}

/** Writes every row once, ahead of time: what is measured is the reading. */
export function writeSalesBook(rows: number): SalesBook {
  const texts: string[] = [];
  let quantity = 0;
  for (let row = 0; row < rows; row += 1) {
    const sold = 1 + ((row * 7919) % 60);
    quantity += sold;
    texts.push(
      `{"productId":"${1_000_000 + row * 3}","salesVolume":${(sold * 0.75).toFixed(3)},"salesQuantity":${sold},"lastChanged":{"date":"2026-11-19","time":"${timeOf(row)}"}}`,
    );
  }
  const perSection = Math.ceil(rows / SECTIONS);
  return {
    rows,
    quantity,
    page: (start, maxResults) => pageOf(texts, perSection, start, Math.min(rows, start + maxResults)),
  };
}

/** Days and stores that the page begins or ends within are cut, as the service cuts them. */
function pageOf(texts: readonly string[], perSection: number, start: number, end: number): string {
  const days: string[] = [];
  for (const [dayIndex, day] of DAYS.entries()) {
    const stores: string[] = [];
    for (let store = 0; store < STORES; store += 1) {
      const first = (dayIndex * STORES + store) * perSection;
      const sales = texts.slice(Math.max(first, start), Math.max(0, Math.min(first + perSection, end)));
      if (sales.length > 0)
        stores.push(`{"storeId":"${String(101 + store).padStart(4, '0')}","sales":[${sales.join(',')}]}`);
    }
    if (stores.length > 0) days.push(`{"salesDate":"${day}","storeSales":[${stores.join(',')}]}`);
  }
  return `[${days.join(',')}]`;
}

/** Accumulated stock of so many products. */
export function stockPage(products: number, start: number, maxResults: number): string {
  const rows: string[] = [];
  for (let row = start; row < Math.min(products, start + maxResults); row += 1)
    rows.push(
      `{"productId":"${1_000_000 + row * 3}","stock":${stockOf(row)},"numberOfStoresWithStock":${1 + (row % 339)},"updatedDate":"2026-11-20","updatedTime":"${timeOf(row)}"}`,
    );
  return `[${rows.join(',')}]`;
}

export function stockOf(row: number): number {
  return (row * 7919) % 5000;
}

function timeOf(row: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(8 + (row % 12))}:${two(row % 60)}:${two((row * 7) % 60)}`;
}
