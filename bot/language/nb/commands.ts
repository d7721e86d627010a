import type { TypedWords } from '../en/common.ts';
import { WEEKDAYS } from './words.ts';

/** Words that several commands share. */
const COMMON: TypedWords = {
  help: 'hjelp',
  alert: 'varsle',
  me: 'meg',
  below: 'under',
  days: 'dager',
  today: 'i dag',
  yesterday: 'i går',
  tomorrow: 'i morgen',
  'product:': 'vare:',
  'store:': 'butikk:',
  'group:': 'gruppe:',
  ...WEEKDAYS,
};

const MONTHS: Readonly<Record<string, string>> = {
  january: 'januar',
  february: 'februar',
  march: 'mars',
  may: 'mai',
  june: 'juni',
  july: 'juli',
  october: 'oktober',
  december: 'desember',
};

/** Periods of several words. */
const PERIODS: readonly (readonly [RegExp, string])[] = [
  [/\bthis week\b/g, 'denne uken'],
  [/\blast week\b/g, 'forrige uke'],
  [/\bthis month\b/g, 'denne måneden'],
  [/\blast month\b/g, 'forrige måned'],
  [/\bthis year\b/g, 'i år'],
  [/\blast year\b/g, 'i fjor'],
  [/\bweek (\d+)\b/g, 'uke $1'],
  [/\blast (\d+) days\b/g, 'siste $1 dager'],
];

/** Translates a command into bokmål, except for names in quotes. `own` are the words that other commands don't have. */
export function inNorwegian(command: string, own: TypedWords): string {
  const [, name = '', rest = ''] = /^(\/\w+) (.*)$/s.exec(command) ?? [];
  if (name === '') return command;
  const words = { ...COMMON, ...own };
  const parts = rest.split(/("[^"]*")/);
  const said = parts.map((part, at) => (at % 2 === 1 ? part : translated(part, words)));
  return `${name} ${said.join('')}`;
}

function translated(text: string, words: TypedWords): string {
  const withPeriods = PERIODS.reduce((said, [english, norwegian]) => said.replace(english, norwegian), text);
  const withDates = withPeriods.replace(
    /\b(\d{1,2}) ([a-z]+)\b/g,
    (date, day: string, month: string) => withKey(wordFor(MONTHS, month), '', `${day} `) ?? date,
  );
  return withDates.replace(/\S+/g, (word) => {
    const [, key = '', value = ''] = /^([a-z]+:)(.*)$/.exec(word) ?? [];
    return wordFor(words, word) ?? withKey(wordFor(words, key), value) ?? word;
  });
}

function wordFor(words: TypedWords, word: string): string | undefined {
  return Object.hasOwn(words, word) ? words[word] : undefined;
}

function withKey(key: string | undefined, after: string, before = ''): string | undefined {
  return key === undefined ? undefined : `${before}${key}${after}`;
}
