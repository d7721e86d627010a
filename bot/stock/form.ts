import type { ModalView } from '@slack/types';
import type { FormContext, FormReading } from '../ask/asking.ts';
import {
  chosenIn,
  chosenOf,
  type FilledView,
  field,
  numbersIn,
  option,
  PICK_PRODUCT,
  pickField,
  type ReadingContext,
  select,
  wholeNumber,
  wholeNumberIn,
} from '../ask/fields.ts';
import { questionModal } from '../ask/form.ts';
import { isEverything, ofProducts } from '../parse/selection.ts';
import {
  FEWER_UNITS,
  isOfProducts,
  LOW_DAYS,
  MAX_FEWER_UNITS,
  MAX_LOW_DAYS,
  PLENTY_DAYS,
  type Scope,
  type StockFigures,
  type StockQuestion,
} from './question.ts';
import { stockWords } from './words/words.ts';

const STOCK_FIELDS = {
  what: 'what',
  products: 'products',
  days: 'days',
  units: 'units',
  scope: 'scope',
} as const;

const LISTS = ['overview', 'out', 'low', 'fewer', 'over', 'changes'] as const;
/** Lists by days of cover, which are calculated from sales. */
const OF_DAYS: readonly string[] = ['low', 'over'];
const DEFAULT_DAYS = { low: LOW_DAYS, over: PLENTY_DAYS } as const;
const DAYS_EXAMPLE = 14;
const SCOPES = ['mine', 'all'] as const;

export function buildStockModal(context: FormContext, asked?: StockQuestion): ModalView {
  const { t } = context.language;
  const words = stockWords(t).form;
  const list = asked === undefined || isOfProducts(asked) ? undefined : asked;
  const kind = list?.kind ?? 'overview';
  const scope = list?.scope ?? 'mine';
  // Left empty for a list's default, so that choosing another list applies that list's default.
  const days =
    list !== undefined && 'days' in list && list.days !== DEFAULT_DAYS[list.kind] ? list.days : undefined;
  const units = list?.kind === 'fewer' && list.units !== FEWER_UNITS ? list.units : undefined;
  const lists = LISTS.filter((list) => context.may('view_sales') || !OF_DAYS.includes(list));
  const scopes = SCOPES.map((each) => option(each, words.scopes[each]));
  return questionModal('stock', stockWords(t).formTitle, context, [
    field(
      { block: STOCK_FIELDS.what, label: words.show, required: true },
      select(
        STOCK_FIELDS.what,
        lists.map((list) => option(list, words.lists[list])),
        lists.find((each) => each === kind) ?? 'overview',
        t,
      ),
    ),
    field(
      { block: STOCK_FIELDS.scope, label: words.scope, required: true },
      select(STOCK_FIELDS.scope, scopes, scope, t),
    ),
    pickField(
      { block: STOCK_FIELDS.products, label: words.products, hint: words.productsHint },
      PICK_PRODUCT,
      chosenOf('product', asked?.selection.product, context.names),
      t,
    ),
    ...(context.may('view_sales')
      ? [
          field(
            { block: STOCK_FIELDS.days, label: words.days, hint: words.daysHint(LOW_DAYS, PLENTY_DAYS) },
            wholeNumber(STOCK_FIELDS.days, MAX_LOW_DAYS, days, DAYS_EXAMPLE),
          ),
        ]
      : []),
    field(
      { block: STOCK_FIELDS.units, label: words.units, hint: words.unitsHint(FEWER_UNITS) },
      wholeNumber(STOCK_FIELDS.units, MAX_FEWER_UNITS, units, FEWER_UNITS),
    ),
  ]);
}

export function readStockModal(view: FilledView, context: ReadingContext): FormReading<StockFigures> {
  const command = 'stock' as const;
  const what = LISTS.find((list) => list === chosenIn(view, STOCK_FIELDS.what)) ?? 'overview';
  const scope: Scope = chosenIn(view, STOCK_FIELDS.scope) === 'all' ? 'all' : 'mine';
  const mistakes: Record<string, string> = {};
  const selection = ofProducts(numbersIn(view, STOCK_FIELDS.products, 'product', context, mistakes));
  if (STOCK_FIELDS.products in mistakes) return { mistakes };
  if (what === 'overview' && !isEverything(selection)) {
    return { question: { command, kind: 'products', selection } };
  }
  const list = { command, scope, selection };
  if (what === 'fewer') {
    const units = wholeNumberIn(view, STOCK_FIELDS.units, MAX_FEWER_UNITS);
    if (units !== 'wrong') return { question: { ...list, kind: what, units: units ?? FEWER_UNITS } };
    const { wholeUnits } = stockWords(context.language.t).form;
    return { mistakes: { [STOCK_FIELDS.units]: wholeUnits(MAX_FEWER_UNITS) } };
  }
  if (what !== 'low' && what !== 'over') return { question: { ...list, kind: what } };
  const days = wholeNumberIn(view, STOCK_FIELDS.days, MAX_LOW_DAYS);
  if (days === 'wrong') {
    const { wholeDays } = stockWords(context.language.t).form;
    return { mistakes: { [STOCK_FIELDS.days]: wholeDays(MAX_LOW_DAYS) } };
  }
  return { question: { ...list, kind: what, days: days ?? DEFAULT_DAYS[what] } };
}
