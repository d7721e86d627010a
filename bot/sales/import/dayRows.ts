import { createHash } from 'node:crypto';
import { InvalidInputError } from 'retail-data-client/errors/errors';
import { toMillilitres } from 'retail-data-client/litres';
import type { SalesRow } from 'retail-data-client/operations/salesRow';
import type { KeysOfIds } from '../../database/idDictionary.ts';
import { toMillionths } from '../../text/numbers.ts';

/** A row by the dictionary keys of its product and store; integers of millilitres and millionths of an item. */
export interface Entry {
  readonly product: number;
  readonly store: number;
  readonly millilitres: number;
  readonly quantity: number;
}

/** The rows of one day, one for each product and store; adding a row again replaces the earlier one. */
export class DayOfSales {
  readonly salesDate: string;
  readonly #entries = new Map<number, Entry>();

  constructor(salesDate: string, entries: Iterable<Entry> = []) {
    this.salesDate = salesDate;
    for (const entry of entries) this.#put(entry);
  }

  get size(): number {
    return this.#entries.size;
  }

  add(row: SalesRow, keys: KeysOfIds): void {
    this.#put({
      product: keys.product(row.productId),
      store: keys.store(row.storeId),
      millilitres: whole(row, 'salesVolume', toMillilitres(row.salesVolume)),
      quantity: whole(row, 'salesQuantity', toMillionths(row.salesQuantity)),
    });
  }

  /** Adds rows of a newer reading of the day, which replace these. */
  merge(newer: DayOfSales): void {
    for (const entry of newer.#entries.values()) this.#put(entry);
  }

  /** Counts rows that `other` lacks or has with different figures. */
  countChanged(other: DayOfSales): number {
    let changed = 0;
    for (const [place, { millilitres, quantity }] of this.#entries) {
      const theirs = other.#entries.get(place);
      if (theirs?.millilitres !== millilitres || theirs.quantity !== quantity) changed += 1;
    }
    return changed;
  }

  /** Counts rows of `other` that this reading lacks. */
  countMissing(other: DayOfSales): number {
    let missing = 0;
    for (const place of other.#entries.keys()) if (!this.#entries.has(place)) missing += 1;
    return missing;
  }

  /** Equal for readings with the same rows. */
  hash(): string {
    const hash = createHash('sha256');
    for (const { product, store, millilitres, quantity } of this.sortedBy('product'))
      hash.update(`${product} ${store} ${millilitres} ${quantity}\n`);
    return hash.digest('hex');
  }

  /** Sorted by primary key of the table that begins with this column. */
  sortedBy(first: 'product' | 'store'): Entry[] {
    const second = first === 'product' ? 'store' : 'product';
    return [...this.#entries.values()].sort(
      (one, other) => one[first] - other[first] || one[second] - other[second],
    );
  }

  #put(entry: Entry): void {
    this.#entries.set(entry.product * MAX_STORES + entry.store, entry);
  }
}

/** More stores than any chain has, and small enough for product and store to fit in one exact number. */
const MAX_STORES = 2 ** 21;

function whole(row: SalesRow, field: 'salesVolume' | 'salesQuantity', value: number): number {
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  throw new InvalidInputError({
    field: `${field} of ${row.salesDate}, store ${row.storeId}, product ${row.productId}`,
    value: row[field],
    expected: 'a number small enough to be added exactly; ask the owner of the service about this row',
  });
}
