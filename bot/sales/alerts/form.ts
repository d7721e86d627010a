import type { AlertSubject } from '../../alerts/subject.ts';
import {
  chosenIn,
  chosenOf,
  field,
  option,
  PICK_PRODUCT,
  PICK_STORE,
  pickedIn,
  pickField,
  select,
  wholeNumber,
  wholeNumberIn,
} from '../../ask/fields.ts';
import { formatterFor } from '../../language/formatter.ts';
import { type IdsNamed, isNone, MEANINGS, type Meaning, type Selection } from '../../parse/selection.ts';
import { salesWords } from '../words/words.ts';
import { MOST_FALL, MOST_RISE, type SalesAlertRule } from './rule.ts';

const FIELDS = {
  products: 'products',
  stores: 'stores',
  direction: 'direction',
  percent: 'percent',
  withoutProducts: 'without_products',
  withoutStores: 'without_stores',
} as const;

const [FALL, RISE] = ['fall', 'rise'];
const USUAL = 30;

/** The fields of an alert of `/sales`. */
export const salesAlertForm = (idsNamed: IdsNamed): AlertSubject<SalesAlertRule>['form'] => ({
  build({ names, language: { t } }, rule) {
    const { form, alert } = salesWords(t);
    const words = alert.form;
    const pick = (block: string, label: string, of: Meaning, isLeftOut: boolean, hint?: string) =>
      pickField(
        { block, label, hint },
        of === 'product' ? PICK_PRODUCT : PICK_STORE,
        chosenOf(of, (isLeftOut ? rule?.selection.without : rule?.selection)?.[of], names),
        t,
      );
    return [
      pick(FIELDS.products, form.products, 'product', false, form.productsHint),
      pick(FIELDS.stores, form.stores, 'store', false, form.storesHint),
      ...(rule === undefined || MEANINGS.every((meaning) => isNone(rule.selection.without[meaning]))
        ? []
        : [
            pick(FIELDS.withoutProducts, form.withoutProducts, 'product', true),
            pick(FIELDS.withoutStores, form.withoutStores, 'store', true),
          ]),
      field(
        { block: FIELDS.direction, label: words.direction, required: true },
        select(
          FIELDS.direction,
          [option(FALL, words.fall), option(RISE, words.rise)],
          rule !== undefined && rule.percent > 0 ? RISE : FALL,
          t,
        ),
      ),
      field(
        { block: FIELDS.percent, label: words.percent, hint: words.percentHint, required: true },
        wholeNumber(FIELDS.percent, MOST_RISE, rule && Math.abs(rule.percent), USUAL),
      ),
    ];
  },

  read(view, context, before) {
    const { t } = context.language;
    const mistakes: Record<string, string> = {};
    const picked = (block: string, of: Meaning, both: Pick<Selection, Meaning> | undefined) =>
      pickedIn(view, block, of, context, mistakes, { chosen: both?.[of], idsNamed });
    const asked = before?.selection;
    const selection = {
      product: picked(FIELDS.products, 'product', asked),
      store: picked(FIELDS.stores, 'store', asked),
      without: {
        product: picked(FIELDS.withoutProducts, 'product', asked?.without),
        store: picked(FIELDS.withoutStores, 'store', asked?.without),
      },
    };
    const isRise = chosenIn(view, FIELDS.direction) === RISE;
    const most = isRise ? MOST_RISE : MOST_FALL;
    const percent = wholeNumberIn(view, FIELDS.percent, most);
    if (typeof percent !== 'number') {
      mistakes[FIELDS.percent] = salesWords(t).alert.form.wrong(formatterFor(t.code).units(most));
    }
    if (typeof percent !== 'number' || Object.keys(mistakes).length > 0) return { mistakes };
    return { rule: { percent: isRise ? percent : -percent, selection } };
  },
});
