import type { ModalView } from '@slack/types';
import { dateContextOf, formatDays, periodBefore } from '../parser/dates/period.ts';
import { ParseError } from '../parser/parseError.ts';
import { GROUPS, MOST_CHOSEN, type SalesFigures } from '../parser/question.ts';
import type { FiguresQuestion } from '../questions/answer.ts';
import type { DayRange } from '../text/dayRange.ts';
import {
  allChosenIn,
  areNumbers,
  chosenIn,
  datepicker,
  type FilledView,
  field,
  named,
  option,
  PICK_PRODUCT,
  PICK_STORE,
  pickField,
  type ReadingContext,
  select,
  textIn,
} from './fields.ts';
import { NEWEST_DAY, periodOptions, readDays } from './periods.ts';
import {
  prefillOf,
  type QuestionModalContext,
  type QuestionReading,
  questionModal,
} from './questionModal.ts';

export const SALES_FIELDS = {
  period: 'period',
  from: 'from',
  to: 'to',
  compare: 'compare',
  products: 'products',
  stores: 'stores',
  by: 'by',
} as const;

/** What a period is compared with: nothing, the one before it, or days that were named. */
const NOTHING = 'nothing';
const BEFORE = 'before';

export function buildSalesModal(context: QuestionModalContext, prefill?: FiguresQuestion): ModalView {
  const { t } = context.language;
  const words = t.modals.sales;
  const asked = prefillOf('sales', prefill);
  const { products, stores } = context.names;
  const against = asked?.kind === 'compare' ? asked.against : undefined;
  const isBefore =
    asked !== undefined &&
    against !== undefined &&
    formatDays(against) ===
      formatDays(periodBefore(asked.days, dateContextOf(context.calendar, context.now)));
  // The days that were asked for stand among the periods: another one that is chosen takes their place.
  const periods = [
    ...(asked === undefined ? [] : [option(formatDays(asked.days), words.asAsked(asked.days))]),
    ...periodOptions(context),
  ];
  const groups = GROUPS.map((group) => option(group, words.groups[group]));
  const comparisons = [
    option(NOTHING, words.withNothing),
    option(BEFORE, words.withBefore),
    ...(against === undefined || isBefore ? [] : [option(formatDays(against), words.withDays(against))]),
  ];
  return questionModal('sales', context, [
    field(
      { block: SALES_FIELDS.period, label: words.period },
      select(SALES_FIELDS.period, periods, asked === undefined ? NEWEST_DAY : formatDays(asked.days), t),
    ),
    field(
      { block: SALES_FIELDS.from, label: words.from, hint: words.fromHint },
      datepicker(SALES_FIELDS.from, words.chooseDay),
    ),
    field(
      { block: SALES_FIELDS.to, label: words.to, hint: words.toHint },
      datepicker(SALES_FIELDS.to, words.chooseDay),
    ),
    pickField(
      { block: SALES_FIELDS.products, label: words.products, hint: words.productsHint },
      PICK_PRODUCT,
      named(asked?.productIds ?? [], products),
      t,
    ),
    pickField(
      { block: SALES_FIELDS.stores, label: words.stores, hint: words.storesHint },
      PICK_STORE,
      named(asked?.storeIds ?? [], stores),
      t,
    ),
    field(
      { block: SALES_FIELDS.by, label: words.by, required: true },
      select(SALES_FIELDS.by, groups, asked?.by ?? 'product', t),
    ),
    field(
      { block: SALES_FIELDS.compare, label: words.compare, required: true },
      select(
        SALES_FIELDS.compare,
        comparisons,
        against === undefined ? NOTHING : isBefore ? BEFORE : formatDays(against),
        t,
      ),
    ),
  ]);
}

export function readSalesModal(view: FilledView, context: ReadingContext): QuestionReading<SalesFigures> {
  const { modals } = context.language.t;
  const mistakes: Record<string, string> = {};
  const days = readPeriodFields(view, context, mistakes);
  const against = days === undefined ? undefined : readAgainst(view, days, context, mistakes);
  const chosen = (block: string, sentence: string) => {
    const ids = allChosenIn(view, block);
    if (ids.length > MOST_CHOSEN || !areNumbers(ids)) mistakes[block] = sentence;
    return ids;
  };
  const productIds = chosen(SALES_FIELDS.products, modals.chooseProducts(MOST_CHOSEN));
  const storeIds = chosen(SALES_FIELDS.stores, modals.chooseStores(MOST_CHOSEN));
  if (days === undefined || Object.keys(mistakes).length > 0) return { mistakes };
  const by = GROUPS.find((group) => group === chosenIn(view, SALES_FIELDS.by)) ?? 'product';
  const filter = { command: 'sales', productIds, storeIds, by } as const;
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
  context: ReadingContext,
  mistakes: Record<string, string>,
): DayRange | undefined {
  const chosen = chosenIn(view, SALES_FIELDS.compare) ?? NOTHING;
  if (chosen === NOTHING) return undefined;
  if (chosen === BEFORE) return periodBefore(days, dateContextOf(context.calendar, context.now));
  const against = readPhrase(chosen, context, SALES_FIELDS.compare, mistakes);
  if (against !== undefined && formatDays(against) === formatDays(days)) {
    mistakes[SALES_FIELDS.compare] = context.language.t.modals.sales.sameDays;
  }
  return against;
}

/** The later of two periods stands beside the earlier one, as when they are typed. */
function inOrder(days: DayRange, against: DayRange): { readonly days: DayRange; readonly against: DayRange } {
  const isEarlier = against.from < days.from || (against.from === days.from && against.to < days.to);
  return isEarlier ? { days, against } : { days: against, against: days };
}

/** Days that were chosen, else the period; as they would be read if they had been typed. */
function readPeriodFields(
  view: FilledView,
  context: ReadingContext,
  mistakes: Record<string, string>,
): DayRange | undefined {
  const from = textIn(view, SALES_FIELDS.from);
  const to = textIn(view, SALES_FIELDS.to);
  const period = chosenIn(view, SALES_FIELDS.period) ?? NEWEST_DAY;
  if (from === '' && to !== '') {
    mistakes[SALES_FIELDS.from] = context.language.t.modals.sales.firstDayMissing;
    return undefined;
  }
  const newest = context.calendar.latestSalesDay(context.now);
  const end = to !== '' ? to : from > newest ? from : newest;
  const phrase = from === '' ? period : formatDays({ from, to: end });
  const block = from === '' ? SALES_FIELDS.period : to === '' ? SALES_FIELDS.from : SALES_FIELDS.to;
  return readPhrase(phrase, context, block, mistakes);
}

function readPhrase(
  phrase: string,
  context: ReadingContext,
  block: string,
  mistakes: Record<string, string>,
): DayRange | undefined {
  try {
    const days = readDays(phrase, context);
    if (days === undefined) mistakes[block] = context.language.t.modals.sales.choosePeriod;
    return days;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    mistakes[block] = error.sentence(context.language.t);
    return undefined;
  }
}
