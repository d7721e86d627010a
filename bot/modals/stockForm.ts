import type { ModalView } from '@slack/types';
import { MOST_CHOSEN, type StockFigures } from '../parser/question.ts';
import type { FiguresQuestion } from '../questions/answer.ts';
import { field, option, PICK_PRODUCT, pickField, plain, select } from './fields.ts';
import { allChosenIn, areNumbers, chosenIn, type FilledView, type FormReading, textIn } from './filled.ts';
import { type FormLook, formView, named, prefillOf } from './form.ts';

export const STOCK_FIELDS = {
  what: 'what',
  products: 'products',
  days: 'days',
  scope: 'scope',
} as const;

const LISTS = [
  option('overview', 'All at a glance'),
  option('out', 'What is out of stock'),
  option('low', 'What is running low'),
  option('changes', 'What changed since the day before'),
];
const SCOPES = [option('mine', 'My products'), option('all', 'All products of the chain')];
const LOW_DAYS = 7;
const MOST_LOW_DAYS = 365;

export function stockForm(look: FormLook, prefill?: FiguresQuestion): ModalView {
  const asked = prefillOf('stock', prefill);
  const products = asked?.kind === 'products' ? asked.productIds : [];
  const what = asked === undefined || asked.kind === 'products' ? 'overview' : asked.kind;
  const scope = asked === undefined || asked.kind === 'products' ? 'mine' : asked.scope;
  const days = asked?.kind === 'low' ? asked.days : LOW_DAYS;
  return formView('stock', look, [
    field(
      { block: STOCK_FIELDS.what, label: 'Show', required: true },
      select(STOCK_FIELDS.what, LISTS, what),
    ),
    field(
      { block: STOCK_FIELDS.scope, label: 'Of', required: true },
      select(STOCK_FIELDS.scope, SCOPES, scope),
    ),
    pickField(
      {
        block: STOCK_FIELDS.products,
        label: 'Or only these products',
        hint: 'The service has the stock of all stores together, none per store.',
      },
      PICK_PRODUCT,
      named(products, look.vocabulary.products),
    ),
    field(
      {
        block: STOCK_FIELDS.days,
        label: 'Running low: fewer days of cover than',
        hint: 'Days that the stock lasts at the sales of the last 28 days.',
      },
      {
        type: 'number_input',
        action_id: STOCK_FIELDS.days,
        is_decimal_allowed: false,
        initial_value: String(days),
        min_value: '1',
        max_value: String(MOST_LOW_DAYS),
        placeholder: plain(String(LOW_DAYS)),
      },
    ),
  ]);
}

export function readStockForm(view: FilledView): FormReading<StockFigures> {
  const command = 'stock' as const;
  const what = chosenIn(view, STOCK_FIELDS.what) ?? 'overview';
  const scope = chosenIn(view, STOCK_FIELDS.scope) === 'all' ? 'all' : 'mine';
  const productIds = allChosenIn(view, STOCK_FIELDS.products);
  if (productIds.length > 0) {
    if (what !== 'overview') return { mistakes: { [STOCK_FIELDS.products]: NOT_NARROWED } };
    if (productIds.length > MOST_CHOSEN || !areNumbers(productIds)) {
      return { mistakes: { [STOCK_FIELDS.products]: `Choose up to ${MOST_CHOSEN} products of the list.` } };
    }
    return { question: { command, kind: 'products', productIds } };
  }
  switch (what) {
    case 'low':
      return readLow(view, scope);
    case 'out':
    case 'changes':
      return { question: { command, kind: what, scope } };
    default:
      return { question: { command, kind: 'overview', scope } };
  }
}

const NOT_NARROWED =
  'Single products go with "All at a glance" only. Choose that above, or take the products out.';

function readLow(view: FilledView, scope: 'mine' | 'all'): FormReading<StockFigures> {
  const text = textIn(view, STOCK_FIELDS.days);
  const days = text === '' ? LOW_DAYS : Number(text);
  if (!/^\d*$/.test(text) || days < 1 || days > MOST_LOW_DAYS) {
    return { mistakes: { [STOCK_FIELDS.days]: `Give a whole number of days from 1 to ${MOST_LOW_DAYS}.` } };
  }
  return { question: { command: 'stock', kind: 'low', scope, days } };
}
