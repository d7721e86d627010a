import type { ModalView } from '@slack/types';
import { ParseError } from '../parser/parseError.ts';
import type { Place, StoresFound } from '../parser/question.ts';
import { parseStores } from '../parser/stores.ts';
import type { FiguresQuestion } from '../questions/answer.ts';
import {
  areNumbers,
  chosenIn,
  type FilledView,
  field,
  isTicked,
  namedOption,
  PICK_STORE,
  plain,
  type ReadingContext,
  textIn,
  tick,
} from './fields.ts';
import {
  prefillOf,
  type QuestionModalContext,
  type QuestionReading,
  questionModal,
} from './questionModal.ts';

export const STORES_FIELDS = {
  store: 'store',
  words: 'words',
  open: 'open',
  near: 'near',
} as const;

const LONGEST_WORDS = 100;

export function buildStoresModal(context: QuestionModalContext, prefill?: FiguresQuestion): ModalView {
  const { t } = context.language;
  const words = t.modals.stores;
  const asked = prefillOf('stores', prefill);
  const store = asked?.kind === 'number' ? asked.storeId : undefined;
  const search = asked?.kind === 'search' ? asked : undefined;
  const near = search?.near === undefined || 'words' in search.near ? undefined : search.near;
  return questionModal('stores', context, [
    field(
      { block: STORES_FIELDS.store, label: words.store, hint: words.storeHint },
      {
        type: 'external_select',
        action_id: PICK_STORE,
        placeholder: plain(t.modals.typeNameOrNumber),
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
        max_length: LONGEST_WORDS,
        placeholder: plain(words.wordsExample),
        ...(search === undefined || search.words === '' ? {} : { initial_value: search.words }),
      },
    ),
    field(
      { block: STORES_FIELDS.open, label: words.open },
      tick(STORES_FIELDS.open, words.openNow, search?.openNow === true),
    ),
    field(
      { block: STORES_FIELDS.near, label: words.near, hint: words.nearHint },
      {
        type: 'plain_text_input',
        action_id: STORES_FIELDS.near,
        max_length: LONGEST_WORDS,
        placeholder: plain(words.nearExample),
        ...(near === undefined ? {} : { initial_value: `${near.latitude},${near.longitude}` }),
      },
    ),
  ]);
}

export function readStoresModal(
  view: FilledView,
  { language: { t } }: ReadingContext,
): QuestionReading<StoresFound> {
  const wrong = t.modals.stores;
  const storeId = chosenIn(view, STORES_FIELDS.store);
  const words = textIn(view, STORES_FIELDS.words);
  const openNow = isTicked(view, STORES_FIELDS.open);
  const place = textIn(view, STORES_FIELDS.near);
  const mistake = (block: string, sentence: string) => ({ mistakes: { [block]: sentence } });
  if (storeId !== undefined) {
    if (!areNumbers([storeId])) return mistake(STORES_FIELDS.store, wrong.chooseStore);
    if (words !== '' || place !== '' || openNow) return mistake(STORES_FIELDS.store, wrong.oneOrAll);
    return { question: { command: 'stores', kind: 'number', storeId } };
  }
  if (words === '' && place === '' && !openNow) return mistake(STORES_FIELDS.words, wrong.nothingToFind);
  const near = place === '' ? undefined : readPlace(place);
  if (place !== '' && near === undefined) return mistake(STORES_FIELDS.near, wrong.noPlace);
  return {
    question: {
      command: 'stores',
      kind: 'search',
      words,
      openNow,
      ...(near === undefined ? {} : { near }),
    },
  };
}

/** As it is read behind `near`; undefined for what is no place. */
function readPlace(text: string): Place | undefined {
  try {
    const read = parseStores(`near ${text}`);
    const place = read.kind === 'search' && read.words === '' ? read.near : undefined;
    return place === undefined || 'words' in place ? undefined : place;
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}
