import type { InputBlock, ModalView } from '@slack/types';
import type { FormContext, FormReading } from '../ask/asking.ts';
import { button, MORE_ACTION } from '../ask/buttons.ts';
import {
  allChosenIn,
  areNumbers,
  chosenIn,
  datepicker,
  type FilledView,
  field,
  isTicked,
  named,
  option,
  PICK_PRODUCT,
  PICK_STORE,
  pickField,
  type ReadingContext,
  select,
  textIn,
  tickBox,
  wholeNumber,
  wholeNumberIn,
} from '../ask/fields.ts';
import { keepFilled } from '../ask/keepFilled.ts';
import { questionModal } from '../ask/questionModal.ts';
import {
  type DateContext,
  dateContextOf,
  formatDays,
  periodBefore,
  yearBefore,
} from '../parse/dates/period.ts';
import type { PeriodWithSales } from '../parse/dates/scan.ts';
import type { NameLookup } from '../parse/nameLookup.ts';
import { idsNamed } from '../parse/names.ts';
import { MOST_CHOSEN, type NameOfMany } from '../parse/narrowing.ts';
import { ParseError } from '../parse/parseError.ts';
import { plain } from '../slack/modal.ts';
import type { DayRange } from '../text/dayRange.ts';
import { daysOrNone, isRelative, NEWEST_DAY, periodOptions, readDays } from './formPeriods.ts';
import { GROUPS } from './groupings.ts';
import { MOST_TOP } from './parse/words.ts';
import { isCut, type Narrowing, type SalesQuestion } from './question.ts';
import { writeSales } from './write.ts';

const SALES_FIELDS = {
  period: 'period',
  from: 'from',
  to: 'to',
  compare: 'compare',
  products: 'products',
  stores: 'stores',
  by: 'by',
  and: 'and',
  figures: 'figures',
  share: 'share',
  top: 'top',
  bottom: 'bottom',
  withoutProducts: 'without_products',
  withoutStores: 'without_stores',
} as const;

/** What a period is compared with: nothing, the one before it, that of the year before, or days that were named. */
const NOTHING = 'nothing';
const BEFORE = 'before';
const YEAR_BEFORE = 'year_before';

const FIGURES = ['sold', 'returned'] as const;
const TOP_EXAMPLE = 10;

/** What is asked for most, and a button that opens the rest; all of it at once for a question that uses more. */
export function buildSalesModal(context: FormContext, asked?: SalesQuestion): ModalView {
  return draw(context, asked, false);
}

/** The whole form in place of the short one that is `open`; `asked`: the days that its button carries. */
export function buildWholeSalesModal(context: FormContext, open: FilledView, asked: string): ModalView {
  const days = daysOrNone(asked, context);
  const question: SalesQuestion | undefined =
    days === undefined
      ? undefined
      : { command: 'sales', kind: 'sales', days: rangeOf(days), productIds: [], storeIds: [], by: 'product' };
  return keepFilled(draw(context, question, true), open, context.names);
}

function draw(context: FormContext, asked: SalesQuestion | undefined, isWhole: boolean): ModalView {
  const { names } = context;
  const products = chosenOf('product', asked, names);
  const stores = chosenOf('store', asked, names);
  const sides = asked?.kind === 'sales' ? asked.sides : undefined;
  // Hints that need the question: a form that takes the place of this one would not have them.
  const isHinted = sides !== undefined || products.length > MOST_CHOSEN || stores.length > MOST_CHOSEN;
  const { t } = context.language;
  const words = t.modals.sales;
  // The days that were asked for stand among the periods: another one that is chosen takes their place.
  const periods = [
    ...(asked === undefined ? [] : [option(formatDays(asked.days), words.asAsked(asked.days))]),
    ...periodOptions(context),
  ];
  const period = field(
    { block: SALES_FIELDS.period, label: words.period },
    select(SALES_FIELDS.period, periods, asked === undefined ? NEWEST_DAY : formatDays(asked.days), t),
  );
  const asksMost = [
    pickField(
      {
        block: SALES_FIELDS.products,
        label: words.products,
        hint: sides?.of === 'product' ? words.sidesHint : words.productsHint,
      },
      PICK_PRODUCT,
      products,
      t,
    ),
    pickField(
      {
        block: SALES_FIELDS.stores,
        label: words.stores,
        hint: sides?.of === 'store' ? words.sidesHint : words.storesHint,
      },
      PICK_STORE,
      stores,
      t,
    ),
    field(
      { block: SALES_FIELDS.by, label: words.by, required: true },
      select(
        SALES_FIELDS.by,
        GROUPS.map((group) => option(group, t.groupings[group].title)),
        asked?.by ?? 'product',
        t,
      ),
    ),
  ];
  if (isWhole || isHinted || (asked !== undefined && usesMore(asked))) {
    const dates = [
      field(
        { block: SALES_FIELDS.from, label: words.from, hint: words.fromHint },
        datepicker(SALES_FIELDS.from, words.chooseDay),
      ),
      field(
        { block: SALES_FIELDS.to, label: words.to, hint: words.toHint },
        datepicker(SALES_FIELDS.to, words.chooseDay),
      ),
    ];
    return questionModal('sales', t.modals.question.titles.sales, context, [
      period,
      ...dates,
      ...asksMost,
      ...moreFields(context, asked),
    ]);
  }
  const days = asked === undefined ? NONE_ASKED : formatDays(asked.days);
  return questionModal('sales', t.modals.question.titles.sales, context, [
    period,
    ...asksMost,
    { type: 'actions', elements: [button(MORE_ACTION, words.more, `sales:${days}`)] },
    { type: 'context', elements: [plain(words.moreHint)] },
  ]);
}

/** A button cannot carry nothing. */
const NONE_ASKED = 'none';

function usesMore(asked: SalesQuestion): boolean {
  return (
    asked.kind === 'compare' ||
    asked.without !== undefined ||
    isCut(asked) ||
    asked.returns === true ||
    asked.and !== undefined ||
    asked.share === true
  );
}

function moreFields(context: FormContext, asked: SalesQuestion | undefined): InputBlock[] {
  const { names } = context;
  const { t } = context.language;
  const words = t.modals.sales;
  const against = asked?.kind === 'compare' ? asked.against : undefined;
  const comparison = comparisonOf(asked, dateContextOf(context.calendar, context.now));
  const comparisons = [
    option(NOTHING, words.withNothing),
    option(BEFORE, words.withBefore),
    option(YEAR_BEFORE, words.withYearBefore),
    ...(against === undefined || comparison !== formatDays(against)
      ? []
      : [option(comparison, words.withDays(against))]),
  ];
  return [
    field(
      { block: SALES_FIELDS.and, label: words.and, required: true },
      select(
        SALES_FIELDS.and,
        [
          option(NOTHING, words.andNothing),
          ...GROUPS.map((group) => option(group, t.groupings[group].title)),
        ],
        (asked?.kind === 'sales' ? asked.and : undefined) ?? NOTHING,
        t,
      ),
    ),
    field(
      { block: SALES_FIELDS.compare, label: words.compare, required: true },
      select(SALES_FIELDS.compare, comparisons, comparison, t),
    ),
    field(
      { block: SALES_FIELDS.figures, label: words.figures, required: true },
      select(
        SALES_FIELDS.figures,
        FIGURES.map((figures) => option(figures, words.figuresOf[figures])),
        asked?.returns === true ? 'returned' : 'sold',
        t,
      ),
    ),
    field(
      { block: SALES_FIELDS.share, label: words.share },
      tickBox(SALES_FIELDS.share, words.shareOfTotal, asked?.kind === 'sales' && asked.share === true),
    ),
    field(
      { block: SALES_FIELDS.top, label: words.top, hint: words.topHint },
      wholeNumber(SALES_FIELDS.top, MOST_TOP, asked?.top, TOP_EXAMPLE),
    ),
    field(
      { block: SALES_FIELDS.bottom, label: words.bottom, hint: words.topHint },
      wholeNumber(SALES_FIELDS.bottom, MOST_TOP, asked?.bottom, TOP_EXAMPLE),
    ),
    pickField(
      { block: SALES_FIELDS.withoutProducts, label: words.withoutProducts },
      PICK_PRODUCT,
      chosenOf('product', asked?.without, names),
      t,
    ),
    pickField(
      { block: SALES_FIELDS.withoutStores, label: words.withoutStores },
      PICK_STORE,
      chosenOf('store', asked?.without, names),
      t,
    ),
  ];
}

/** By number: a picker knows no other way, and says so when these are too many for it. */
function chosenOf(meaning: NameOfMany['meaning'], chosen: Narrowing | undefined, names: NameLookup) {
  const ids = (meaning === 'product' ? chosen?.productIds : chosen?.storeIds) ?? [];
  const many = chosen?.names?.filter((name) => name.meaning === meaning) ?? [];
  const all = [...new Set([...ids, ...many.flatMap((name) => idsNamed(name, names))])];
  return named(all, meaning === 'product' ? names.products : names.stores);
}

/** The choice that stands for what a question is compared with; its days, where no other choice means them. */
function comparisonOf(asked: SalesQuestion | undefined, context: DateContext): string {
  if (asked?.kind !== 'compare') return NOTHING;
  const against = formatDays(asked.against);
  if (against === formatDays(periodBefore(asked.days, context))) return BEFORE;
  return against === formatDays(yearBefore(asked.days, context)) ? YEAR_BEFORE : against;
}

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
  if (top === 'wrong') mistakes[SALES_FIELDS.top] = modals.sales.wholeRows(MOST_TOP);
  if (bottom === 'wrong') mistakes[SALES_FIELDS.bottom] = modals.sales.wholeRows(MOST_TOP);
  else if (bottom !== undefined && top !== undefined) mistakes[SALES_FIELDS.bottom] = modals.sales.oneEnd;
  const isOfReturns = chosenIn(view, SALES_FIELDS.figures) === 'returned';
  const groupIn = (block: string) => GROUPS.find((group) => group === chosenIn(view, block));
  const by = groupIn(SALES_FIELDS.by) ?? 'product';
  const second = groupIn(SALES_FIELDS.and);
  const and = second === undefined || second === by ? {} : { and: second };
  if ('and' in and && against !== undefined) mistakes[SALES_FIELDS.and] = modals.sales.pairsAlone;
  const share = isTicked(view, SALES_FIELDS.share) ? { share: true as const } : {};
  if ('share' in share && against !== undefined) mistakes[SALES_FIELDS.share] = modals.sales.shareAlone;
  if (isOfReturns && against !== undefined) mistakes[SALES_FIELDS.compare] ??= modals.sales.returnsAlone;
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
    mistakes[SALES_FIELDS.compare] = context.language.t.modals.sales.sameDays;
  }
  return against;
}

/** The later of two periods stands beside the earlier one, as when they are typed. */
function inOrder(days: DayRange, against: DayRange): { readonly days: DayRange; readonly against: DayRange } {
  const isEarlier = against.from < days.from || (against.from === days.from && against.to < days.to);
  return isEarlier ? { days, against } : { days: against, against: days };
}

function rangeOf({ from, to }: DayRange): DayRange {
  return { from, to };
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
): PeriodWithSales | undefined {
  const { t } = context.language;
  try {
    const days = readDays(phrase, context);
    if (days === undefined) mistakes[block] = t.modals.sales.choosePeriod;
    return days;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    mistakes[block] = error.sentence(t);
    return undefined;
  }
}
