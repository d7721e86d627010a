import type { ModalView } from '@slack/types';
import type { FormContext, FormReading } from '../ask/asking.ts';
import { button, MORE_ACTION } from '../ask/buttons.ts';
import {
  chosenIn,
  chosenOf,
  datepicker,
  type FilledView,
  field,
  option,
  PICK_PRODUCT,
  PICK_STORE,
  pickedIn,
  pickField,
  type ReadingContext,
  select,
  textIn,
} from '../ask/fields.ts';
import { questionModal } from '../ask/form.ts';
import { keepFilled } from '../ask/keepFilled.ts';
import { formatDays } from '../parse/dates/period.ts';
import type { PeriodWithSales } from '../parse/dates/scan.ts';
import { EVERYTHING, MAX_CHOSEN } from '../parse/selection.ts';
import { plain } from '../slack/modal.ts';
import type { DayRange } from '../text/dayRange.ts';
import { moreFields, readMore, usesMore, withComparison } from './form/more.ts';
import { daysOrNone, isRelative, NEWEST_DAY, periodOptions, readPhrase } from './form/periods.ts';
import { GROUPS } from './groupings.ts';
import type { SalesQuestion } from './question.ts';
import { inOrder } from './saidPeriods.ts';
import { writeSales } from './slots.ts';
import { salesWords } from './words/words.ts';

const SALES_FIELDS = {
  period: 'period',
  from: 'from',
  to: 'to',
  products: 'products',
  stores: 'stores',
  by: 'by',
} as const;

/** The fields people use most, with a button for the rest; all fields for a question that uses the rest. */
export function buildSalesModal(context: FormContext, asked?: SalesQuestion): ModalView {
  return draw(context, asked, false);
}

/** The whole form, which replaces the short one that is `open`. `asked` is the value of its button: days. */
export function buildWholeSalesModal(context: FormContext, open: FilledView, asked: string): ModalView {
  const days = daysOrNone(asked, context);
  const question: SalesQuestion | undefined =
    days === undefined
      ? undefined
      : { command: 'sales', kind: 'sales', days: rangeOf(days), selection: EVERYTHING, by: 'product' };
  return keepFilled(draw(context, question, true), open, context.names);
}

function draw(context: FormContext, asked: SalesQuestion | undefined, isWhole: boolean): ModalView {
  const { names } = context;
  const products = chosenOf('product', asked?.selection.product, names);
  const stores = chosenOf('store', asked?.selection.store, names);
  const sides = asked?.selection.sides;
  // These hints depend on the question, which the whole form couldn't restore: open it at once.
  const isHinted = sides !== undefined || products.length > MAX_CHOSEN || stores.length > MAX_CHOSEN;
  const { t } = context.language;
  const words = salesWords(t).form;
  // Offer the question's own days as one of the periods, so that choosing another replaces them.
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
        GROUPS.map((group) => option(group, salesWords(t).groupings[group].title)),
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
    return questionModal('sales', salesWords(t).formTitle, context, [
      period,
      ...dates,
      ...asksMost,
      ...moreFields(context, asked),
    ]);
  }
  const days = asked === undefined ? NONE_ASKED : formatDays(asked.days);
  return questionModal('sales', salesWords(t).formTitle, context, [
    period,
    ...asksMost,
    { type: 'actions', elements: [button(MORE_ACTION, words.more, `sales:${days}`)] },
    { type: 'context', elements: [plain(words.moreHint)] },
  ]);
}

/** Slack allows no empty button value. */
const NONE_ASKED = 'none';

export function readSalesModal(view: FilledView, context: ReadingContext): FormReading<SalesQuestion> {
  const mistakes: Record<string, string> = {};
  const days = readPeriodFields(view, context, mistakes);
  const by = GROUPS.find((group) => group === chosenIn(view, SALES_FIELDS.by)) ?? 'product';
  const chosen = {
    product: pickedIn(view, SALES_FIELDS.products, 'product', context, mistakes),
    store: pickedIn(view, SALES_FIELDS.stores, 'store', context, mistakes),
  };
  const { against, filter, without, and } = readMore(view, { days, by }, context, mistakes);
  if (days === undefined || Object.keys(mistakes).length > 0) return { mistakes };
  const asked = { command: 'sales', selection: { ...chosen, without }, by } as const;
  const question: SalesQuestion =
    against === undefined
      ? { ...asked, ...filter, kind: 'sales', days: rangeOf(days), ...and }
      : { ...asked, ...filter, kind: 'compare', ...inOrder(rangeOf(days), rangeOf(against)) };
  return { question, command: writeSales(question, relativePeriodIn(view)) };
}

/** The chosen period as typed, such as `compare last week`; undefined for fixed days. */
function relativePeriodIn(view: FilledView): string | undefined {
  const period = chosenIn(view, SALES_FIELDS.period) ?? NEWEST_DAY;
  if (textIn(view, SALES_FIELDS.from) !== '' || !isRelative(period)) return undefined;
  return withComparison(view, period === NEWEST_DAY ? '' : period);
}

function rangeOf({ from, to }: DayRange): DayRange {
  return { from, to };
}

/** The chosen days, otherwise the chosen period, read as if they were typed. */
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
