import type { Said } from '../ask/said.ts';
import {
  type Fields,
  type FlagSlot,
  lexiconOf,
  MONEY,
  namesIn,
  type Slots,
  writeSlots,
} from '../ask/slots.ts';
import { type Group, ROWS } from '../figures/rows.ts';
import { formatDays } from '../parse/dates/period.ts';
import type { FoundPeriod } from '../parse/dates/scan.ts';
import type { DayRange } from '../text/dayRange.ts';
import { FLAGS, type FlagName, NUMBERS, type NumberName, SMALLEST } from './filters.ts';
import type { SalesAsked } from './question.ts';
import { salesWords } from './words/words.ts';

/** Narrow a period to their days: "saturdays in october". Monday is 1. */
const WEEKDAYS = {
  mondays: { days: [1], words: 'mondays mandager mandagene mandagar måndagar', each: 'monday mandag måndag' },
  tuesdays: { days: [2], words: 'tuesdays tirsdager tirsdagene tysdagar', each: 'tuesday tirsdag tysdag' },
  wednesdays: { days: [3], words: 'wednesdays onsdager onsdagene onsdagar', each: 'wednesday onsdag' },
  thursdays: { days: [4], words: 'thursdays torsdager torsdagene torsdagar', each: 'thursday torsdag' },
  fridays: { days: [5], words: 'fridays fredager fredagene fredagar', each: 'friday fredag' },
  saturdays: { days: [6], words: 'saturdays lørdager lørdagene laurdagar', each: 'saturday lørdag laurdag' },
  sundays: { days: [7], words: 'sundays søndager søndagene søndagar sundagar', each: 'sunday søndag sundag' },
  weekends: { days: [6, 7], words: 'weekends helger helgene helgar', each: 'weekend helg' },
  workdays: {
    days: [1, 2, 3, 4, 5],
    words: 'workdays hverdager hverdagene virkedager kvardagar yrkedager',
    each: 'workday hverdag virkedag kvardag yrkedag',
  },
} satisfies Record<string, FlagSlot & { readonly days: readonly number[] }>;
type WeekdayName = keyof typeof WEEKDAYS;
const WEEKDAY_NAMES = namesIn(WEEKDAYS);
/** Words that are no part of a question: all but "why" and "net" are refused. */
type OtherFlag = 'why' | 'net' | 'shares' | 'return-rate' | 'row-average' | 'unsold';

/** What `/sales` can be told. */
export const SALES: Slots<Group, NumberName | 'bottom', FlagName | WeekdayName | OtherFlag> = {
  command: 'sales',
  rows: ROWS,
  counts: {
    top: { ...NUMBERS.top, example: 'last month by:product top:10' },
    bottom: {
      ...SMALLEST,
      refused: { sentence: (t) => salesWords(t).mistakes.smallest, instead: [''], alone: 'by:product' },
    },
  },
  flags: {
    ...FLAGS,
    ...WEEKDAYS,
    /** Compares with another period: the one before, where none is said. */
    why: { words: 'why hvorfor kvifor', isAlone: true, example: 'why last week' },
    // A conversation's word: "share this".
    shares: {
      words: 'share shares',
      refused: { sentence: (t) => salesWords(t).mistakes.shares, instead: ['percent', ''] },
    },
    /** Takes back "returns": sales are what is left after them. */
    net: { words: 'net netto' },
    'return-rate': {
      words: 'return-rate',
      refused: { sentence: (t) => salesWords(t).mistakes.returnRate, instead: ['net'] },
    },
    'row-average': {
      words: 'row-average',
      refused: { sentence: (t) => salesWords(t).mistakes.rowAverage, instead: ['average'] },
    },
    unsold: {
      words: 'unsold usolgt usolgte',
      refused: { sentence: (t) => salesWords(t).mistakes.unsold, instead: [''], alone: 'by:product' },
    },
  },
  oneOf: { figure: 'returns net return-rate', rank: 'top bottom', weekdays: WEEKDAY_NAMES.join(' ') },
  compare: 'compare compared sammenlign sammenlikn samanlikn samanlign sammenligne',
  beside: 'with med and og to & +',
  // All sales are the supplier's own, and answers always have the sum.
  fillers:
    '- all alle alt everything total totalt sum mine my our min mi mitt sales salg salget sal salet sell sells selling sold selger selge solgte solgt selde group grouped gruppert fordelt show vis hele heile whole entire kjeden kjeda chain',
  turning: 'before after until till før innen inntil',
  elsewhere: {
    stock:
      'out utsolgt utsolgte utselt utselde tom tomt tomme tome sold-out soldout low lav lavt lave låg lågt låge less mindre under below ' +
      'changes changed change endringer endringar endring endret endra',
  },
  lacking: [
    MONEY,
    {
      words: 'forecast forecasts prognosis predict prediction prognose prognosen',
      sentence: (t) => salesWords(t).mistakes.forecast,
    },
  ],
  examples: {
    yesterday: 'yesterday',
    compare: 'compare last week',
    ofProduct: 'last 30 days product:{product} by:day',
    ofGroup: 'last month group:{group}',
    without: 'last week without store:{store}',
    weekNumber: 'week 46',
    withOther: 'compare last month with last year',
    pair: 'last week by:store by:day',
  },
  first: 'yesterday store compare ofProduct top',
  called: (t) => ({ rows: salesWords(t).groupings, counts: salesWords(t).filters }),
};

/** The form of `/sales`. */
export const SALES_FIELDS: Fields = {
  slots: ['period', 'product', 'store', 'rows', 'top', 'returns', 'share'],
  more: ['top', 'returns', 'share'],
  otherwise: 'latest day',
  periods: ['last 7 days', 'this week', 'last week', 'last 30 days', 'this month', 'last month'],
  words: (t) => salesWords(t).form,
};

/** What a text says of sales. */
export type SaidOfSales<When = FoundPeriod> = Said<
  Group,
  NumberName | 'bottom',
  FlagName | WeekdayName | OtherFlag,
  When
>;

export const SALES_WORDS = lexiconOf(SALES);

/**
 * Writes the command that `parseSales` reads as the same question. `period` replaces its days: `last week`,
 * `compare this month`.
 */
export function writeSales(question: SalesAsked, period = periodsOf(question)): string {
  const { by, and } = rowsOf(question);
  const { kind } = question;
  const said = kind === 'overview' ? {} : kind === 'reasons' ? { why: true as const } : question;
  const asked = { ...said, ...weekdaysSaid(question.days) };
  return writeSlots(SALES, { period, selection: question.selection, rows: [by, and], asked });
}

/** Whether a flag narrows a period to weekdays. */
export function isWeekday(name: string): name is WeekdayName {
  return Object.hasOwn(WEEKDAYS, name);
}

/** The weekdays that a text narrows a period to; undefined for none. */
export function weekdaysIn({ flags }: Pick<SaidOfSales<unknown>, 'flags'>): readonly number[] | undefined {
  const days = WEEKDAY_NAMES.filter((name) => flags.has(name)).flatMap((name) => WEEKDAYS[name].days);
  return days.length === 0 ? undefined : [...new Set(days)].sort();
}

/** The words for the weekdays of a period: the longest that are all among them. */
function weekdaysSaid({ weekdays = [] }: DayRange): { readonly [Name in WeekdayName]?: true } {
  const isAmong = (name: WeekdayName) => WEEKDAYS[name].days.every((day) => weekdays.includes(day));
  const left = new Set(weekdays);
  const names = WEEKDAY_NAMES.filter(isAmong).toSorted(
    (one, other) => WEEKDAYS[other].days.length - WEEKDAYS[one].days.length,
  );
  return Object.fromEntries(
    names
      .filter((name) => WEEKDAYS[name].days.map((day) => left.delete(day)).includes(true))
      .map((name) => [name, true]),
  );
}

/** What the rows are; an overview and reasons have none. */
export function rowsOf(question: SalesAsked): { readonly by?: Group; readonly and?: Group | undefined } {
  if (question.kind === 'overview' || question.kind === 'reasons') return {};
  return { by: question.by, and: question.kind === 'sales' ? question.and : undefined };
}

function periodsOf(question: SalesAsked): string {
  const days = formatDays(question.days);
  return 'against' in question ? `compare ${days} with ${formatDays(question.against)}` : days;
}
