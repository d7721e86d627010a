import type { SalesRow } from 'retail-data-client/core';
import { InvalidInputError } from 'retail-data-client/errors';
import { toMillilitres } from 'retail-data-client/litres';

/** Quantities are kept as integers of this part of an item, so that their sums are exact too. */
const PARTS_OF_ITEM = 1_000_000;

/** An item count as the integer it is kept as: exact to the millionth. */
export function toMillionths(quantity: number): number {
  return Math.round(quantity * PARTS_OF_ITEM);
}

export function fromMillionths(millionths: number): number {
  return millionths / PARTS_OF_ITEM;
}

/** A row by the short numbers of its product and store; integers of millilitres and millionths of an item. */
export interface Entry {
  readonly product: number;
  readonly store: number;
  readonly millilitres: number;
  readonly quantity: number;
}

/** Turns ids into the short numbers that stand for them. */
export interface KeysOfIds {
  product(id: string): number;
  store(id: string): number;
}

/** The rows of one day as they come in; a row that comes again takes the place of the one before. */
export class DayOfSales {
  readonly salesDate: string;
  readonly #entries = new Map<number, Entry>();
  #lastChanged = '';

  constructor(salesDate: string) {
    this.salesDate = salesDate;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The greatest last-changed date, as text: the service does not state its format. */
  get lastChanged(): string {
    return this.#lastChanged;
  }

  add(row: SalesRow, keys: KeysOfIds): void {
    if (row.lastChangedDate > this.#lastChanged) this.#lastChanged = row.lastChangedDate;
    this.put({
      product: keys.product(row.productId),
      store: keys.store(row.storeId),
      millilitres: whole(row, 'salesVolume', toMillilitres(row.salesVolume)),
      quantity: whole(row, 'salesQuantity', toMillionths(row.salesQuantity)),
    });
  }

  put(entry: Entry): void {
    this.#entries.set(placeOf(entry), entry);
  }

  /** Takes the rows of an earlier reading that have not come again. */
  keep(earlier: Iterable<Entry>, lastChanged: string): void {
    for (const entry of earlier) if (!this.#entries.has(placeOf(entry))) this.put(entry);
    if (lastChanged > this.#lastChanged) this.#lastChanged = lastChanged;
  }

  hasSameRows(other: DayOfSales): boolean {
    if (other.size !== this.size) return false;
    for (const [place, { millilitres, quantity }] of this.#entries) {
      const theirs = other.#entries.get(place);
      if (theirs?.millilitres !== millilitres || theirs.quantity !== quantity) return false;
    }
    return true;
  }

  has(entry: Entry): boolean {
    return this.#entries.has(placeOf(entry));
  }

  /** By product, then store: the order in which they lie in the table. */
  inOrder(): Entry[] {
    return [...this.#entries.values()].sort(
      (one, other) => one.product - other.product || one.store - other.store,
    );
  }
}

/** More stores than any chain has, and small enough for a product beside it in one exact number. */
const STORES = 2 ** 21;

export function placeOf({ product, store }: { readonly product: number; readonly store: number }): number {
  return product * STORES + store;
}

function whole(row: SalesRow, field: 'salesVolume' | 'salesQuantity', value: number): number {
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  throw new InvalidInputError({
    field: `${field} of ${row.salesDate}, store ${row.storeId}, product ${row.productId}`,
    value: row[field],
    expected: 'a number small enough to be added exactly; ask the owner of the service about this row',
  });
}

/** What a sum over rows consists of, in the integers of the tables. */
export interface Sum {
  rows: number;
  millilitres: number;
  quantity: number;
  returnedMillilitres: number;
  returnedQuantity: number;
}

export function emptySum(): Sum {
  return { rows: 0, millilitres: 0, quantity: 0, returnedMillilitres: 0, returnedQuantity: 0 };
}

/** Adds a row to a sum; takes it away again with `times` -1. */
export function addTo(sum: Sum, entry: Entry, times: 1 | -1 = 1): void {
  sum.rows += times;
  sum.millilitres += times * entry.millilitres;
  sum.quantity += times * entry.quantity;
  sum.returnedMillilitres += times * Math.max(0, -entry.millilitres);
  sum.returnedQuantity += times * Math.max(0, -entry.quantity);
}

/** The sum at a key of a map, begun when there is none. */
export function sumAt(sums: Map<number, Sum>, key: number): Sum {
  const known = sums.get(key);
  if (known !== undefined) return known;
  const sum = emptySum();
  sums.set(key, sum);
  return sum;
}
