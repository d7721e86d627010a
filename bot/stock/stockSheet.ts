import type { ProductStock } from 'retail-data-client/core';
import { numberOf } from '../text/idNumbers.ts';
import { ByteWriter, readBytes } from './bytes.ts';

/** A product's stock as a snapshot holds it; `stock` in units over all stores. */
export interface StockLevel {
  readonly productId: string;
  readonly stock: number;
  readonly storesWithStock: number;
  readonly updatedDate: string;
  readonly updatedTime: string;
}

/**
 * The stock of a whole day in columns, in the order of product numbers, ids that are no number last. 66,000 products are
 * some 0.6 MB as bytes and a few milliseconds to read, so that a month is 19 MB where rows would be 200.
 */
export interface StockSheet {
  readonly size: number;
  /** What a product is found by: its number, or the place of its id among those that are none, from -1 down. */
  readonly keys: Float64Array;
  readonly stock: Float64Array;
  readonly stores: Float64Array;
  idAt(at: number): string;
  levelAt(at: number): StockLevel;
  /** The places of a product: more than one when ids differ by leading zeros only. */
  find(productId: string): readonly number[];
}

/** What stands in front of the columns. */
interface SheetHead {
  readonly size: number;
  /** Ids that are no number, in the order of their rows, which are the last ones. */
  readonly odd: readonly string[];
  readonly dates: readonly string[];
  /** Times that are not written hh:mm:ss. */
  readonly oddTimes: readonly string[];
  /** Of each block its first key and where it begins: one product is found without reading the others. */
  readonly blocks: readonly (readonly [key: number, offset: number])[];
}

const VERSION = 1;
const BLOCK = 256;
/** The first key of a block without a number: after all that are. */
const NO_NUMBER = Number.MAX_SAFE_INTEGER;

/** @throws RangeError when a product is there twice. */
export function writeSheet(rows: readonly ProductStock[]): Uint8Array {
  const sorted = inOrder(rows);
  const odd = sorted.filter(({ number }) => number === null).map(({ row }) => row.productId);
  const dates = new Map<string, number>();
  const oddTimes = new Map<string, number>();
  const blocks: [number, number][] = [];
  const columns = new ByteWriter();
  for (let from = 0; from < sorted.length; from += BLOCK) {
    const block = sorted.slice(from, from + BLOCK);
    let last = block[0]?.number ?? NO_NUMBER;
    blocks.push([last, columns.size]);
    for (const { number, row } of block) {
      columns.whole((number ?? last) - last);
      columns.whole(number === null ? 0 : row.productId.length - String(number).length);
      last = number ?? last;
    }
    for (const { row } of block) columns.signed(row.stock);
    for (const { row } of block) columns.signed(row.numberOfStoresWithStock);
    for (const { row } of block) columns.whole(placeIn(dates, row.updatedDate));
    for (const { row } of block) columns.whole(timeCode(row.updatedTime, oddTimes));
  }
  const head: SheetHead = {
    size: rows.length,
    odd,
    dates: [...dates.keys()],
    oddTimes: [...oddTimes.keys()],
    blocks,
  };
  const bytes = new ByteWriter();
  bytes.whole(VERSION);
  bytes.text(JSON.stringify(head));
  bytes.bytes(columns.written());
  return bytes.written();
}

export function readSheet(bytes: Uint8Array): StockSheet {
  const opened = openSheet(bytes);
  return readBlocks(opened, 0, opened.head.blocks.length);
}

/** The levels of one product: what `find` gives, without reading the whole sheet. */
export function findInSheet(bytes: Uint8Array, productId: string): StockLevel[] {
  const opened = openSheet(bytes);
  const { fromBlock, toBlock } = blocksOf(opened.head, productId);
  return levelsIn(readBlocks(opened, fromBlock, toBlock), productId);
}

/** Where the parts of a stored day are: one product is found without reading the day out of the database. */
export interface SheetIndex {
  /** The bytes in which a product is, if it is there. */
  partWith(productId: string): { readonly from: number; readonly length: number };
  /** The levels of the product, out of those bytes or more from the same place. */
  findInPart(part: Uint8Array, productId: string): StockLevel[];
}

/** The index out of the first bytes of a stored day; so many bytes are needed when these are too few. */
export function readIndex(first: Uint8Array): SheetIndex | { readonly needs: number } {
  const reader = readBytes(first);
  requireVersion(reader.whole());
  const headBytes = reader.whole();
  const headFrom = first.length - reader.rest().length;
  const columnsFrom = headFrom + headBytes;
  if (first.length < columnsFrom) return { needs: columnsFrom };
  const head = parseHead(first.subarray(headFrom, columnsFrom));
  const spanOf = (productId: string) => {
    const { fromBlock, toBlock } = blocksOf(head, productId);
    const from = head.blocks[fromBlock]?.[1] ?? 0;
    return { fromBlock, toBlock, from, to: head.blocks[toBlock]?.[1] ?? Number.POSITIVE_INFINITY };
  };
  return {
    partWith(productId) {
      const { from, to } = spanOf(productId);
      return { from: columnsFrom + from, length: Math.min(to - from, LONGEST_PART) };
    },
    findInPart(part, productId) {
      const { fromBlock, toBlock, from } = spanOf(productId);
      return levelsIn(readBlocks({ head, columns: part, columnsAt: from }, fromBlock, toBlock), productId);
    },
  };
}

/** More bytes than blocks with one product have. */
const LONGEST_PART = 2 ** 30;

/** The blocks in which a product is, if it is there. */
function blocksOf({ blocks }: SheetHead, productId: string): { fromBlock: number; toBlock: number } {
  const number = numberOf(productId) ?? NO_NUMBER;
  return {
    fromBlock: Math.max(
      0,
      blocks.findLastIndex(([key]) => key < number),
    ),
    toBlock: blocks.findLastIndex(([key]) => key <= number) + 1,
  };
}

function levelsIn(sheet: StockSheet, productId: string): StockLevel[] {
  return sheet.find(productId).map((at) => sheet.levelAt(at));
}

interface OpenedSheet {
  readonly head: SheetHead;
  readonly columns: Uint8Array;
  /** Where among all columns these begin. */
  readonly columnsAt: number;
}

function openSheet(bytes: Uint8Array): OpenedSheet {
  const reader = readBytes(bytes);
  requireVersion(reader.whole());
  const head: SheetHead = JSON.parse(reader.text());
  return { head, columns: reader.rest(), columnsAt: 0 };
}

function parseHead(text: Uint8Array): SheetHead {
  return JSON.parse(new TextDecoder().decode(text));
}

function requireVersion(version: number): void {
  if (version === VERSION) return;
  throw new Error(
    `The database holds stock written in form ${version}, and this bot reads form ${VERSION}: start the newer bot.`,
  );
}

/** The rows of the blocks from one up to another, as a sheet of its own. */
function readBlocks(
  { head, columns, columnsAt }: OpenedSheet,
  fromBlock: number,
  toBlock: number,
): StockSheet {
  const from = fromBlock * BLOCK;
  const size = Math.max(0, Math.min(head.size, toBlock * BLOCK) - from);
  const numbers = Math.max(0, Math.min(size, head.size - head.odd.length - from));
  const odd = head.odd.slice(Math.max(0, from - (head.size - head.odd.length)));
  const keys = new Float64Array(size);
  const zeros = new Uint16Array(size);
  const stock = new Float64Array(size);
  const stores = new Float64Array(size);
  const updatedDates = new Float64Array(size);
  const updatedTimes = new Float64Array(size);
  for (let block = fromBlock; block < toBlock; block += 1) {
    const [key, offset] = head.blocks[block] ?? [0, 0];
    const start = block * BLOCK - from;
    const end = Math.min(size, start + BLOCK);
    const reader = readBytes(columns, offset - columnsAt);
    let last = key;
    for (let at = start; at < end; at += 1) {
      last += reader.whole();
      keys[at] = at < numbers ? last : numbers - at - 1;
      zeros[at] = reader.whole();
    }
    fill(stock, start, end, reader.signed);
    fill(stores, start, end, reader.signed);
    fill(updatedDates, start, end, reader.whole);
    fill(updatedTimes, start, end, reader.whole);
  }
  const idAt = (at: number) =>
    at < numbers ? '0'.repeat(zeros[at] ?? 0) + String(keys[at]) : (odd[at - numbers] ?? '');
  return {
    size,
    keys,
    stock,
    stores,
    idAt,
    levelAt: (at) => ({
      productId: idAt(at),
      stock: stock[at] ?? 0,
      storesWithStock: stores[at] ?? 0,
      updatedDate: head.dates[updatedDates[at] ?? 0] ?? '',
      updatedTime: timeOf(updatedTimes[at] ?? 0, head.oddTimes),
    }),
    find(productId) {
      const number = numberOf(productId);
      if (number === null) {
        const at = odd.indexOf(productId);
        return at < 0 ? [] : [numbers + at];
      }
      const found: number[] = [];
      for (let at = firstAtLeast(keys, numbers, number); at < numbers && keys[at] === number; at += 1) {
        found.push(at);
      }
      return found;
    },
  };
}

/** Where products with these numbers are, each once, in their order. */
export function placesOf(sheet: StockSheet, productIds: readonly string[]): number[] {
  const places = new Set(productIds.flatMap((id) => sheet.find(id)));
  return [...places].sort((one, other) => one - other);
}

interface Numbered {
  readonly number: number | null;
  readonly row: ProductStock;
}

function inOrder(rows: readonly ProductStock[]): Numbered[] {
  const sorted = rows
    .map((row) => ({ number: numberOf(row.productId), row }))
    .sort(
      (one, other) =>
        (one.number ?? NO_NUMBER) - (other.number ?? NO_NUMBER) ||
        (one.row.productId < other.row.productId ? -1 : Number(one.row.productId > other.row.productId)),
    );
  for (const [at, { row }] of sorted.entries()) {
    if (at > 0 && sorted[at - 1]?.row.productId === row.productId) {
      throw new RangeError(
        `The service gave product ${row.productId} twice in one stock, and which of them counts is unknown: nothing of it is kept.`,
      );
    }
  }
  return sorted;
}

function placeIn(known: Map<string, number>, text: string): number {
  const place = known.get(text);
  if (place !== undefined) return place;
  known.set(text, known.size);
  return known.size - 1;
}

/** Seconds of the day, doubled; the place of a time that is written otherwise, doubled and one more. */
function timeCode(time: string, oddTimes: Map<string, number>): number {
  if (!/^\d\d:[0-5]\d:[0-5]\d$/.test(time)) return 2 * placeIn(oddTimes, time) + 1;
  return 2 * (Number(time.slice(0, 2)) * 3_600 + Number(time.slice(3, 5)) * 60 + Number(time.slice(6)));
}

function timeOf(code: number, oddTimes: readonly string[]): string {
  if (code % 2 === 1) return oddTimes[(code - 1) / 2] ?? '';
  const seconds = code / 2;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3_600)}:${two((seconds % 3_600) / 60)}:${two(seconds % 60)}`;
}

function fill(column: Float64Array, start: number, end: number, next: () => number): void {
  for (let at = start; at < end; at += 1) column[at] = next();
}

function firstAtLeast(sorted: Float64Array, size: number, wanted: number): number {
  let [from, to] = [0, size];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
}
