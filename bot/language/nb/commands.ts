import { WEEKDAYS } from './words.ts';

/** The words of commands in bokmål, as the parser reads them, by the English ones; keys end with a colon. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  stock: {
    help: 'hjelp',
    all: 'alle',
    out: 'utsolgt',
    low: 'lav',
    changes: 'endringer',
    overview: 'oversikt',
    today: 'i dag',
    'product:': 'vare:',
    'group:': 'gruppe:',
  },
  sales: {
    help: 'hjelp',
    compare: 'sammenlign',
    with: 'med',
    without: 'uten',
    vs: 'mot',
    returns: 'retur',
    today: 'i dag',
    yesterday: 'i går',
    'product:': 'vare:',
    'store:': 'butikk:',
    'group:': 'gruppe:',
    'top:': 'topp:',
    'bottom:': 'nederste:',
    share: 'andel',
    'by:product': 'per:vare',
    'by:group': 'per:varegruppe',
    'by:store': 'per:butikk',
    'by:day': 'per:dag',
    'by:week': 'per:uke',
    'by:month': 'per:måned',
    'by:weekday': 'per:ukedag',
  },
  stores: {
    help: 'hjelp',
    open: 'åpent',
    now: 'nå',
    at: 'kl',
    near: 'nær',
    today: 'i dag',
    tomorrow: 'i morgen',
  },
  digest: {
    help: 'hjelp',
    subscribe: 'abonner',
    unsubscribe: 'avslutt',
    stop: 'stopp',
    list: 'liste',
    resume: 'fortsett',
    preview: 'forhåndsvis',
    now: 'nå',
    history: 'historikk',
    stock: 'lager',
    sales: 'salg',
    all: 'alle',
    both: 'begge',
    at: 'kl',
    until: 'til',
    weekdays: 'hverdager',
    daily: 'daglig',
    'products:': 'varer:',
    'group:': 'gruppe:',
    'language:norwegian': 'språk:norsk',
    'language:english': 'språk:engelsk',
  },
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

/** Translates a command into bokmål, except for names in quotes. */
export function inNorwegian(command: string): string {
  const [, name = '', rest = ''] = /^\/(\w+) (.*)$/s.exec(command) ?? [];
  const words = WORDS[name];
  if (words === undefined) return command;
  const parts = rest.split(/("[^"]*")/);
  const said = parts.map((part, at) => (at % 2 === 1 ? part : translated(part, words)));
  return `/${name} ${said.join('')}`;
}

function translated(text: string, words: Readonly<Record<string, string>>): string {
  const withPeriods = PERIODS.reduce((said, [english, norwegian]) => said.replace(english, norwegian), text);
  const withDates = withPeriods.replace(
    /\b(\d{1,2}) ([a-z]+)\b/g,
    (date, day: string, month: string) => withKey(wordFor(MONTHS, month), '', `${day} `) ?? date,
  );
  return withDates.replace(/\S+/g, (word) => {
    const [, key = '', value = ''] = /^([a-z]+:)(.*)$/.exec(word) ?? [];
    return wordFor(words, word) ?? wordFor(WEEKDAYS, word) ?? withKey(wordFor(words, key), value) ?? word;
  });
}

function wordFor(words: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(words, word) ? words[word] : undefined;
}

function withKey(key: string | undefined, after: string, before = ''): string | undefined {
  return key === undefined ? undefined : `${before}${key}${after}`;
}
