import type { About } from '../ask/asking.ts';
import { lexiconOf, MONEY, namesIn, type Slots } from '../ask/slots.ts';
import { languageFor } from '../language/language.ts';
import { formatCalendarDate } from '../parse/dates/calendarDate.ts';
import { WEEKDAYS } from '../parse/dates/words.ts';
import { type Chosen, isNone, writeChosen } from '../parse/selection.ts';
import { inQuotes } from '../parse/tokenizer.ts';
import {
  AND_WORDS,
  FUNCTION_WORDS,
  HELP_WORDS,
  VERSUS_WORDS,
  WITHOUT_WORDS,
  wordList,
} from '../parse/vocabulary.ts';
import { fold } from '../text/normalize.ts';
import type { OpenAt, StoresQuestion } from './question.ts';

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
  tomorrow: wordList('tomorrow imorgen imorgon morgen morgon'),
  at: wordList('at kl kl. klokka klokken after etter'),
};

export const STORES_WORDS = lexiconOf(STORES);

/** Writes the command that `parseStores` reads as the same question. */
export function writeStores({ stores, without, state, when, near }: StoresQuestion): string {
  const said = when === undefined ? (state === undefined ? [] : [`${state} now`]) : [writeWhen(state, when)];
  const named = [
    ...(near === undefined ? [] : [`near ${inQuotes(near)}`]),
    // A bare number behind a state would be an hour, and behind a place a part of its label.
    ...((state === undefined && near === undefined) || stores.ids.length === 0
      ? writeNamed(stores)
      : writeChosen('store', stores)),
    ...writeChosen('store', without).flatMap((each) => ['without', each]),
  ];
  return ['/stores', ...(state === undefined ? [...named, ...said] : [...said, ...named])].join(' ');
}

/** As people type it where that is one number or one name; otherwise by keys. */
function writeNamed(stores: Chosen): string[] {
  const [only = '', more] = [...stores.ids, ...stores.names.map(({ words }) => words)];
  if (more !== undefined) return writeChosen('store', stores);
  return isNone(stores) ? [] : [stores.names.length === 0 || isPlainSearch(only) ? only : inQuotes(only)];
}

function writeWhen(state: StoresQuestion['state'], { day, time }: OpenAt): string {
  return [state, writeDay(day), time === undefined ? undefined : `at ${time}`]
    .filter((part) => part !== undefined)
    .join(' ');
}

function writeDay(day: OpenAt['day']): string {
  if (typeof day === 'string') return day;
  if (typeof day === 'object') return 'feast' in day ? day.feast : formatCalendarDate(day);
  return [...WEEKDAYS].find(([, number]) => number === day)?.[0] ?? '';
}

/** Whether words can be written without quotes: letters only, none that means something else or is translated. */
function isPlainSearch(words: string): boolean {
  const isSame = languageFor('nb').t.common.command(`/stores ${words}`, {}) === `/stores ${words}`;
  const isOwn = words.split(' ').some((word) => SPECIAL.has(fold(word)));
  return isSame && !isOwn && /^\p{L}{2,}(?: \p{L}+)*$/u.test(words);
}

const { keys, flags, fillers, lacking } = STORES_WORDS;
const SPECIAL = new Set(
  [
    ...[HELP_WORDS, AND_WORDS, VERSUS_WORDS, WITHOUT_WORDS, fillers],
    ...namesIn(WHEN).map((name) => WHEN[name]),
    ...lacking.map(({ words }) => words),
    ...[keys.keys(), flags.keys(), WEEKDAYS.keys()],
    [...FUNCTION_WORDS].map(fold),
  ].flatMap((words) => [...words]),
);

/** The stores or towns of a question. */
export function aboutStores({ stores }: StoresQuestion): About {
  return { products: '', stores: writeChosen('store', stores).join(' ') };
}
