import type { FieldWords } from '../../ask/slots.ts';
import type { Group } from '../../figures/rows.ts';
import type { TypedWords } from '../../language/en/common.ts';
import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import type { DayRange } from '../../text/dayRange.ts';
import { capitalized } from '../../text/label.ts';
import type { FlagName, NumberName } from '../filters.ts';
import type { Change, Returns } from '../sums.ts';
import { comparison } from './enComparison.ts';
import { digest } from './enDigest.ts';
import { overview } from './enOverview.ts';
import { reasons } from './enReasons.ts';

/** `name` is used in "by day", `plural` in "3 more days". */
interface Grouping {
  readonly name: string;
  readonly plural: string;
}

interface RowWords extends Grouping {
  /** Above a column and in the form. */
  readonly title: string;
  /** In a file: as many as the row has cells. */
  readonly columns: readonly string[];
}

interface Side {
  /** Escaped. */
  readonly name: string;
  /** The number of products or stores of this side. */
  readonly count: number;
  readonly millilitres: number;
  readonly items: number;
}

/** The words of a filter; see filters.ts. */
interface FilterWords {
  /** As it is typed in commands. */
  readonly typed: string;
}

interface NumberWords extends FilterWords {
  /** What it counts. */
  readonly of: string;
}

interface FlagWords extends FilterWords {
  /** Where two periods are compared. */
  readonly notCompared: string;
}

/** The names of the rows of `/sales`. */
const GROUPINGS: Readonly<Record<Group, RowWords>> = {
  product: {
    name: 'product',
    plural: 'products',
    title: 'Product',
    columns: ['Product number', 'Product name'],
  },
  group: { name: 'group', plural: 'groups', title: 'Group', columns: ['Group'] },
  store: { name: 'store', plural: 'stores', title: 'Store', columns: ['Store number', 'Store name'] },
  day: { name: 'day', plural: 'days', title: 'Day', columns: ['Day'] },
  /** Files give the days too, since a week that the period cuts has fewer than others. */
  week: {
    name: 'week',
    plural: 'weeks',
    title: 'Week',
    columns: ['Week', 'Week from', 'Week to', 'Days included'],
  },
  month: {
    name: 'month',
    plural: 'months',
    title: 'Month',
    columns: ['Month', 'Month from', 'Month to', 'Days included'],
  },
  weekday: { name: 'weekday', plural: 'weekdays', title: 'Weekday', columns: ['Weekday'] },
};

const FILTERS: Readonly<Record<NumberName, NumberWords> & Record<FlagName, FlagWords>> = {
  top: {
    typed: 'top',
    of: 'rows',
  },
  returns: {
    typed: 'returns',
    notCompared: "Returns can only be shown for one period. They can't be compared.",
  },
  share: {
    typed: 'percent',
    notCompared: 'Shares are only shown for one period. Leave out the share, or ask for one period.',
  },
  average: {
    typed: 'average',
    notCompared: 'Averages are only shown for one period. Leave out the average, or ask for one period.',
  },
};

export interface DayOfSales {
  readonly day: string;
  readonly millilitres: number;
}

/** The sentences of `/sales`. Periods are formatted; days are yyyy-MM-dd, volumes millilitres. */
export const english = (format: Formatter) => {
  const { litres, counted, days } = format;
  const range = ({ from, to }: DayRange) =>
    from === to ? format.day(from) : `${format.day(from)} – ${format.day(to)}`;
  const shortRange = ({ from, to }: DayRange) =>
    from === to ? format.day(from) : `${format.shortDay(from)} – ${format.shortDay(to)}`;
  const share = (percent: number | undefined) =>
    percent === undefined ? '' : ` (${format.percentChange(percent)})`;
  const side = (name: string, count: number, of: 'product' | 'store') =>
    count === 1 ? name : `${name} (${counted(count, of)})`;
  const average = (mean: number) => `Average per open day: *${litres(mean)} l*`;
  const what = (isOfReturns: boolean) => (isOfReturns ? 'Returns' : 'Sales');
  const of = (what: string, products: string) => (products === '' ? what : `${what} of ${products}`);
  return {
    /** What a line is about; `products` is empty for all. */
    about: (isOfReturns: boolean, products: string) =>
      capitalized(isOfReturns ? of('returns', products) : products || 'sales'),
    noneOf: (isOfReturns: boolean, products: string) => of(isOfReturns ? 'No returns' : 'No sales', products),
    /** The sum and its change; the change per open day where the periods have different numbers of open days. */
    heading: (subject: string, period: string, millilitres: number, change: Change | undefined) => {
      const each = change?.perOpenDay === undefined ? '' : ' per open day';
      const changed =
        change?.percent === undefined ? '' : ` (${format.percentChange(change.percent)}${each})`;
      return `*${subject}, ${period}: ${litres(millilitres)} l${changed}*`;
    },
    units: (quantity: number) => counted(quantity, 'unit'),
    /** The best day and the weakest, and the mean of an open day, in millilitres. */
    days: (best: DayOfSales, worst: DayOfSales, mean: number) => {
      const named = ({ day, millilitres }: DayOfSales) => `${format.day(day)} (${litres(millilitres)} l)`;
      return `Best day: ${named(best)}. Weakest: ${named(worst)}. ${average(mean)}`;
    },
    /** The total that the rows' shares are of; `partOfAll` is the question's share of all sales, `partOfStores` of all stores'. */
    wholeOfShares: (millilitres: number) => `In the table, 100% is ${litres(millilitres)} l`,
    partOfAll: (isOfReturns: boolean, percent: number, millilitres: number) =>
      `${format.percent(percent)} of all ${isOfReturns ? 'returns' : 'sales'}, ${litres(millilitres)} l`,
    partOfStores: (isOfReturns: boolean, percent: number, millilitres: number) =>
      `${format.percent(percent)} of the ${isOfReturns ? 'returns' : 'sales'} of all stores, ${litres(millilitres)} l`,
    /** For a period that begins well before `day`. */
    firstSales: (day: string) => `First sales on ${format.day(day)}`,
    /** Above the sums of the sides of "oslo vs bergen". */
    sidesHeading: (subject: string, period: string) => `*${subject}, ${period}*`,
    sideSum: ({ name, count, millilitres, items }: Side, of: 'product' | 'store') =>
      `${side(name, count, of)}: *${litres(millilitres)} l*, ${counted(items, 'unit')}`,
    /** The first of two sides compared with the second; `percent` is undefined unless the second's figure is positive. */
    difference: (
      name: string,
      other: string,
      volume: { readonly millilitres: number; readonly percent: number | undefined },
      quantity: { readonly items: number; readonly percent: number | undefined },
    ) =>
      `${name} vs ${other}: *${format.litresChange(volume.millilitres)} l*${share(volume.percent)}, ${format.change(quantity.items)} ${Math.abs(quantity.items) === 1 ? 'unit' : 'units'}${share(quantity.percent)}`,
    /** "oslo (12 stores)"; `name` as typed, or the label of a single product or store. */
    side,
    /** Follows a sentence that there are no sales. */
    whyNone: {
      notRead: "sales for these days aren't fetched yet",
      unknown: "nothing was sold, the stores were closed, or the data isn't available yet",
      /** `day` is the first day whose sales are stored. */
      tooOld: (day: string) =>
        `the data service has no sales from that time; the app has sales from ${format.day(day)}`,
      closed: 'the stores were closed, or nothing was sold',
      nothingOfIt: 'none of it was sold',
      /** `sentences` are from `notOpen`. */
      stores: (sentences: readonly string[]) => sentences.join('; '),
    },
    /** For a store of the question; `name` is escaped. */
    notOpen: {
      'Temporarily closed': (name: string) => `store ${name} is temporarily closed`,
      'To be opened': (name: string) => `store ${name} hasn't opened yet`,
      Closed: (name: string) => `store ${name} has closed down`,
    },
    spread: (products: number, stores: number, daysWithSales: number) =>
      `${counted(products, 'product')} in ${counted(stores, 'store')} on ${counted(daysWithSales, 'day')} with sales`,
    /** The row of all products without a group. */
    noGroup: 'No group',
    ungrouped:
      'None of these products has a group in the product list. Add a column with groups to the list and upload it again.',
    /** The file behind the button "All rows" has more rows than the answer: "store and week". */
    fileHasBoth: (one: string, other: string) => `the file has one row per ${one} and ${other}`,
    notShown: (left: number, { name, plural }: Grouping) =>
      `${counted(left, `more ${name}`, `more ${plural}`)} not shown`,
    returns: ({ returnedMillilitres, returnedQuantity, percent }: Returns) =>
      `Returns of ${litres(returnedMillilitres)} l, ${counted(returnedQuantity, 'unit')}${percent === undefined ? '' : ` (${format.percent(percent)} of the units sold)`} are subtracted`,
    source: {
      service: (instant: number, timeZone: string) =>
        `fetched live from the data service at ${format.instant(instant, timeZone)}`,
      nothing: 'no sales are stored yet',
      asOf: (instant: number, timeZone: string) => `as of ${format.instant(instant, timeZone)}`,
      missing: (missing: readonly string[]) =>
        `:warning: *not fetched yet and not included: ${days(missing)}*`,
      empty: (empty: readonly string[]) => `days without sales: ${days(empty)}`,
    },
    /** For the text without blocks. */
    incomplete: (missing: readonly string[]) =>
      missing.length === 0 ? [] : [`Not fetched yet and not included: ${days(missing)}.`],
    caption: (isOfReturns: boolean, by: string) => `${what(isOfReturns)} by ${by}, in litres and units`,
    share: 'Share',
    average: 'Per open day',
    averageLine: average,
    chart: (isOfReturns: boolean, by: string) => `${isOfReturns ? 'Returned litres' : 'Litres'} per ${by}`,
    unit: 'Litres',
    /** The name of a chart's only series. */
    series: (isOfReturns: boolean): string => (isOfReturns ? 'Returned' : 'Sold'),
    /** For days that aren't stored, while too much is already being fetched. */
    busy: {
      withYours:
        'The app is still fetching days for your earlier question. Wait until it has answered, then ask again.',
      withOthers: 'The app is fetching days for other people right now. Ask again in a minute.',
    },
    nothingLeft: {
      product: 'Without these products, there is nothing left to show.',
      store: 'Without these stores, there is nothing left to show.',
    },
    /** `productId` is the only product of the question, or the first of `count`. */
    unknownProducts: (productId: string, count: number) =>
      `${count === 1 ? `Product ${productId} isn't` : `None of these ${count} products is`} in your sales for the last 90 days.`,
    unknownStore: (storeId: string) => `There is no store ${storeId}.`,
    /** What the examples of help ask. */
    help: {
      yesterday: 'Yesterday: litres and units, with the top products and stores',
      store: 'Last week, one row per store',
      compare: 'Last week compared with the week before',
      ofProduct: 'One product, day by day',
      top: 'The ten largest products last month',
      ofGroup: 'One group of the product list',
      without: 'Leave out a product, a group or a store',
      weekNumber: 'A week. A date, "october" and "easter" work too',
      withOther: 'Last month beside the same month a year earlier',
      pair: 'One row per store; the file has each day too',
      week: 'One row per week',
      weekday: 'One row per weekday',
      returns: 'Returns instead of sales',
      share: 'Also the share of the total',
      average: 'Also the average of an open day',
      why: 'What makes up the change since the week before',
      note: 'Add "every monday at 08:00" to get an answer regularly, or "when down 30%" to get a message. `/sales alert help` shows more.',
    },
    /** The words of the command by the English ones. */
    typed: {} as TypedWords,
    filters: FILTERS,
    formTitle: 'Sales',
    homeButton: 'Ask for sales',
    example: 'how much did we sell last week',
    subject: 'Sales',
    inUnits: 'Each answer has both litres and units.',
    usualWhy: 'No days are named, so this is about last week.',
    form: {
      period: {
        label: 'Period',
        asked: (days) => `Your question: ${range(days)}`,
        periods: {
          newest: (days) => `Latest day: ${shortRange(days)}`,
          'last 7 days': (days) => `Last 7 days: ${shortRange(days)}`,
          'this week': (days) => `This week: ${shortRange(days)}`,
          'last week': (days) => `Last week: ${shortRange(days)}`,
          'last 30 days': (days) => `Last 30 days: ${shortRange(days)}`,
          'this month': (days) => `This month: ${shortRange(days)}`,
          'last month': (days) => `Last month: ${shortRange(days)}`,
        },
      },
      from: {
        label: 'Or from',
        hint: 'Replaces the period above.',
        box: 'Choose a day',
        wrong: 'Choose the first day too, or remove the last one.',
      },
      to: { label: 'To', hint: 'Leave empty for the latest day.', box: 'Choose a day' },
      compare: {
        label: 'Compare with',
        options: {
          nothing: 'Nothing',
          before: 'The previous period',
          year_before: 'The same period a year earlier',
        },
        asked: range,
      },
      product: {
        label: 'Products',
        hint: 'Type a group for all its products. Leave empty for all of yours.',
      },
      store: { label: 'Stores', hint: 'Leave empty for all stores.' },
      rows: { label: 'One row per', options: { '': 'Overview, without rows' } },
      top: { label: 'Only the largest', hint: 'How many rows to show. Leave empty for all.' },
      returns: { label: 'Show', box: 'Returns instead of sales' },
      share: { label: 'Also show', box: 'Share of the total' },
    } satisfies FieldWords,
    /** What is wrong with a command; words are as typed. */
    mistakes: {
      withItself: (days: DayRange) => `Both periods are ${format.range(days)}. Choose two different periods.`,
      noSuchWeekday: (days: DayRange) =>
        `${format.range(days)} has no ${format.weekdays(days.weekdays ?? [])}. Ask for a longer period.`,
      weekdaysBeside: "Weekdays can't be compared with each other. by:weekday shows each in a row.",
      twoPeriods: 'Those are two periods. Add "compare" to compare them.',
      manyPeriods: 'You can only compare two periods.',
      forecast: 'The data service has sales for past days, but no forecasts.',
      unsold:
        "The data service only has what was sold, so the app can't list what wasn't. Ask for all rows: what has no row sold nothing.",
      returnRate: "The app can't list return rates. An answer about sales says how much of it was returned.",
      yearBeside: 'Name both periods, for example week 20 2025 vs week 20 2026.',
      rowAverage: 'The app only has the average per open day.',
      manyGroupings: 'Choose at most two groupings, for example by:store by:week.',
      pairsNotCompared: 'Two periods can only be compared by one grouping. Choose one, for example by:store.',
      smallest: 'The app lists rows by litres, the largest first. Ask for all rows: the smallest are last.',
      shares: 'For the share of the total, type percent.',
    },
    /** Titles of the columns of files. */
    sheet: {
      /** The sides of "oslo vs bergen". */
      side: 'Selection',
      litres: 'Litres',
      /** The share of the total, in per cent. */
      share: 'Share (%)',
      average: 'Litres per open day',
      items: 'Units',
      returnedLitres: 'Returned litres',
      returnedItems: 'Returned units',
      rows: 'Sales lines',
      change: 'Change in litres',
      changePercent: 'Change (%)',
      changePerOpenDay: 'Change per open day (%)',
    },
    /** The age of the data, on App Home. Instants are formatted. */
    home: {
      none: (isRead: boolean) =>
        `${isRead ? ':white_check_mark:' : ':hourglass_flowing_sand:'} Sales: not fetched yet.`,
      sales: (isThere: boolean, newestDay: string, asOf: string | undefined) =>
        `${isThere ? ':white_check_mark:' : ':warning:'} Sales up to *${format.day(newestDay)}*${asOf === undefined ? '' : `, as of ${asOf}`}`,
      noneOn: (day: string) => `No sales on ${format.day(day)}.`,
      late: (day: string, expectedAt: string) =>
        `Sales for ${format.day(day)} were expected ${expectedAt} and haven't arrived yet.`,
      daysHeld: (days: number) => `${format.counted(days, 'day')} stored`,
      readingPast: (bar: string, daysDone: number, daysTotal: number) =>
        `Fetching past sales: ${bar} ${format.units(daysDone)} of ${format.counted(daysTotal, 'day')}. Other days are fetched when you ask for them.`,
      readingFailed: (nextTryAt: string) => `:warning: The last attempt failed. Next attempt: ${nextTryAt}.`,
    },
    digest: digest(format),
    overview: overview(format),
    comparison: comparison(format),
    reasons: reasons(format),
    groupings: GROUPINGS,
    /** Buttons below an answer. */
    followUps: {
      day_before: 'Day before',
      why: 'Why?',
      by_product: 'By product',
      by_store: 'By store',
      by_day: 'By day',
      previous_period: 'Compare with previous period',
      thirty_days: '30-day chart',
      stock_of_it: 'Stock',
    },
    /** Parts of the names of files: letters a to z, digits and hyphens. */
    fileName: {
      sales: 'sales',
      returns: 'returns',
      by: (name: string) => `by-${name}`,
    },
  };
};

export type SalesWords = ReturnType<typeof english>;
