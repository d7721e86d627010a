import type { ModalView } from '@slack/types';
import type { FormContext, FormReading } from '../ask/asking.ts';
import {
  areNumbers,
  chosenIn,
  type FilledView,
  field,
  namedOption,
  option,
  PICK_STORE,
  type ReadingContext,
  select,
  textIn,
  timeIn,
  timepicker,
} from '../ask/fields.ts';
import { questionModal } from '../ask/form.ts';
import { askWords } from '../ask/words/words.ts';
import { normalize } from '../parse/parseCommand.ts';
import { type Chosen, NONE } from '../parse/selection.ts';
import { plain } from '../slack/modal.ts';
import { LONGEST_SEARCH } from './parse.ts';
import type { StoresQuestion } from './question.ts';
import { storesWords } from './words/words.ts';

const STORES_FIELDS = {
  store: 'store',
  words: 'words',
  open: 'open',
  at: 'at',
  near: 'near',
} as const;

/** When a store must be open; weekdays are digits, Monday is 1. */
const OPEN_ON = ['any', 'now', 'today', 'tomorrow', '1', '2', '3', '4', '5', '6', '7'] as const;
type OpenOn = (typeof OPEN_ON)[number];
type Weekday = Exclude<OpenOn, 'any' | 'now' | 'today' | 'tomorrow'>;

function isWeekday(day: OpenOn): day is Weekday {
  return /^\d$/.test(day);
}

export function buildStoresModal(context: FormContext, asked?: StoresQuestion): ModalView {
  const { t } = context.language;
  const words = storesWords(t).form;
  const isOne = asked?.stores.ids.length === 1 && asked.stores.names.length === 0;
  const store = isOne ? asked.stores.ids[0] : undefined;
  const search = isOne ? undefined : asked;
  const typed =
    search === undefined
      ? ''
      : [...search.stores.ids, ...search.stores.names.map(({ words }) => words)].join(', ');
  const days = OPEN_ON.map((day) =>
    option(day, isWeekday(day) ? words.openOn.weekday(Number(day)) : words.openOn[day]),
  );
  // The form has no dates, so drop a typed one with its time, which would otherwise apply to today.
  const open = typeof search?.when?.day === 'object' ? undefined : search?.when;
  const isNow = search?.state === 'open' && search.when === undefined;
  const openOn = isNow ? 'now' : String(open?.day ?? 'any');
  return questionModal('stores', storesWords(t).formTitle, context, [
    field(
      { block: STORES_FIELDS.store, label: words.store, hint: words.storeHint },
      {
        type: 'external_select',
        action_id: PICK_STORE,
        placeholder: plain(askWords(t).form.typeNameOrNumber),
        min_query_length: 0,
        ...(store === undefined
          ? {}
          : { initial_option: namedOption({ id: store, name: context.names.stores.nameOf(store) ?? '' }) }),
      },
    ),
    field(
      { block: STORES_FIELDS.words, label: words.words },
      {
        type: 'plain_text_input',
        action_id: STORES_FIELDS.words,
        max_length: LONGEST_SEARCH,
        placeholder: plain(words.wordsExample),
        ...(typed === '' || typed.length > LONGEST_SEARCH ? {} : { initial_value: typed }),
      },
    ),
    field(
      { block: STORES_FIELDS.open, label: words.open, required: true },
      select(STORES_FIELDS.open, days, openOn, t),
    ),
    field(
      { block: STORES_FIELDS.at, label: words.at, hint: words.atHint },
      timepicker(STORES_FIELDS.at, open?.time),
    ),
    field(
      { block: STORES_FIELDS.near, label: words.near, hint: words.nearHint },
      {
        type: 'plain_text_input',
        action_id: STORES_FIELDS.near,
        max_length: LONGEST_SEARCH,
        placeholder: plain(words.nearExample),
        ...(search?.near === undefined ? {} : { initial_value: search.near }),
      },
    ),
  ]);
}

export function readStoresModal(
  view: FilledView,
  { language: { t } }: ReadingContext,
): FormReading<StoresQuestion> {
  const wrong = storesWords(t).form;
  const storeId = chosenIn(view, STORES_FIELDS.store);
  const words = asTyped(textIn(view, STORES_FIELDS.words));
  const open = readOpen(view);
  const place = asTyped(textIn(view, STORES_FIELDS.near));
  const mistake = (block: string, sentence: string) => ({ mistakes: { [block]: sentence } });
  if (open === 'notATime') return mistake(STORES_FIELDS.at, askWords(t).form.chooseTime);
  if (open === 'notAtATimeNow') return mistake(STORES_FIELDS.at, wrong.notAtATimeNow);
  const isAnyTime = open.state === undefined;
  if (storeId !== undefined) {
    if (!areNumbers([storeId])) return mistake(STORES_FIELDS.store, wrong.chooseStore);
    if (words !== '' || place !== '' || !isAnyTime) return mistake(STORES_FIELDS.store, wrong.oneOrAll);
    return { question: only({ ids: [storeId], names: [] }) };
  }
  if (words === '' && place === '' && isAnyTime) return mistake(STORES_FIELDS.words, wrong.nothingToFind);
  if (place !== '' && !/\p{L}/u.test(place)) return mistake(STORES_FIELDS.near, wrong.noPlace);
  const names = words
    .split(/[,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return {
    question: {
      ...only({
        ids: names.filter((name) => areNumbers([name])),
        names: names.filter((name) => !areNumbers([name])).map((name) => ({ kind: 'name', words: name })),
      }),
      ...open,
      ...(place === '' ? {} : { near: place }),
    },
  };
}

function only(stores: Chosen): StoresQuestion {
  return { command: 'stores', kind: 'stores', stores, without: NONE };
}

/** A time without a day means today, as when typed. */
function readOpen(view: FilledView): Pick<StoresQuestion, 'state' | 'when'> | 'notAtATimeNow' | 'notATime' {
  const chosen = OPEN_ON.find((day) => day === chosenIn(view, STORES_FIELDS.open)) ?? 'any';
  const time = timeIn(view, STORES_FIELDS.at);
  if (time === 'wrong') return 'notATime';
  if (chosen === 'now') return time === undefined ? { state: 'open' } : 'notAtATimeNow';
  if (chosen === 'any' && time === undefined) return {};
  const day = chosen === 'any' ? 'today' : isWeekday(chosen) ? Number(chosen) : chosen;
  return { state: 'open', when: { day, ...(time === undefined ? {} : { time }) } };
}

/** Normalizes text as in a command, since buttons carry the question as one. */
function asTyped(text: string): string {
  return normalize(text).replaceAll('"', '').trim();
}
