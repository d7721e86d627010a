import type { InputBlock } from '@slack/types';
import type { FormContext } from '../../ask/asking.ts';
import {
  chosenIn,
  chosenOf,
  type FilledView,
  field,
  isTicked,
  option,
  PICK_PRODUCT,
  PICK_STORE,
  pickedIn,
  pickField,
  type ReadingContext,
  select,
  tickBox,
  wholeNumber,
  wholeNumberIn,
} from '../../ask/fields.ts';
import { periodBefore, yearBefore } from '../../parse/dates/comparison.ts';
import { type DateContext, dateContextOf, formatDays } from '../../parse/dates/period.ts';
import type { PeriodWithSales } from '../../parse/dates/scan.ts';
import { isNone, MEANINGS, type Meaning } from '../../parse/selection.ts';
import type { DayRange } from '../../text/dayRange.ts';
import { type Filters, FLAG_NAMES, filtersOf, flagsOfOnePeriod, NUMBER_NAMES, NUMBERS } from '../filters.ts';
import { GROUPS, type Group } from '../groupings.ts';
import type { SalesQuestion } from '../question.ts';
import type { SalesWords } from '../words/en.ts';
import { salesWords } from '../words/words.ts';
import { readPhrase } from './periods.ts';

/** The fields that open with "More options". */
const MORE_FIELDS = {
  and: 'and',
  compare: 'compare',
  figures: 'figures',
  withoutProducts: 'without_products',
  withoutStores: 'without_stores',
} as const;

/** Choices of what to compare with. Any other value is days. */
const NOTHING = 'nothing';
const BEFORE = 'before';
const YEAR_BEFORE = 'year_before';

/** Sold or returned: not a box to tick, since an answer is of either. */
const [SOLD, RETURNED] = ['sold', 'returned'];
/** The flags with a box; the fields of other filters have their names too. */
const BOXES = FLAG_NAMES.filter((name) => name !== 'returns');

export function usesMore(asked: SalesQuestion): boolean {
  return (
    asked.kind === 'compare' ||
    MEANINGS.some((meaning) => !isNone(asked.selection.without[meaning])) ||
    filtersOf(asked).length > 0 ||
    asked.and !== undefined
  );
}

export function moreFields(context: FormContext, asked: SalesQuestion | undefined): InputBlock[] {
  const { names } = context;
  const { t } = context.language;
  const { form: words, filters } = salesWords(t);
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
      { block: MORE_FIELDS.and, label: words.and, required: true },
      select(
        MORE_FIELDS.and,
        [
          option(NOTHING, words.andNothing),
          ...GROUPS.map((group) => option(group, salesWords(t).groupings[group].title)),
        ],
        (asked?.kind === 'sales' ? asked.and : undefined) ?? NOTHING,
        t,
      ),
    ),
    field(
      { block: MORE_FIELDS.compare, label: words.compare, required: true },
      select(MORE_FIELDS.compare, comparisons, comparison, t),
    ),
    field(
      { block: MORE_FIELDS.figures, label: filters.returns.label, required: true },
      select(
        MORE_FIELDS.figures,
        [option(SOLD, words.sold), option(RETURNED, filters.returns.box)],
        asked?.returns === true ? RETURNED : SOLD,
        t,
      ),
    ),
    ...BOXES.map((name) =>
      field(
        { block: name, label: filters[name].label },
        tickBox(name, filters[name].box, asked?.[name] === true),
      ),
    ),
    ...NUMBER_NAMES.map((name) => {
      const { label, hint } = filters[name];
      const { most, usual } = NUMBERS[name];
      return field({ block: name, label, hint }, wholeNumber(name, most, asked?.[name], usual));
    }),
    pickField(
      { block: MORE_FIELDS.withoutProducts, label: words.withoutProducts },
      PICK_PRODUCT,
      chosenOf('product', asked?.selection.without.product, names),
      t,
    ),
    pickField(
      { block: MORE_FIELDS.withoutStores, label: words.withoutStores },
      PICK_STORE,
      chosenOf('store', asked?.selection.without.store, names),
      t,
    ),
  ];
}

/** The choice for what a question is compared with: its days where no other choice means them. */
function comparisonOf(asked: SalesQuestion | undefined, context: DateContext): string {
  if (asked?.kind !== 'compare') return NOTHING;
  const against = formatDays(asked.against);
  if (against === formatDays(periodBefore(asked.days, context))) return BEFORE;
  return against === formatDays(yearBefore(asked.days, context)) ? YEAR_BEFORE : against;
}

/** Reads these fields; adds a sentence to `mistakes` for each wrong one. */
export function readMore(
  view: FilledView,
  { days, by }: { readonly days: PeriodWithSales | undefined; readonly by: Group },
  context: ReadingContext,
  mistakes: Record<string, string>,
) {
  const { form: words, filters } = salesWords(context.language.t);
  const against = days === undefined ? undefined : readAgainst(view, days, context, mistakes);
  const leftOut = (block: string, of: Meaning) => pickedIn(view, block, of, context, mistakes);
  const second = GROUPS.find((group) => group === chosenIn(view, MORE_FIELDS.and));
  const and = second === by ? undefined : second;
  const chosen = filtersIn(view, words, filters, mistakes);
  if (against !== undefined) {
    if (and !== undefined) mistakes[MORE_FIELDS.and] = words.pairsAlone;
    for (const name of flagsOfOnePeriod(chosen)) {
      mistakes[name === 'returns' ? MORE_FIELDS.compare : name] ??= filters[name].notComparedInForm;
    }
  }
  return {
    against,
    filter: chosen,
    without: {
      product: leftOut(MORE_FIELDS.withoutProducts, 'product'),
      store: leftOut(MORE_FIELDS.withoutStores, 'store'),
    },
    /** Only for a question of one period. */
    and: and === undefined ? {} : { and },
  };
}

function filtersIn(
  view: FilledView,
  { wholeNumber: wrong }: SalesWords['form'],
  words: SalesWords['filters'],
  mistakes: Record<string, string>,
): Filters {
  let chosen: Filters = chosenIn(view, MORE_FIELDS.figures) === RETURNED ? { returns: true } : {};
  for (const name of BOXES) if (isTicked(view, name)) chosen = { ...chosen, [name]: true };
  for (const name of NUMBER_NAMES) {
    const { most } = NUMBERS[name];
    const number = wholeNumberIn(view, name, most);
    if (number === 'wrong') mistakes[name] = wrong(words[name].of, most);
    else if (number !== undefined) chosen = { ...chosen, [name]: number };
  }
  return chosen;
}

/** Undefined when nothing is compared, or when the days can't be read. */
function readAgainst(
  view: FilledView,
  days: PeriodWithSales,
  context: ReadingContext,
  mistakes: Record<string, string>,
): DayRange | undefined {
  const chosen = chosenIn(view, MORE_FIELDS.compare) ?? NOTHING;
  if (chosen === NOTHING) return undefined;
  const dates = dateContextOf(context.calendar, context.now);
  if (chosen === BEFORE) return periodBefore(days, dates, days.unit);
  if (chosen === YEAR_BEFORE) return yearBefore(days, dates, days.unit);
  const against = readPhrase(chosen, context, MORE_FIELDS.compare, mistakes);
  if (against !== undefined && formatDays(against) === formatDays(days)) {
    mistakes[MORE_FIELDS.compare] = salesWords(context.language.t).form.sameDays;
  }
  return against;
}

/** `words` of a period with the chosen comparison, as typed; undefined where it can't be typed that way. */
export function withComparison(view: FilledView, words: string): string | undefined {
  switch (chosenIn(view, MORE_FIELDS.compare) ?? NOTHING) {
    case NOTHING:
      return words;
    case BEFORE:
      return `compare ${words}`.trim();
    case YEAR_BEFORE:
      // No words compare the latest day with that of last year.
      return words === '' ? undefined : `compare ${words} with last year`;
    default:
      return undefined;
  }
}
