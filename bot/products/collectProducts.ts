import type { Worded } from '../language/language.ts';
import { comparable } from '../parse/nameIndex.ts';
import { type ListLayout, type ReadColumns, readColumns } from './listColumns.ts';
import { ProductListError } from './listText.ts';
import { productsWords } from './words/words.ts';

/** A product of the list. Names are foreign text on one line; `group` is empty for none. */
export interface Product {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  /** Days between an order and its arrival, and the units that are ordered together; undefined where not given. */
  readonly leadDays?: number | undefined;
  readonly packSize?: number | undefined;
  /** What people call it too, in lower case or not; the same one may stand for several products. */
  readonly otherNames?: readonly string[] | undefined;
}

/** Whether two products of the same number have everything else in common. */
export function isSameProduct(one: Product, other: Product): boolean {
  return (
    one.name === other.name &&
    one.group === other.group &&
    one.leadDays === other.leadDays &&
    one.packSize === other.packSize &&
    otherNamesAsText(one) === otherNamesAsText(other)
  );
}

/** The other names in one text, which `otherNamesIn` reads; empty for none. */
export function otherNamesAsText({ otherNames = [] }: Pick<Product, 'otherNames'>): string {
  return otherNames.join(';');
}

/** Reads names that are divided by semicolons, line breaks or commas, but not by the comma of "0,5 l". */
export function otherNamesIn(text: string): readonly string[] {
  const names = text.split(/[;\r\n]|,(?!\d)|(?<!\d),/).map(oneLine);
  return [...new Set(names)].filter((name) => name !== '');
}

/** What a mistake is on: a line of a text file, or a row of a worksheet. */
export type ListUnit = 'line' | 'row';

/** A problem with a line or row. */
export interface LineMistake {
  /** Counted from 1. */
  readonly line: number;
  /** Without a full stop. */
  readonly reason: Worded;
}

export interface ReadList {
  readonly unit: ListUnit;
  /** In the file's order, without duplicate numbers. Don't use them when there are mistakes. */
  readonly products: readonly Product[];
  /** The first hundred. */
  readonly mistakes: readonly LineMistake[];
  readonly mistakeCount: number;
  /** Undefined for a list without titles. */
  readonly columns: ReadColumns | undefined;
}

/** Limits of a list: all names are in memory, and groups are chosen from a menu. */
export const MAX_PRODUCTS = 200_000;
export const LONGEST_NAME = 200;
export const MAX_GROUPS = 1_000;
const LONGEST_GROUP = 100;
const MAX_OTHER_NAMES = 10;
/** Of all other names of a product. Three products fit into a text of Slack. */
const LONGEST_OTHER_NAMES = 500;
export const MAX_OTHER_NAMES_IN_LIST = 200_000;
const LEAD_DAYS = { least: 0, most: 365 } as const;
/** Below 36,526, as which Excel stores the first day of 2000: it makes dates of sizes such as 6/7. */
const PACK_SIZES = { least: 1, most: 30_000 } as const;

const MAX_MISTAKES = 100;

/** Collects the products of a file, line by line or row by row. */
export interface ListCollection {
  /** `record` are the cells of one line or row. */
  add(record: readonly string[], line: number): void;
  refuse(line: number, reason: Worded): void;
  /** True when there are more products than a list can have. */
  isTooLong(): boolean;
  /** @throws ProductListError when there are none, or too many */
  list(): ReadList;
}

export function createCollection(
  layout: ListLayout,
  unit: ListUnit,
  /** Why a record is wrong that has a cell to the right of the columns; `at` is its position, counted from 0. */
  tooWide: (record: readonly string[], at: number) => Worded,
): ListCollection {
  const { columns, width } = layout;
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
      const outside = record.findIndex((field, at) => at >= width && field.trim() !== '');
      if (outside !== -1) {
        refuse(line, tooWide(record, outside));
        return;
      }
      const product = productOf(record, columns);
      if (typeof product === 'function') {
        refuse(line, product);
        return;
      }
      const known = seen.get(Number(product.id));
      if (known === undefined) {
        seen.set(Number(product.id), { product, line });
        products.push(product);
      } else if (!isSameProduct(known.product, product)) {
        const { name } = known.product;
        refuse(line, (t) => productsWords(t).reasons.listedBefore(product.id, unit, known.line, name));
      }
    },
    isTooLong: () => products.length > MAX_PRODUCTS,
    list() {
      requireFew(products);
      if (products.length === 0 && mistakeCount === 0) {
        throw new ProductListError((t) => productsWords(t).file.noProducts[unit]);
      }
      return { unit, products, mistakes, mistakeCount, columns: readColumns(layout) };
    },
  };
}

/** What a formula that fails shows in English and Norwegian: #N/A, #I/T, #REF!, #NAME?. */
const SPREADSHEET_ERROR = /^#(N\/A|I\/T|[A-ZÆØÅ\d/_]+[!?])$/;

/** How Excel stores the days from 2000 to 2064. */
const STORED_DATE = /^(3[6-9]|[45]\d)\d{3}$/;

/** The product of a line, or the reason why it has none. */
function productOf(record: readonly string[], columns: ListLayout['columns']): Product | Worded {
  const id = plainNumber(record[columns.id] ?? '');
  const name = oneLine(record[columns.name] ?? '');
  const group = columns.group === undefined ? '' : oneLine(record[columns.group] ?? '');
  if (SPREADSHEET_ERROR.test(id)) return (t) => productsWords(t).reasons.spreadsheetError('', id);
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
  const others = ((columns.otherNames === undefined ? undefined : record[columns.otherNames]) ?? '').trim();
  if (others.length > LONGEST_OTHER_NAMES) {
    return (t) => productsWords(t).reasons.longOtherNames(id, others.length, LONGEST_OTHER_NAMES);
  }
  const otherNames = otherNamesIn(others);
  const failed = [name, group, ...otherNames].find((text) => SPREADSHEET_ERROR.test(text));
  if (failed !== undefined) return (t) => productsWords(t).reasons.spreadsheetError(id, failed);
  if (isNumber(name)) return (t) => productsWords(t).reasons.numberAsName(id, name);
  if (name.length > LONGEST_NAME) {
    return (t) => productsWords(t).reasons.longName(id, name.length, LONGEST_NAME);
  }
  if (group.length > LONGEST_GROUP) {
    return (t) => productsWords(t).reasons.longGroup(id, group.length, LONGEST_GROUP);
  }
  const number = otherNames.find(isNumber);
  if (number !== undefined) return (t) => productsWords(t).reasons.numberAsOtherName(id, number);
  if (otherNames.length > MAX_OTHER_NAMES) {
    return (t) => productsWords(t).reasons.manyOtherNames(id, otherNames.length, MAX_OTHER_NAMES);
  }
  const leadDays = wholeNumber(record, columns.leadDays, LEAD_DAYS);
  const packSize = wholeNumber(record, columns.packSize, PACK_SIZES);
  const date = [leadDays, packSize].find((value) => typeof value === 'string' && STORED_DATE.test(value));
  if (date !== undefined) return (t) => productsWords(t).reasons.dateAsNumber(id, String(date));
  if (typeof leadDays === 'string') {
    return (t) => productsWords(t).reasons.wrongLeadTime(id, leadDays, LEAD_DAYS.most);
  }
  if (typeof packSize === 'string') {
    return (t) => productsWords(t).reasons.wrongPackSize(id, packSize, PACK_SIZES.most);
  }
  return { id, name, group, leadDays, packSize, ...(otherNames.length > 0 && { otherNames }) };
}

/** Whether a text is a number, which stands for a product number where it is typed. */
function isNumber(text: string): boolean {
  return /^[-+]?\d+([.,]\d+)*$/.test(text);
}

/** Undefined for an empty cell or no such column, and the text of a cell that is no whole number within the limits. */
function wholeNumber(
  record: readonly string[],
  column: number | undefined,
  { least, most }: { readonly least: number; readonly most: number },
): number | string | undefined {
  const text = oneLine((column === undefined ? undefined : record[column]) ?? '');
  if (text === '') return undefined;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : text;
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

/** @throws ProductListError */
function requireFew(products: readonly Product[]): void {
  if (products.length > MAX_PRODUCTS) {
    throw new ProductListError((t) => productsWords(t).file.tooManyProducts(MAX_PRODUCTS));
  }
  const groups = groupCount(products);
  if (groups > MAX_GROUPS) {
    throw new ProductListError((t) => productsWords(t).file.tooManyGroups(groups, MAX_GROUPS));
  }
  const otherNames = products.reduce((sum, { otherNames: named = [] }) => sum + named.length, 0);
  if (otherNames > MAX_OTHER_NAMES_IN_LIST) {
    throw new ProductListError((t) =>
      productsWords(t).file.tooManyOtherNames(otherNames, MAX_OTHER_NAMES_IN_LIST),
    );
  }
}

/** Counts groups, ignoring upper case and accents. */
export function groupCount(products: readonly Product[]): number {
  return new Set(products.flatMap(({ group }) => (group === '' ? [] : [comparable(group)]))).size;
}
