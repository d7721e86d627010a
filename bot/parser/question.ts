import type { Scope } from '../stock/snapshots.ts';
import type { DayRange } from '../text/dayRange.ts';
import type { CalendarDate } from './dates/calendarDate.ts';
import type { Group } from './groupings.ts';

/**
 * What a person asked, whether it was typed, filled into a form or clicked. Plain JSON. Numbers of products and stores are digits as they were given; days are yyyy-MM-dd, both ends included, and
 * never in the future. `formatCommand` gives the text that is read as the same question.
 */
export type Question = StockQuestion | SalesQuestion | StoresQuestion;

export type Command = Question['command'];

/** The command of that name; undefined when there is none that asks for figures. */
export function commandNamed(name: string): Command | undefined {
  return name === 'stock' || name === 'sales' || name === 'stores' ? name : undefined;
}

/** `form`: nothing was typed, so that a form is what is asked for. */
type WithoutWords<Name extends string> =
  | { readonly command: Name; readonly kind: 'help' }
  | { readonly command: Name; readonly kind: 'form' };

export type StockQuestion = WithoutWords<'stock'> | StockFigures | StockHistory;

/** A question to `/stock` that figures answer; all of it is of the newest stock. */
export type StockFigures =
  | { readonly command: 'stock'; readonly kind: 'overview'; readonly scope: Scope }
  | (StockFilter & { readonly kind: 'out' })
  /** Less than so many days of cover. */
  | (StockFilter & { readonly kind: 'low'; readonly days: number })
  /** More than so many days of cover, and what does not sell at all. */
  | (StockFilter & { readonly kind: 'over'; readonly days: number })
  /** What is different from the stock of the day before that is stored. */
  | (StockFilter & { readonly kind: 'changes' })
  | { readonly command: 'stock'; readonly kind: 'products'; readonly productIds: readonly string[] };

/** The stock of products on each stored day of a period. */
export interface StockHistory {
  readonly command: 'stock';
  readonly kind: 'history';
  readonly productIds: readonly string[];
  readonly days: DayRange;
}

/** Whether a question is of products, and not one of the lists. */
export function isOfProducts(
  question: StockFigures | StockHistory,
): question is Extract<typeof question, { readonly productIds: readonly string[] }> {
  return question.kind === 'products' || question.kind === 'history';
}

/** What narrows a list of stock. */
interface StockFilter {
  readonly command: 'stock';
  readonly scope: Scope;
  /** Only these products, whatever the scope is. */
  readonly of?: Side;
}

/** Under so many days of cover stock is low, in lists and digests, unless somebody asks for another number. */
export const LOW_DAYS = 7;
/** Over so many days of cover there is plenty, unless somebody asks for another number. */
export const PLENTY_DAYS = 30;
export const MOST_LOW_DAYS = 365;

/**
 * Products, or stores, that a question or digest lists by number: as many as Slack's pickers hold, typed or chosen. A
 * name that stands for more of them is kept as the name.
 */
export const MOST_CHOSEN = 100;

export type SalesQuestion = WithoutWords<'sales'> | SalesFigures;

/** A name, or a group of the product list, that stands for all that have it at the time the question is answered. */
export interface NameOfMany {
  readonly meaning: 'product' | 'store';
  readonly kind: 'name' | 'group';
  readonly words: string;
}

/** One of several that are set beside each other, each with a sum of its own: "oslo" of "oslo vs bergen". */
export interface Side {
  readonly ids: readonly string[];
  readonly names: readonly NameOfMany[];
}

/** Two or more, all of products or all of stores. */
export interface Sides {
  readonly of: 'product' | 'store';
  readonly each: readonly Side[];
}

/** Products and stores. */
export interface Narrowing {
  readonly productIds: readonly string[];
  readonly storeIds: readonly string[];
  /** What was named and stands for several; they come to those above. */
  readonly names?: readonly NameOfMany[];
}

/** What narrows and groups sales. Empty lists are no limit. */
interface SalesFilter extends Narrowing {
  readonly command: 'sales';
  readonly by: Group;
  /** Products and stores that are left out of everything else. */
  readonly without?: Narrowing;
  /** Only so many rows, those of the largest volume. */
  readonly top?: number;
  /** Only so many rows, those of the smallest volume; never with `top`. */
  readonly bottom?: number;
  /** What was brought back instead of what was sold. */
  readonly returns?: true;
}

/** Whether the rows are the largest or smallest few, and no longer all of a period in their order. */
export function isCut({ top, bottom }: Pick<SalesFilter, 'top' | 'bottom'>): boolean {
  return top !== undefined || bottom !== undefined;
}

/** A question to `/sales` that figures answer. */
export type SalesFigures =
  /** What is in `sides` is in the lists above as well. */
  | (SalesFilter & {
      readonly kind: 'sales';
      readonly days: DayRange;
      readonly sides?: Sides;
      /** A second grouping: a row for each store and week. */
      readonly and?: Group;
      /** Each row also as its part of the total. */
      readonly share?: true;
    })
  /** `days` beside `against`, an earlier range; days and weeks are compared by their place in the range. */
  | (SalesFilter & { readonly kind: 'compare'; readonly days: DayRange; readonly against: DayRange });

export type StoresQuestion = WithoutWords<'stores'> | StoresFound;

/** Degrees, WGS 84. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** A question to `/stores` that stores answer. */
export type StoresFound =
  /** `open`: the hours of another day than today. */
  | {
      readonly command: 'stores';
      readonly kind: 'number';
      readonly storeId: string;
      readonly open?: OpenAt;
    }
  /** At least one narrows: words in name or city (may be empty), open at this moment, opening hours, nearest first. */
  | {
      readonly command: 'stores';
      readonly kind: 'search';
      readonly words: string;
      readonly openNow: boolean;
      /** Open at another time than now. */
      readonly open?: OpenAt;
      /** A place, or the stores with these words in name or city. */
      readonly near?: Place | { readonly words: string };
    };

/**
 * When a store has to be open: at a time (HH:mm) of a day, or at any. A weekday (Monday 1) and a date without a year are
 * the next such day, or today.
 */
export interface OpenAt {
  readonly day: 'today' | 'tomorrow' | number | CalendarDate;
  readonly time?: string;
}
