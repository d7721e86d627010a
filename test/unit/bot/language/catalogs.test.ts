import { describe, expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { CODES, everyMessage, NAME, said } from '../../../support/bot/language/everyMessage.ts';
import { COMMON_WORDS, wordSet, wordsOf } from './commonWords.ts';

/** Words that are written alike in both languages, and names. */
const SHARED = wordSet(
  'administrator at be bergen csv data drift e europe excel for format http iana id km l last like mb mine oslo over pause per person retail send slack ' +
    'status still time to tsv under utf xlsx',
);

/** Words of the other language that stand in quotes: the heads of a file's columns, and a digest of an unknown kind. */
const QUOTED = { en: ['"varenummer;navn;gruppe"'], nb: ['«stock»', '«sales»'] } as const;

type Code = 'en' | 'nb';

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

/** The words of a sentence itself: not those that are given to it. */
function wordsIn(text: string, language: Code): string[] {
  const given = [...QUOTED[language], ...CODES, NAME, '1101;Pale Ale'];
  return wordsOf(given.reduce<string>((left, each) => left.replaceAll(each, ''), text));
}

function outsideCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, '');
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

  test('writes days as people do, but in what can be typed', () => {
    const found = texts[language].filter(([, text]) => /\d{4}-\d\d-\d\d/.test(outsideCode(text)));
    expect(new Set(found.map(([path]) => path))).toEqual(new Set(['ask.fileName.range']));
  });

  test('marks no word of a mistake as code: its sentence is escaped as a whole', () => {
    expect(texts[language].filter(([path, text]) => MISTAKE.test(path) && text.includes('`'))).toEqual([]);
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

/** What is wrong with a command. */
const MISTAKE = /^parse\.|\.mistakes\./;

/** They count what is over a limit, or name the limit. */
const NEVER_ONE = new Set([
  ...[
    'ask.form.chooseProducts',
    'ask.form.chooseStores',
    'ask.message.tooLong',
    'parse.tooLong',
    'stores.mistakes.longSearch',
  ],
  ...['tooMany', 'tooManyNamed', 'numberTooLong', 'groupTooLong'].map((key) => `parse.names.${key}`),
  ...['tooManyProducts', 'tooManyStores', 'nameTooLong'].map((key) => `digest.mistakes.${key}`),
  ...['channel', 'person'].map((key) => `digest.commands.full.${key}`),
  ...['tooManyGroups', 'tooManyProducts', 'unnamedColumns'].map((key) => `products.file.${key}`),
  'products.workbook.unnamedColumns',
  ...['longGroup', 'longName', 'tooManyFields'].map((key) => `products.reasons.${key}`),
]);

test('English counts one of a thing as one', () => {
  const found = texts.en.filter(([, text]) =>
    /(?<![\d.,−-])\b1\*? (?:more )?(?!(?:is|has|sales)\b)[a-z]+s\b/.test(text),
  );
  expect([...new Set(found.map(([path]) => path))].filter((path) => !NEVER_ONE.has(path))).toEqual([]);
});

test('bokmål quotes with « », but in what can be typed', () => {
  expect(texts.nb.filter(([, text]) => /["“”]/.test(outsideCode(text)))).toEqual([]);
});

/** A week without a day, and a choice of days without one. */
const MAY_BE_EMPTY = new Set([
  'home.weekdays',
  'sales.whyNone.stores',
  'stores.card.week',
  'stores.card.weekAsServed',
]);

/** Names and examples. */
const ALIKE = [
  'home.title',
  'modals.title',
  'sales.reasons.row',
  'stock.counts.over.typed',
  'stores.sheet.status',
  'stores.table.columns.kilometres',
];

test('nothing with words in it is the same in both', () => {
  const { en, nb } = { en: languageFor('en').t, nb: languageFor('nb').t };
  const same = messages.filter(({ path, calls }) =>
    calls.some((call) => {
      const text = said(en, path, call).join('\n');
      return wordsIn(text, 'en').length > 0 && text === said(nb, path, call).join('\n');
    }),
  );
  expect(same.map(({ path }) => path).toSorted()).toEqual(ALIKE.toSorted());
});

const OPTIONS = 'options|periods|asked|box|contents|choices';

/** What Slack allows in the places that hold little. */
test.each([
  [
    'titles and buttons of forms',
    24,
    /(?:\.formTitle|(?:^modals|\.form)\..*\b(?:title|close|cancel|submit|save|next|show|switchOn|switchOff)\b)/,
  ],
  ['other buttons', 75, /(?:^(?:ask|digest)\.buttons|\.followUps)\.|\.homeButton$/],
  ['options', 75, new RegExp(`\\.form\\.(?:.*\\.)?(?:${OPTIONS})\\b`)],
])('%s have at most %i characters', (_, most, places) => {
  const found = [...texts.en, ...texts.nb].filter(([path]) => places.test(path));
  expect(found.length).toBeGreaterThan(8);
  expect(found.filter(([, text]) => text.length > most)).toEqual([]);
});
