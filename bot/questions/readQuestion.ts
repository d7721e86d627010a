import { GROUPS } from '../parser/groupings.ts';
import type { FiguresQuestion } from './answer.ts';

/** A question out of the database; undefined for one that an older version wrote and this one does not understand. */
export function readQuestion(text: string): FiguresQuestion | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isQuestion(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isQuestion(value: unknown): value is FiguresQuestion {
  if (!isObject(value)) return false;
  switch (value.command) {
    case 'stock':
      return isStock(value);
    case 'sales':
      return isSales(value);
    case 'stores':
      return isStores(value);
    default:
      return false;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function isStock({ kind, scope, productIds, days, of }: Fields): boolean {
  if (kind === 'products') return isTexts(productIds);
  if (kind === 'history') return isTexts(productIds) && isRange(days);
  if (scope !== 'mine' && scope !== 'all') return false;
  if (of !== undefined && !(isObject(of) && isSide(of))) return false;
  return kind === 'low' || kind === 'over'
    ? typeof days === 'number'
    : kind === 'overview' || kind === 'out' || kind === 'changes';
}

function isSales(fields: Fields): boolean {
  const { kind, by, days, against, without, top, bottom, returns, sides, and, share } = fields;
  if (!isNarrowing(fields) || !isRange(days)) return false;
  if (![top, bottom].every((rows) => rows === undefined || isNumber(rows))) return false;
  if (returns !== undefined && returns !== true) return false;
  if (without !== undefined && !(isObject(without) && isNarrowing(without))) return false;
  if (sides !== undefined && !(isObject(sides) && isMeaning(sides.of) && isList(sides.each, isSide)))
    return false;
  const isGroup = (value: unknown) => GROUPS.some((group) => group === value);
  if (!isGroup(by)) return false;
  if (kind === 'sales') {
    return (and === undefined || isGroup(and)) && (share === undefined || share === true);
  }
  return kind === 'compare' && isRange(against);
}

function isNarrowing({ productIds, storeIds, names }: Fields): boolean {
  return isTexts(productIds) && isTexts(storeIds) && (names === undefined || isList(names, isNameOfMany));
}

function isSide({ ids, names }: Fields): boolean {
  return isTexts(ids) && isList(names, isNameOfMany);
}

function isNameOfMany({ meaning, kind, words }: Fields): boolean {
  return isMeaning(meaning) && (kind === 'name' || kind === 'group') && typeof words === 'string';
}

function isMeaning(value: unknown): boolean {
  return value === 'product' || value === 'store';
}

function isStores({ kind, storeId, words, openNow, open, near }: Fields): boolean {
  if (kind === 'number') return typeof storeId === 'string' && (open === undefined || isOpenAt(open));
  if (kind !== 'search' || typeof words !== 'string' || typeof openNow !== 'boolean') return false;
  return (open === undefined || isOpenAt(open)) && (near === undefined || isPlace(near));
}

function isOpenAt(value: unknown): boolean {
  if (!isObject(value) || (value.time !== undefined && typeof value.time !== 'string')) return false;
  return value.day === 'today' || value.day === 'tomorrow' || isNumber(value.day) || isDate(value.day);
}

function isDate(value: unknown): boolean {
  if (!isObject(value) || (value.year !== undefined && !isNumber(value.year))) return false;
  return isNumber(value.month) && isNumber(value.date);
}

function isPlace(value: unknown): boolean {
  if (!isObject(value)) return false;
  return typeof value.words === 'string' || (isNumber(value.latitude) && isNumber(value.longitude));
}

function isRange(value: unknown): boolean {
  return isObject(value) && typeof value.from === 'string' && typeof value.to === 'string';
}

function isList(value: unknown, isItem: (item: Fields) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isObject(item) && isItem(item));
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
