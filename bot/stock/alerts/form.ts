import type { KnownBlock } from '@slack/types';
import type { FormContext } from '../../ask/asking.ts';
import {
  chosenIn,
  chosenOf,
  type FilledView,
  field,
  type Mistakes,
  option,
  PICK_PRODUCT,
  pickedIn,
  pickField,
  type ReadingContext,
  select,
  wholeNumber,
  wholeNumberIn,
} from '../../ask/fields.ts';
import { EVERYTHING, type IdsNamed, type Selection } from '../../parse/selection.ts';
import { stockAlertWords } from '../words/alerts.ts';
import { MAX_ALERT_DAYS, MAX_ALERT_UNITS, STOCK_ALERTS, type StockAlert } from './rule.ts';

const FIELDS = { when: 'alert_when', line: 'alert_line', products: 'alert_products' } as const;
const EXAMPLE = 100;

export function stockAlertFields(
  { language: { t }, names, may }: FormContext,
  rule?: StockAlert,
): KnownBlock[] {
  const words = stockAlertWords(t).form;
  const kinds = STOCK_ALERTS.filter((kind) => kind !== 'cover' || may('view_sales'));
  const line = rule === undefined || rule.kind === 'out' ? undefined : rule.line;
  return [
    field(
      { block: FIELDS.when, label: words.when, required: true },
      select(
        FIELDS.when,
        kinds.map((kind) => option(kind, words.kinds[kind])),
        rule?.kind ?? 'units',
        t,
      ),
    ),
    field(
      { block: FIELDS.line, label: words.line, hint: words.lineHint },
      wholeNumber(FIELDS.line, MAX_ALERT_UNITS, line, EXAMPLE),
    ),
    pickField(
      { block: FIELDS.products, label: words.products, hint: words.productsHint },
      PICK_PRODUCT,
      chosenOf('product', rule?.selection.product, names),
      t,
    ),
  ];
}

export function readStockAlertFields(
  view: FilledView,
  context: ReadingContext,
  before: Selection | undefined,
  idsNamed: IdsNamed,
): { readonly rule: StockAlert } | { readonly mistakes: Mistakes } {
  const { t, format } = context.language;
  const words = stockAlertWords(t).form;
  const kind = STOCK_ALERTS.find((each) => each === chosenIn(view, FIELDS.when)) ?? 'units';
  const mistakes: Record<string, string> = {};
  const filledFrom = { chosen: before?.product, idsNamed };
  const product = pickedIn(view, FIELDS.products, 'product', context, mistakes, filledFrom);
  if (FIELDS.products in mistakes) return { mistakes };
  // The form has no field for what is left out, so that stays.
  const selection = { ...(before ?? EVERYTHING), product };
  const most = kind === 'cover' ? MAX_ALERT_DAYS : MAX_ALERT_UNITS;
  const line = wholeNumberIn(view, FIELDS.line, most);
  if (kind === 'out') {
    if (line !== undefined) return { mistakes: { [FIELDS.line]: words.noNumber } };
    return { rule: { kind, line: 0, selection } };
  }
  if (typeof line === 'number') return { rule: { kind, line, selection } };
  return { mistakes: { [FIELDS.line]: words.wholeNumber[kind](format.units(most)) } };
}
