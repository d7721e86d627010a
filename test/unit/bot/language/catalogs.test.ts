import { describe, expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { CODES, everyMessage, NAME, said } from '../../../support/bot/language/everyMessage.ts';

/** Words that are written alike in both languages, and names. */
const SHARED = words(
  'administrator at csv data drift e europe excel for iana id km l last like mb mine oslo over pause per person retail send slack ' +
    'status still time to tsv under utf',
);

/** What gives a sentence away although the other catalog does not say it. */
const COMMON_WORDS = {
  en: words(
    'the of and is are was were be been not with this that these those from has have had its it they them their you ' +
      'your who what which whose when while then than there here or but if as so on in an a no none all any each more ' +
      'less most only yet since before after until between may can cannot could will would must did does do done ' +
      'day days week weeks month months year years today yesterday tomorrow product products store stores stock sales ' +
      'unit units item items litre litres row rows digest digests channel channels file files list lists type choose ' +
      'ask show try again mar may jun jul sept oct dec mon tue wed thu fri sat sun january ' +
      'february march april june july august october december monday tuesday wednesday thursday friday saturday sunday',
  ),
  nb: words(
    'og ikke er av på som med til eller men hvis den det de dem du deg din ditt dine en ei et ett har hadde kan skal vil ' +
      'må ble blir fra siden mellom bare alle ingen noe noen mer mest hva hvem når da så her der om etter før ' +
      'dag dager uke uker måned måneder år i går vare varer butikk butikker beholdning salg enhet enheter liter rad ' +
      'rader rapport kanal kanaler fil filer liste lister skriv velg spør vis prøv igjen mars mai juni juli okt des ' +
      'man tir ons tor fre lør søn januar februar oktober desember mandag tirsdag onsdag torsdag fredag lørdag søndag',
  ),
} as const;

/** Words of the other language that stand in quotes: the heads of a file's columns, and a digest of an unknown kind. */
const QUOTED = { en: ['"varenummer;navn;gruppe"'], nb: ['"stock"', '"sales"'] } as const;

type Code = keyof typeof COMMON_WORDS;

const messages = everyMessage();
const texts = { en: everythingSaid('en'), nb: everythingSaid('nb') };
const places = { en: placesOfWords('en'), nb: placesOfWords('nb') };

/** Every text that a language makes of the samples, with the message it comes of. */
function everythingSaid(language: Code): readonly (readonly [path: string, text: string])[] {
  const { t } = languageFor(language);
  return messages.flatMap(({ path, calls }) => {
    const all = calls.flatMap((call) => said(t, path, call));
    return [...new Set(all)].map((text) => [path, text] as const);
  });
}

function words(line: string): ReadonlySet<string> {
  return new Set(line.split(' '));
}

/** The words of a sentence itself: not those that are typed, linked or given to it. */
function wordsIn(text: string, language: Code): string[] {
  const given = [...QUOTED[language], ...CODES, NAME, '1101;Pale Ale'];
  return (
    given
      .reduce<string>((left, each) => left.replaceAll(each, ''), text)
      .replaceAll(
        /`[^`]*`|<[^>]*>|:[a-z_]+:|\S+@\S+|\w+_\w+(?:=\w+)?|\/(?:access|digest|invite|sales|stock|stores)\b/g,
        '',
      )
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  );
}

/** The messages in which a language has a word. */
function placesOfWords(language: Code): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [path, text] of texts[language]) {
    for (const word of wordsIn(text, language)) found.set(word, (found.get(word) ?? new Set()).add(path));
  }
  return found;
}

describe.each([
  ['en', 'nb'],
  ['nb', 'en'],
] as const)('%s', (language, other) => {
  /** A word that both catalogs have is left over where fewer messages have it. */
  const isForeign = (word: string) => {
    if (SHARED.has(word)) return false;
    const [here, there] = [places[language].get(word)?.size ?? 0, places[other].get(word)?.size ?? 0];
    return COMMON_WORDS[other].has(word) || there >= here;
  };

  test('says something to every sample', () => {
    const broken = texts[language].filter(
      ([path, text]) =>
        /undefined|NaN|Infinity|Invalid|\[object|\p{L}\.\.(?!\.)|[;:,]{2}/u.test(text) ||
        (text === '' && !MAY_BE_EMPTY.has(path)),
    );
    expect(broken).toEqual([]);
  });

  test(`has no word of ${other}`, () => {
    const left = new Map<string, string>();
    for (const [path, text] of texts[language]) {
      const foreign = wordsIn(text, language).filter(isForeign);
      if (foreign.length > 0) left.set(path, `${foreign.join(', ')} in: ${text}`);
    }
    expect(Object.fromEntries(left)).toEqual({});
  });
});

/** A week without a day, and a choice of days without one. */
const MAY_BE_EMPTY = new Set(['home.weekdays', 'stores.card.week', 'stores.card.weekAsServed']);

/** Names and examples. */
const ALIKE = ['home.title', 'modals.title', 'modals.stores.wordsExample', 'stores.table.columns.kilometres'];

test('nothing with words in it is the same in both', () => {
  const { en, nb } = { en: languageFor('en').t, nb: languageFor('nb').t };
  const same = messages.filter(({ path, calls }) =>
    calls.some((call) => {
      const text = said(en, path, call).join('\n');
      return wordsIn(text, 'en').length > 0 && text === said(nb, path, call).join('\n');
    }),
  );
  expect(same.map(({ path }) => path)).toEqual(ALIKE);
});

const OPTIONS = 'lists|scopes|periods|groups|figuresOf|openOn|contents|choices|stalePolicies|locales';

/** What Slack allows in the places that hold little. */
test.each([
  [
    'titles and buttons of forms',
    24,
    /^modals\..*\b(?:titles?|close|cancel|submit|save|next|show|switchOn|switchOff)\b/,
  ],
  ['other buttons', 75, /^(?:common\.buttons|digest\.buttons|home\.ask)\./],
  ['options', 75, new RegExp(`^modals\\.\\w+\\.(?:${OPTIONS})\\.`)],
])('%s have at most %i characters', (_, most, places) => {
  const found = [...texts.en, ...texts.nb].filter(([path]) => places.test(path));
  expect(found.length).toBeGreaterThan(8);
  expect(found.filter(([, text]) => text.length > most)).toEqual([]);
});
