import type { About } from '../ask/asking.ts';
import { lexiconOf, MONEY, type Slots } from '../ask/slots.ts';
import { type Chosen, writeChosen } from '../parse/selection.ts';
import { inQuotes } from '../parse/tokenizer.ts';
import type { StoresQuestion } from './question.ts';

export type Flag = 'near' | 'hours' | 'open' | 'closed';

/** What `/stores` can be told besides names and when. */
export const STORES: Slots<never, never, Flag> = {
  command: 'stores',
  searches: 'store',
  rows: {},
  counts: {},
  flags: {
    open: { words: 'open opens åpen åpne åpent åpner opne ope opent opnar' },
    closed: { words: 'closed shut stengt stengte stengde' },
    /** The names are places. */
    near: { words: 'near nær nære nærme nearby nearest nærmest nærmeste closest', example: 'near oslo' },
    /** Hours are asked for, so that stores are shown also when they are closed. */
    hours: {
      words:
        'hours åpningstid åpningstider åpningstidene opningstid opningstider stengetid stengetider stenger stengjer closes close closing when',
    },
  },
  oneOf: { state: 'open closed' },
  fillers:
    'all alle list liste everything store stores shop shops butikk butikker butikken butikkene butikkar opening time times ' +
    'address adresse adressen phone telephone telefon telefonnummer telefonnummeret tlf number ligger finnes list there this denne dag vs',
  lacking: [MONEY],
  examples: {
    town: 'oslo',
    open: 'open now',
    sunday: 'open sunday',
    number: '{store}',
    openTown: 'open now oslo',
    at: 'open at 18:00',
    date: 'open 24 december',
    closed: 'closed sunday',
    ofStore: '{store} open friday',
    both: 'oslo, bergen',
  },
  first: 'town open sunday near number',
  called: () => ({ rows: {}, counts: {} }),
};

export const STORES_WORDS = lexiconOf(STORES);

/** The stores or towns of a question. */
export function aboutStores({ stores }: StoresQuestion): About {
  return { products: '', stores: writeChosen('store', stores).join(' ') };
}

/** Writes the command that `parseStores` reads as the same question. */
export function writeStores({ stores, without, state, when, near }: StoresQuestion): string {
  const now = state === undefined ? [] : ['now'];
  const at = when === undefined ? now : [when.day, ...(when.time === undefined ? [] : [`at ${when.time}`])];
  const [only, more] = [...stores.ids, ...stores.names];
  // A bare number beside other words could be an hour, or a part of a label.
  const isBare = typeof only === 'string' && more === undefined && state === undefined && near === undefined;
  const named = [
    ...(near === undefined ? [] : ['near']),
    ...(isBare ? [only] : writeSearch(stores)),
    ...writeSearch(without).flatMap((each) => ['without', each]),
  ];
  const said = state === undefined ? [...named, ...at] : [state, ...at, ...named];
  return ['/stores', ...said].join(' ');
}

function writeSearch({ ids, names }: Chosen): string[] {
  return [...writeChosen('store', { ids, names: [] }), ...names.map(({ words }) => inQuotes(words))];
}
