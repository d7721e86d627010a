import type { AlertSubject } from '../../alerts/subject.ts';
import { pickedOf } from '../../ask/fields.ts';
import { measured, pick } from '../../ask/form.ts';
import { EVERYTHING, NONE } from '../../parse/selection.ts';
import { writeProducts } from '../slots.ts';
import { stockAlertWords } from '../words/alerts.ts';
import { MAX_ALERT_UNITS, STOCK_ALERTS, type StockAlert } from './rule.ts';

/** What each kind writes, with # for the number. */
const WORDS = { units: 'under # units', cover: 'under # days', out: 'out' } as const;

/** The form of an alert of `/stock`. */
export const stockAlertForm: AlertSubject<StockAlert>['form'] = ({ language: { t }, names, may }, rule) => {
  const words = stockAlertWords(t).form;
  const kinds = STOCK_ALERTS.filter((kind) => kind !== 'cover' || may('view_sales'));
  const { product, without } = rule?.selection ?? EVERYTHING;
  return {
    fields: [
      measured(
        'alert_when',
        { label: words.when },
        kinds.map((kind) => ({ words: WORDS[kind], text: words.kinds[kind] })),
        { words: WORDS[rule?.kind ?? 'units'], number: rule?.kind === 'out' ? undefined : rule?.line },
        {
          label: words.line,
          hint: words.lineHint,
          most: MAX_ALERT_UNITS,
          example: 100,
          noNumber: (c) => stockAlertWords(c).form.noNumber,
        },
        t,
      ),
      pick(
        'alert_products',
        { label: words.products, hint: words.productsHint },
        'product',
        pickedOf('product', product, names.products, t),
        t,
      ),
    ],
    kept: writeProducts({ ...EVERYTHING, product: NONE, without }).join(' '),
  };
};
