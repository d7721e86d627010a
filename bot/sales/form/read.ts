import type { FormReading } from '../../ask/asking.ts';
import {
  allChosenIn,
  areNumbers,
  chosenIn,
  type FilledView,
  isTicked,
  type ReadingContext,
  textIn,
  wholeNumberIn,
} from '../../ask/fields.ts';
import { dateContextOf, formatDays, periodBefore, yearBefore } from '../../parse/dates/period.ts';
import type { PeriodWithSales } from '../../parse/dates/scan.ts';
import { MOST_CHOSEN } from '../../parse/narrowing.ts';
import { ParseError } from '../../parse/parseError.ts';
import type { DayRange } from '../../text/dayRange.ts';
import { BEFORE, NOTHING, rangeOf, SALES_FIELDS, YEAR_BEFORE } from '../form.ts';
import { GROUPS } from '../groupings.ts';
import type { SalesQuestion } from '../question.ts';
import { MOST_TOP } from '../question.ts';
import { salesWords } from '../words/words.ts';
import { writeSales } from '../write.ts';
import { isRelative, NEWEST_DAY, readDays } from './periods.ts';

export function readSalesModal(view: FilledView, context: ReadingContext): FormReading<SalesQuestion> {
  const { t } = context.language;
  const { modals } = t;
  const mistakes: Record<string, string> = {};
  const days = readPeriodFields(view, context, mistakes);
  const against = days === undefined ? undefined : readAgainst(view, days, context, mistakes);
  const chosen = (block: string, sentence: string) => {
    const ids = allChosenIn(view, block);
    if (ids.length > MOST_CHOSEN || !areNumbers(ids)) mistakes[block] = sentence;
    return ids;
  };
  const products = (block: string) => chosen(block, modals.chooseProducts(MOST_CHOSEN));
  const stores = (block: string) => chosen(block, modals.chooseStores(MOST_CHOSEN));
  const productIds = products(SALES_FIELDS.products);
  const storeIds = stores(SALES_FIELDS.stores);
  const without = {
    productIds: products(SALES_FIELDS.withoutProducts),
    storeIds: stores(SALES_FIELDS.withoutStores),
  };
  const top = wholeNumberIn(view, SALES_FIELDS.top, MOST_TOP);
  const bottom = wholeNumberIn(view, SALES_FIELDS.bottom, MOST_TOP);
  if (top === 'wrong') mistakes[SALES_FIELDS.top] = salesWords(t).form.wholeRows(MOST_TOP);
  if (bottom === 'wrong') mistakes[SALES_FIELDS.bottom] = salesWords(t).form.wholeRows(MOST_TOP);
  else if (bottom !== undefined && top !== undefined)
    mistakes[SALES_FIELDS.bottom] = salesWords(t).form.oneEnd;
  const isOfReturns = chosenIn(view, SALES_FIELDS.figures) === 'returned';
  const groupIn = (block: string) => GROUPS.find((group) => group === chosenIn(view, block));
  const by = groupIn(SALES_FIELDS.by) ?? 'product';
  const second = groupIn(SALES_FIELDS.and);
  const and = second === undefined || second === by ? {} : { and: second };
  if ('and' in and && against !== undefined) mistakes[SALES_FIELDS.and] = salesWords(t).form.pairsAlone;
  const share = isTicked(view, SALES_FIELDS.share) ? { share: true as const } : {};
  if ('share' in share && against !== undefined) mistakes[SALES_FIELDS.share] = salesWords(t).form.shareAlone;
  if (isOfReturns && against !== undefined)
    mistakes[SALES_FIELDS.compare] ??= salesWords(t).form.returnsAlone;
  if (days === undefined || top === 'wrong' || bottom === 'wrong' || Object.keys(mistakes).length > 0)
    return { mistakes };
  const filter = {
    command: 'sales',
    productIds,
    storeIds,
    by,
    ...(without.productIds.length + without.storeIds.length === 0 ? {} : { without }),
    ...(top === undefined ? {} : { top }),
    ...(bottom === undefined ? {} : { bottom }),
    ...(isOfReturns ? { returns: true as const } : {}),
  } as const;
  const question: SalesQuestion =
    against === undefined
      ? { ...filter, kind: 'sales', days: rangeOf(days), ...and, ...share }
      : { ...filter, kind: 'compare', ...inOrder(rangeOf(days), rangeOf(against)) };
  return { question, command: t.common.command(writeSales(question, relativePeriodIn(view))) };
}

/** The words of a period that is counted from today, with what it is compared with; undefined for days in digits. */
function relativePeriodIn(view: FilledView): string | undefined {
  const period = chosenIn(view, SALES_FIELDS.period) ?? NEWEST_DAY;
  const compared = chosenIn(view, SALES_FIELDS.compare) ?? NOTHING;
  if (textIn(view, SALES_FIELDS.from) !== '' || !isRelative(period)) return undefined;
  const words = period === NEWEST_DAY ? '' : period;
  switch (compared) {
    case NOTHING:
      return words;
    case BEFORE:
      return `compare ${words}`.trim();
    case YEAR_BEFORE:
      // There is no word for the newest day beside another period.
      return words === '' ? undefined : `compare ${words} with last year`;
    default:
      return undefined;
  }
}

/** Undefined when it is compared with nothing. */
function readAgainst(
  view: FilledView,
  days: PeriodWithSales,
  context: ReadingContext,
  mistakes: Record<string, string>,
): DayRange | undefined {
  const chosen = chosenIn(view, SALES_FIELDS.compare) ?? NOTHING;
  if (chosen === NOTHING) return undefined;
  const dates = dateContextOf(context.calendar, context.now);
  if (chosen === BEFORE) return periodBefore(days, dates, days.unit);
  if (chosen === YEAR_BEFORE) return yearBefore(days, dates, days.unit);
  const against = readPhrase(chosen, context, SALES_FIELDS.compare, mistakes);
  if (against !== undefined && formatDays(against) === formatDays(days)) {
    mistakes[SALES_FIELDS.compare] = salesWords(context.language.t).form.sameDays;
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
): PeriodWithSales | undefined {
  const from = textIn(view, SALES_FIELDS.from);
  const to = textIn(view, SALES_FIELDS.to);
  const period = chosenIn(view, SALES_FIELDS.period) ?? NEWEST_DAY;
  if (from === '' && to !== '') {
    mistakes[SALES_FIELDS.from] = salesWords(context.language.t).form.firstDayMissing;
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
): PeriodWithSales | undefined {
  const { t } = context.language;
  try {
    const days = readDays(phrase, context);
    if (days === undefined) mistakes[block] = salesWords(t).form.choosePeriod;
    return days;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    mistakes[block] = error.sentence(t);
    return undefined;
  }
}
