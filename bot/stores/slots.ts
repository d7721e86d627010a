import type { About } from '../ask/asking.ts';
import { lexiconOf, MONEY, type Slots } from '../ask/slots.ts';
import { writeChosen } from '../parse/selection.ts';
import { wordList } from '../parse/vocabulary.ts';
import type { StoresQuestion } from './question.ts';

/** What `/stores` can be told besides names and WHEN. */
export const STORES: Slots<never, never, 'near' | 'hours'> = {
  command: 'stores',
  searches: 'store',
  rows: {},
  counts: {},
  flags: {
    /** What stands behind it is a place. */
    near: { words: 'near nær nære nærme nearby nearest nærmest nærmeste closest', example: 'near oslo' },
    /** Hours are asked for, so that stores are shown also when they are closed. */
    hours: {
      words:
        'hours åpningstid åpningstider åpningstidene opningstid opningstider stengetid stengetider stenger stengjer closes close closing when',
    },
  },
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

/** The words of when: each is written as its name. */
export const WHEN = {
  open: wordList('open opens åpen åpne åpent åpner opne ope opent opnar'),
  closed: wordList('closed shut stengt stengte stengde'),
  now: wordList('now nå no'),
  today: wordList('today idag dag'),
  tomorrow: wordList('tomorrow imorgen imorgon morgen morgon imorra morra'),
  at: wordList('at kl kl. klokka klokken after etter'),
};

export const STORES_WORDS = lexiconOf(STORES);

/** The stores or towns of a question. */
export function aboutStores({ stores }: StoresQuestion): About {
  return { products: '', stores: writeChosen('store', stores).join(' ') };
}
