import type { Datepicker, ModalView } from '@slack/types';
import type { FiguresQuestion } from '../answers/answer.ts';
import { Misread } from '../grammar/misread.ts';
import { rangeBefore, typed } from '../grammar/periods.ts';
import { type DayRange, GROUPS, type Group, type SalesFigures } from '../grammar/question.ts';
import { field, option, PICK_PRODUCT, PICK_STORE, pickMany, plain, select, tick } from './fields.ts';
import {
  allChosenIn,
  areNumbers,
  chosenIn,
  type FilledView,
  type FormReading,
  isTicked,
  textIn,
} from './filled.ts';
import { type FormLook, type FormMoment, formView, named, prefillOf } from './form.ts';
import { NEWEST_DAY, presetOptions, readDays } from './presets.ts';

export const SALES_FIELDS = {
  period: 'period',
  from: 'from',
  to: 'to',
  compare: 'compare',
  products: 'products',
  stores: 'stores',
  by: 'by',
} as const;

const GROUP_OPTIONS = [
  option('product', 'Product'),
  option('store', 'Store'),
  option('day', 'Day'),
  option('week', 'Week'),
];
const MOST_CHOSEN = 50;

export function salesForm(look: FormLook, prefill?: FiguresQuestion): ModalView {
  const asked = prefillOf('sales', prefill);
  const { products, stores } = look.vocabulary;
  const periods = presetOptions(look, look.figures);
  return formView('sales', look, [
    field(
      { block: SALES_FIELDS.period, label: 'Period' },
      select(SALES_FIELDS.period, periods, asked === undefined ? NEWEST_DAY : undefined),
    ),
    field(
      { block: SALES_FIELDS.from, label: 'Or from', hint: 'Days chosen here count instead of the period.' },
      datepicker(SALES_FIELDS.from, asked?.days.from),
    ),
    field(
      { block: SALES_FIELDS.to, label: 'To', hint: 'Empty: up to the newest day.' },
      datepicker(SALES_FIELDS.to, asked?.days.to),
    ),
    field(
      { block: SALES_FIELDS.products, label: 'Products', hint: 'Empty: all of yours.' },
      pickMany(PICK_PRODUCT, named(asked?.productIds ?? [], products), MOST_CHOSEN),
    ),
    field(
      { block: SALES_FIELDS.stores, label: 'Stores', hint: 'Empty: all stores.' },
      pickMany(PICK_STORE, named(asked?.storeIds ?? [], stores), MOST_CHOSEN),
    ),
    field(
      { block: SALES_FIELDS.by, label: 'A row for each', required: true },
      select(SALES_FIELDS.by, GROUP_OPTIONS, asked?.by ?? 'product'),
    ),
    field(
      { block: SALES_FIELDS.compare, label: 'Compare' },
      tick(SALES_FIELDS.compare, 'With the period before', asked?.kind === 'compare'),
    ),
  ]);
}

function datepicker(block: string, day: string | undefined): Datepicker {
  return {
    type: 'datepicker',
    action_id: block,
    placeholder: plain('Choose a day'),
    ...(day === undefined ? {} : { initial_date: day }),
  };
}

export function readSalesForm(view: FilledView, moment: FormMoment): FormReading<SalesFigures> {
  const mistakes: Record<string, string> = {};
  const days = readPeriodFields(view, moment, mistakes);
  const productIds = readChosen(view, SALES_FIELDS.products, 'products', mistakes);
  const storeIds = readChosen(view, SALES_FIELDS.stores, 'stores', mistakes);
  if (days === undefined || Object.keys(mistakes).length > 0) return { mistakes };
  const filter = { command: 'sales', productIds, storeIds, by: readGroup(view), days } as const;
  return {
    question: isTicked(view, SALES_FIELDS.compare)
      ? { ...filter, kind: 'compare', against: rangeBefore(days, moment.calendar) }
      : { ...filter, kind: 'sales' },
  };
}

function readGroup(view: FilledView): Group {
  return GROUPS.find((group) => group === chosenIn(view, SALES_FIELDS.by)) ?? 'product';
}

/** Days that were chosen, else the period; as they would be read if they had been typed. */
function readPeriodFields(
  view: FilledView,
  moment: FormMoment,
  mistakes: Record<string, string>,
): DayRange | undefined {
  const from = textIn(view, SALES_FIELDS.from);
  const to = textIn(view, SALES_FIELDS.to);
  const period = chosenIn(view, SALES_FIELDS.period) ?? NEWEST_DAY;
  if (from === '' && to !== '') {
    mistakes[SALES_FIELDS.from] = 'Choose the first day too, or take out the last one.';
    return undefined;
  }
  const newest = moment.calendar.latestSalesDay(moment.now);
  const end = to !== '' ? to : from > newest ? from : newest;
  const phrase = from === '' ? period : typed({ from, to: end });
  const block = from === '' ? SALES_FIELDS.period : to === '' ? SALES_FIELDS.from : SALES_FIELDS.to;
  try {
    const days = readDays(phrase, moment);
    if (days === undefined) mistakes[block] = 'Choose a period of the list, or two days.';
    return days;
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    mistakes[block] = error.message;
    return undefined;
  }
}

function readChosen(
  view: FilledView,
  block: string,
  what: string,
  mistakes: Record<string, string>,
): string[] {
  const ids = allChosenIn(view, block);
  if (ids.length > MOST_CHOSEN || !areNumbers(ids)) {
    mistakes[block] = `Choose up to ${MOST_CHOSEN} ${what} of the list.`;
  }
  return ids;
}
