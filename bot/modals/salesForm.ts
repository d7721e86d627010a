import type { Datepicker, ModalView, PlainTextOption } from '@slack/types';
import { dateContextOf, formatDays, periodBefore } from '../parser/dates/period.ts';
import { ParseError } from '../parser/parseError.ts';
import { GROUPS, type Group, MOST_CHOSEN, type SalesFigures } from '../parser/question.ts';
import type { FiguresQuestion } from '../questions/answer.ts';
import type { DayRange } from '../text/dayRange.ts';
import { rangeInWords } from '../views/phrases.ts';
import { field, option, PICK_PRODUCT, PICK_STORE, pickField, plain, select } from './fields.ts';
import { allChosenIn, areNumbers, chosenIn, type FilledView, type FormReading, textIn } from './filled.ts';
import { type FormLook, type FormMoment, formView, named, prefillOf } from './form.ts';
import { NEWEST_DAY, presetOptions, readDays } from './presets.ts';

export const SALES_FIELDS = {
  period: 'period',
  from: 'from',
  to: 'to',
  compare: 'compare',
  products: 'products',
  stores: 'stores',
  by: 'by',
} as const;

const GROUP_OPTIONS = [
  option('product', 'Product'),
  option('store', 'Store'),
  option('day', 'Day'),
  option('week', 'Week'),
  option('month', 'Month'),
  option('weekday', 'Weekday'),
];
/** What a period is compared with: nothing, the one before it, or days that were named. */
const NOTHING = 'nothing';
const BEFORE = 'before';

export function salesForm(look: FormLook, prefill?: FiguresQuestion): ModalView {
  const asked = prefillOf('sales', prefill);
  const { products, stores } = look.vocabulary;
  const against = asked?.kind === 'compare' ? asked.against : undefined;
  const isBefore =
    asked !== undefined &&
    against !== undefined &&
    formatDays(against) === formatDays(periodBefore(asked.days, dateContextOf(look.calendar, look.now)));
  // The days that were asked for stand among the periods: another one that is chosen takes their place.
  const periods = [
    ...(asked === undefined ? [] : [daysOption('As asked: ', asked.days, look)]),
    ...presetOptions(look, look.figures),
  ];
  const comparisons = [
    option(NOTHING, 'With nothing'),
    option(BEFORE, 'With the period before'),
    ...(against === undefined || isBefore ? [] : [daysOption('With ', against, look)]),
  ];
  return formView('sales', look, [
    field(
      { block: SALES_FIELDS.period, label: 'Period' },
      select(SALES_FIELDS.period, periods, asked === undefined ? NEWEST_DAY : formatDays(asked.days)),
    ),
    field(
      { block: SALES_FIELDS.from, label: 'Or from', hint: 'Days chosen here count instead of the period.' },
      datepicker(SALES_FIELDS.from),
    ),
    field(
      { block: SALES_FIELDS.to, label: 'To', hint: 'Empty: up to the newest day.' },
      datepicker(SALES_FIELDS.to),
    ),
    pickField(
      { block: SALES_FIELDS.products, label: 'Products', hint: 'Empty: all of yours.' },
      PICK_PRODUCT,
      named(asked?.productIds ?? [], products),
    ),
    pickField(
      { block: SALES_FIELDS.stores, label: 'Stores', hint: 'Empty: all stores.' },
      PICK_STORE,
      named(asked?.storeIds ?? [], stores),
    ),
    field(
      { block: SALES_FIELDS.by, label: 'A row for each', required: true },
      select(SALES_FIELDS.by, GROUP_OPTIONS, asked?.by ?? 'product'),
    ),
    field(
      { block: SALES_FIELDS.compare, label: 'Compare', required: true },
      select(
        SALES_FIELDS.compare,
        comparisons,
        against === undefined ? NOTHING : isBefore ? BEFORE : formatDays(against),
      ),
    ),
  ]);
}

function daysOption(before: string, days: DayRange, { figures }: FormLook): PlainTextOption {
  return option(formatDays(days), `${before}${rangeInWords(days, figures)}`);
}

function datepicker(block: string): Datepicker {
  return { type: 'datepicker', action_id: block, placeholder: plain('Choose a day') };
}

export function readSalesForm(view: FilledView, moment: FormMoment): FormReading<SalesFigures> {
  const mistakes: Record<string, string> = {};
  const days = readPeriodFields(view, moment, mistakes);
  const productIds = readChosen(view, SALES_FIELDS.products, 'products', mistakes);
  const storeIds = readChosen(view, SALES_FIELDS.stores, 'stores', mistakes);
  const against = days === undefined ? undefined : readAgainst(view, days, moment, mistakes);
  if (days === undefined || Object.keys(mistakes).length > 0) return { mistakes };
  const filter = { command: 'sales', productIds, storeIds, by: readGroup(view) } as const;
  return {
    question:
      against === undefined
        ? { ...filter, kind: 'sales', days }
        : { ...filter, kind: 'compare', ...inOrder(days, against) },
  };
}

/** Undefined when it is compared with nothing. */
function readAgainst(
  view: FilledView,
  days: DayRange,
  moment: FormMoment,
  mistakes: Record<string, string>,
): DayRange | undefined {
  const chosen = chosenIn(view, SALES_FIELDS.compare) ?? NOTHING;
  if (chosen === NOTHING) return undefined;
  if (chosen === BEFORE) return periodBefore(days, dateContextOf(moment.calendar, moment.now));
  const against = readPhrase(chosen, moment, SALES_FIELDS.compare, mistakes);
  if (against !== undefined && formatDays(against) === formatDays(days)) {
    mistakes[SALES_FIELDS.compare] = 'These are the same days. Choose another period to compare them with.';
  }
  return against;
}

/** The later of two periods stands beside the earlier one, as when they are typed. */
function inOrder(days: DayRange, against: DayRange): { readonly days: DayRange; readonly against: DayRange } {
  const isEarlier = against.from < days.from || (against.from === days.from && against.to < days.to);
  return isEarlier ? { days, against } : { days: against, against: days };
}

function readGroup(view: FilledView): Group {
  return GROUPS.find((group) => group === chosenIn(view, SALES_FIELDS.by)) ?? 'product';
}

/** Days that were chosen, else the period; as they would be read if they had been typed. */
function readPeriodFields(
  view: FilledView,
  moment: FormMoment,
  mistakes: Record<string, string>,
): DayRange | undefined {
  const from = textIn(view, SALES_FIELDS.from);
  const to = textIn(view, SALES_FIELDS.to);
  const period = chosenIn(view, SALES_FIELDS.period) ?? NEWEST_DAY;
  if (from === '' && to !== '') {
    mistakes[SALES_FIELDS.from] = 'Choose the first day too, or take out the last one.';
    return undefined;
  }
  const newest = moment.calendar.latestSalesDay(moment.now);
  const end = to !== '' ? to : from > newest ? from : newest;
  const phrase = from === '' ? period : formatDays({ from, to: end });
  const block = from === '' ? SALES_FIELDS.period : to === '' ? SALES_FIELDS.from : SALES_FIELDS.to;
  return readPhrase(phrase, moment, block, mistakes);
}

function readPhrase(
  phrase: string,
  moment: FormMoment,
  block: string,
  mistakes: Record<string, string>,
): DayRange | undefined {
  try {
    const days = readDays(phrase, moment);
    if (days === undefined) mistakes[block] = 'Choose a period of the list, or two days.';
    return days;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    mistakes[block] = error.message;
    return undefined;
  }
}

function readChosen(
  view: FilledView,
  block: string,
  what: string,
  mistakes: Record<string, string>,
): string[] {
  const ids = allChosenIn(view, block);
  if (ids.length > MOST_CHOSEN || !areNumbers(ids)) {
    mistakes[block] = `Choose up to ${MOST_CHOSEN} ${what} of the list.`;
  }
  return ids;
}
