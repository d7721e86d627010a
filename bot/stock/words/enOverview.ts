import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';

export type Scope = 'mine' | 'all';

/** A change since an earlier day; undefined where there is none to compare with. */
export type Change = { readonly by: number; readonly since: string } | undefined;

/** Products that went out of stock since a day; undefined where none did, or there is no earlier stock. */
export type Newly = { readonly count: number; readonly since: string } | undefined;

/** Products by escaped name; `left` more aren't listed. */
export interface Named {
  readonly names: readonly string[];
  readonly left: number;
}

/** The products that a list is narrowed to; `count` of them are in the stock list. */
export interface Those {
  readonly count: number;
  /** Their names and what is left out, escaped. */
  readonly label: string;
  /** Whether they are the supplier's own. */
  readonly isOwn: boolean;
}

/** Whose products a sentence is about. */
export type Whose = Scope | Those;

/** What an overview and a stock digest say. `allOf`: "your 48 products". */
export const overview = (format: Formatter, allOf: (products: number, of: Whose) => string) => {
  const { units, counted, shortDay, change } = format;
  return {
    units: (sum: number, products: number, of: Whose, changes: readonly NonNullable<Change>[]) => {
      const since = changes.map(({ by, since }) => `${change(by)} since ${shortDay(since)}`).join(', ');
      return `*${counted(sum, 'unit')}* of ${allOf(products, of)}${since === '' ? '' : ` (${since})`}`;
    },
    empty: (of: Whose, date: string) => {
      const list = `the stock list for ${format.day(date)}`;
      if (of === 'all') return `T${list.slice(1)} is empty.`;
      if (of === 'mine') return `None of your products is in ${list}. \`/stock all\` shows every product.`;
      return `None of the products is in ${list}.`;
    },
    /** Headings of sections; `all` where no product has any stock. */
    out: (count: number, all: boolean, newly: Newly) => {
      const isNew =
        newly === undefined
          ? ''
          : ` (${newly.count === count && count > 1 ? 'all' : units(newly.count)} new since ${shortDay(newly.since)})`;
      return all
        ? `:rotating_light: *Everything is out of stock*${isNew}`
        : `:red_circle: *${units(count)} out of stock*${isNew}`;
    },
    low: (count: number, limit: number) =>
      `:hourglass_flowing_sand: *${units(count)} running low* (less than ${counted(limit, 'day')} of cover)`,
    orders: (count: number) => `:shopping_trolley: *Order first* (${units(count)} to order)`,
    falls: (count: number) => `:small_red_triangle_down: *${units(count)} falling*`,
    /** The data has no names of stores. */
    lost: (count: number, since: string) =>
      `:department_store: *${units(count)} in fewer stores* than on ${shortDay(since)} (the data doesn't say which)`,
    stores: (now: number, before: number) => `${counted(now, 'store')}, previously ${units(before)}`,
    rises: (count: number) => `:small_red_triangle: *${units(count)} rising*`,
    back: (count: number) => `:package: *${units(count)} back in stock*`,
    nothingOut: ':white_check_mark: Nothing is out of stock',
    nothingOutOrLow: (limit: number) =>
      `:white_check_mark: Nothing is out of stock or running low (less than ${counted(limit, 'day')} of cover)`,
    first: 'This is the first day of stock data. Changes appear from the next day.',
    unchanged: (since: string) => `Nothing has changed since ${format.day(since)}.`,
    /** The figure of a product in a section. */
    since: (day: string, isEarliest: boolean) => `since ${shortDay(day)}${isEarliest ? ' or earlier' : ''}`,
    days: (days: number) => `${format.tenths(days)} ${days === 1 ? 'day' : 'days'}`,
    inStock: (count: number) => counted(count, 'unit'),
  };
};
