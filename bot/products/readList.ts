import { finished } from 'node:stream/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import type { Worded } from '../language/language.ts';
import { comparable } from '../parse/nameIndex.ts';
import { type ListLayout, layoutOf } from './listColumns.ts';
import { ProductListError, textOfList } from './listText.ts';
import { productsWords } from './words/words.ts';

/** A product of the list. Names are foreign text on one line; `group` is empty for none. */
export interface Product {
  readonly id: string;
  readonly name: string;
  readonly group: string;
}

/** A problem with a line; lines are counted from 1. */
export interface LineMistake {
  readonly line: number;
  /** Without a full stop. */
  readonly reason: Worded;
}

export interface ReadList {
  /** In the file's order, without duplicate numbers. Don't use them when there are mistakes. */
  readonly products: readonly Product[];
  /** The first hundred. */
  readonly mistakes: readonly LineMistake[];
  readonly mistakeCount: number;
}

/** Limits of a list: all names are in memory, and groups are chosen from a menu. */
export const MAX_PRODUCTS = 200_000;
export const LONGEST_NAME = 200;
export const MAX_GROUPS = 1_000;
const LONGEST_GROUP = 100;

const MAX_MISTAKES = 100;
/** A field with more lines has an unclosed quotation mark, and would become one name to the end of the file. */
const MAX_LINES_IN_A_FIELD = 20;
const CHUNK_CHARACTERS = 32 * 1024;

/**
 * Reads a product list: CSV or TSV with the columns number, name and optionally group, in this order or as titled in the
 * first line. Other work runs in between.
 * @throws ProductListError when the file isn't such a list
 */
export async function readProductList(bytes: Uint8Array): Promise<ReadList> {
  const whole = textOfList(bytes);
  // Drop Excel's first line about the delimiter, but not its line break, so that line numbers stay right.
  const text = whole.replace(/^sep=[;,\t]?(?=\r?\n)/i, '');
  if (text.trim() === '') throw new ProductListError((t) => productsWords(t).file.empty);
  const layout = layoutOf(text);
  const collected = createCollection(layout);
  let records = 0;
  let lastLine = 0;
  const take = (record: readonly string[], endsOn: number) => {
    const breaks = record.reduce((count, field) => count + breaksIn(field), 0);
    if (records > 0 || !layout.hasHeader) collected.add(record, endsOn - breaks);
    records += 1;
    lastLine = endsOn;
  };
  const isWhole = await parseRecords(text, layout.delimiter, take, collected.isTooLong);
  if (!isWhole) collected.refuse(lastLine + 1, OPEN_QUOTE);
  const list = collected.list();
  requireFew(list.products);
  if (list.products.length === 0 && list.mistakeCount === 0) {
    throw new ProductListError((t) => productsWords(t).file.noProducts);
  }
  return list;
}

/** @throws ProductListError */
function requireFew(products: readonly Product[]): void {
  if (products.length > MAX_PRODUCTS) {
    throw new ProductListError((t) => productsWords(t).file.tooManyProducts(MAX_PRODUCTS));
  }
  const groups = groupCount(products);
  if (groups > MAX_GROUPS) {
    throw new ProductListError((t) => productsWords(t).file.tooManyGroups(groups, MAX_GROUPS));
  }
}

/** Counts groups, ignoring upper case and accents. */
export function groupCount(products: readonly Product[]): number {
  return new Set(products.flatMap(({ group }) => (group === '' ? [] : [comparable(group)]))).size;
}

const OPEN_QUOTE: Worded = (t) => productsWords(t).reasons.openQuote;

/**
 * Calls `take` with each record and the line it ends on; other work runs in between. False when the text ends within a
 * quotation.
 */
async function parseRecords(
  text: string,
  delimiter: string,
  take: (record: readonly string[], endsOn: number) => void,
  isEnough: () => boolean,
): Promise<boolean> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Take records here, not from the stream, which drops what it has read if the end is wrong.
    on_record(record: string[], { lines }) {
      take(record, lines);
      return null;
    },
  });
  const ended = finished(parser.resume()).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CsvError) return false;
      throw error;
    },
  );
  for (const chunk of chunksOf(text)) {
    if (parser.destroyed || isEnough()) break;
    parser.write(chunk);
    await yieldToEventLoop();
  }
  parser.end();
  return ended;
}

function breaksIn(field: string): number {
  return field.match(/\r\n|\n|\r/g)?.length ?? 0;
}

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + CHUNK_CHARACTERS);
    // Don't split a surrogate pair.
    if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end += 1;
    yield text.slice(at, end);
    at = end;
  }
}

function createCollection(layout: ListLayout) {
  const products: Product[] = [];
  const seen = new Map<number, { readonly product: Product; readonly line: number }>();
  const mistakes: LineMistake[] = [];
  let mistakeCount = 0;
  const refuse = (line: number, reason: Worded) => {
    mistakeCount += 1;
    if (mistakes.length < MAX_MISTAKES) mistakes.push({ line, reason });
  };
  return {
    refuse,
    add(record: readonly string[], line: number): void {
      if (record.every((field) => field.trim() === '')) return;
      if (record.some((field) => breaksIn(field) > MAX_LINES_IN_A_FIELD)) {
        refuse(line, OPEN_QUOTE);
        return;
      }
      if (record.slice(layout.width).some((field) => field.trim() !== '')) {
        refuse(line, (t) =>
          productsWords(t).reasons.tooManyFields(record.length, layout.width, SIGNS[layout.delimiter]),
        );
        return;
      }
      const product = productOf(record, layout.columns);
      if (typeof product === 'function') {
        refuse(line, product);
        return;
      }
      const known = seen.get(Number(product.id));
      if (known === undefined) {
        seen.set(Number(product.id), { product, line });
        products.push(product);
      } else if (known.product.name !== product.name || known.product.group !== product.group) {
        const { name } = known.product;
        refuse(line, (t) => productsWords(t).reasons.listedBefore(product.id, known.line, name));
      }
    },
    isTooLong: () => products.length > MAX_PRODUCTS,
    list: (): ReadList => ({ products, mistakes, mistakeCount }),
  };
}

const SIGNS = { '\t': 'tab', ';': 'semicolon', ',': 'comma' } as const;

/** The product of a line, or the reason why it has none. */
function productOf(record: readonly string[], columns: ListLayout['columns']): Product | Worded {
  const id = plainNumber(record[columns.id] ?? '');
  const name = oneLine(record[columns.name] ?? '');
  const group = columns.group === undefined ? '' : oneLine(record[columns.group] ?? '');
  if (id === '') {
    return (t) =>
      name === '' ? productsWords(t).reasons.noNumber : productsWords(t).reasons.noNumberFor(name);
  }
  if (/^\d+([.,]\d+)?E\+?\d+$/i.test(id)) {
    return (t) => productsWords(t).reasons.shortened(id);
  }
  if (!/^\d{1,15}$/.test(id)) {
    return (t) => productsWords(t).reasons.notANumber(id);
  }
  if (name === '') return (t) => productsWords(t).reasons.noName(id);
  if (name.length > LONGEST_NAME) {
    return (t) => productsWords(t).reasons.longName(id, name.length, LONGEST_NAME);
  }
  if (group.length > LONGEST_GROUP) {
    return (t) => productsWords(t).reasons.longGroup(id, group.length, LONGEST_GROUP);
  }
  return { id, name, group };
}

/** Reads ="00345" and '00345, by which spreadsheets keep leading zeros. */
function plainNumber(field: string): string {
  const text = oneLine(field);
  return /^="?(\d+)"?$/.exec(text)?.[1] ?? text.replace(/^["']|["']$/g, '').trim();
}

/**
 * Removes characters that would affect the text around it: line breaks, control characters, and changes of writing
 * direction. Keeps the joiners of emoji and Persian.
 */
function oneLine(field: string): string {
  return field
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .trim();
}
