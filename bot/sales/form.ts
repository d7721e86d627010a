import type { InputBlock, ModalView } from '@slack/types';
import type { FormContext } from '../ask/asking.ts';
import { button, MORE_ACTION } from '../ask/buttons.ts';
import {
  datepicker,
  type FilledView,
  field,
  named,
  option,
  PICK_PRODUCT,
  PICK_STORE,
  pickField,
  select,
  tickBox,
  wholeNumber,
} from '../ask/fields.ts';
import { questionModal } from '../ask/form.ts';
import { keepFilled } from '../ask/keepFilled.ts';
import {
  type DateContext,
  dateContextOf,
  formatDays,
  periodBefore,
  yearBefore,
} from '../parse/dates/period.ts';
import type { NameLookup } from '../parse/nameLookup.ts';
import { idsNamed } from '../parse/names.ts';
import { MOST_CHOSEN, type NameOfMany } from '../parse/narrowing.ts';
import { plain } from '../slack/modal.ts';
import type { DayRange } from '../text/dayRange.ts';
import { daysOrNone, NEWEST_DAY, periodOptions } from './form/periods.ts';
import { GROUPS } from './groupings.ts';
import { isCut, MOST_TOP, type Narrowing, type SalesQuestion } from './question.ts';
import { salesWords } from './words/words.ts';

export const SALES_FIELDS = {
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
export const NOTHING = 'nothing';

export const BEFORE = 'before';

export const YEAR_BEFORE = 'year_before';

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
  const words = salesWords(t).form;
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
  const words = salesWords(t).form;
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
          ...GROUPS.map((group) => option(group, salesWords(t).groupings[group].title)),
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

export function rangeOf({ from, to }: DayRange): DayRange {
  return { from, to };
}
