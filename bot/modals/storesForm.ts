import type { ModalView } from '@slack/types';
import { ParseError } from '../parser/parseError.ts';
import type { Place, StoresFound } from '../parser/question.ts';
import { parseStores } from '../parser/stores.ts';
import type { FiguresQuestion } from '../questions/answer.ts';
import { field, namedOption, PICK_STORE, plain, tick } from './fields.ts';
import { areNumbers, chosenIn, type FilledView, type FormReading, isTicked, textIn } from './filled.ts';
import { type FormLook, formView, prefillOf } from './form.ts';

export const STORES_FIELDS = {
  store: 'store',
  words: 'words',
  open: 'open',
  near: 'near',
} as const;

const LONGEST_WORDS = 100;

export function storesForm(look: FormLook, prefill?: FiguresQuestion): ModalView {
  const asked = prefillOf('stores', prefill);
  const store = asked?.kind === 'number' ? asked.storeId : undefined;
  const search = asked?.kind === 'search' ? asked : undefined;
  const near = search?.near === undefined || 'words' in search.near ? undefined : search.near;
  return formView('stores', look, [
    field(
      { block: STORES_FIELDS.store, label: 'One store', hint: 'Its address and opening hours.' },
      {
        type: 'external_select',
        action_id: PICK_STORE,
        placeholder: plain('Type a name or number'),
        min_query_length: 0,
        ...(store === undefined
          ? {}
          : { initial_option: namedOption({ id: store, name: look.vocabulary.stores.nameOf(store) ?? '' }) }),
      },
    ),
    field(
      { block: STORES_FIELDS.words, label: 'Or all with this name or city' },
      {
        type: 'plain_text_input',
        action_id: STORES_FIELDS.words,
        max_length: LONGEST_WORDS,
        placeholder: plain('oslo'),
        ...(search === undefined || search.words === '' ? {} : { initial_value: search.words }),
      },
    ),
    field(
      { block: STORES_FIELDS.open, label: 'Opening hours' },
      tick(STORES_FIELDS.open, 'Only those that are open now', search?.openNow === true),
    ),
    field(
      {
        block: STORES_FIELDS.near,
        label: 'The nearest first to',
        hint: 'Latitude and longitude in degrees.',
      },
      {
        type: 'plain_text_input',
        action_id: STORES_FIELDS.near,
        max_length: LONGEST_WORDS,
        placeholder: plain('59.91,10.75'),
        ...(near === undefined ? {} : { initial_value: `${near.latitude},${near.longitude}` }),
      },
    ),
  ]);
}

export function readStoresForm(view: FilledView): FormReading<StoresFound> {
  const storeId = chosenIn(view, STORES_FIELDS.store);
  const words = textIn(view, STORES_FIELDS.words);
  const openNow = isTicked(view, STORES_FIELDS.open);
  const place = textIn(view, STORES_FIELDS.near);
  if (storeId !== undefined) {
    if (!areNumbers([storeId])) return { mistakes: { [STORES_FIELDS.store]: 'Choose a store of the list.' } };
    if (words !== '' || place !== '' || openNow) return { mistakes: { [STORES_FIELDS.store]: ONE_OR_ALL } };
    return { question: { command: 'stores', kind: 'number', storeId } };
  }
  if (words === '' && place === '' && !openNow) {
    return { mistakes: { [STORES_FIELDS.words]: 'Fill in one of the fields: a store, a name or a city.' } };
  }
  const near = place === '' ? undefined : readPlace(place);
  if (near !== undefined && 'mistake' in near) return { mistakes: { [STORES_FIELDS.near]: near.mistake } };
  return {
    question: {
      command: 'stores',
      kind: 'search',
      words,
      openNow,
      ...(near === undefined ? {} : { near: near.place }),
    },
  };
}

const ONE_OR_ALL = 'One store stands alone. Take it out to search, or empty the fields below.';
const NO_PLACE = 'Give latitude and longitude in degrees, such as 59.91,10.75.';

/** As it is read behind `near`. */
function readPlace(text: string): { readonly place: Place } | { readonly mistake: string } {
  try {
    const read = parseStores(`near ${text}`);
    const place = read.kind === 'search' && read.words === '' ? read.near : undefined;
    return place === undefined || 'words' in place ? { mistake: NO_PLACE } : { place };
  } catch (error) {
    if (error instanceof ParseError) return { mistake: NO_PLACE };
    throw error;
  }
}
