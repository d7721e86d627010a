import { fold } from '../../text/normalize.ts';

/** The words in phrases for days: English, bokmål and nynorsk together. */

/** 1 is January. */
export const MONTHS = numbered(1, [
  'january januar jan',
  'february februar feb',
  'march mars mar',
  'april apr',
  'may mai',
  'june juni jun',
  'july juli jul',
  'august aug',
  'september sept sep',
  'october oktober oct okt',
  'november nov',
  'december desember dec des',
]);

/** 1 is Monday. */
export const WEEKDAYS = numbered(1, [
  'monday mon mandag mandagen man ma måndag måndagen',
  'tuesday tues tue tirsdag tirsdagen tir ti tysdag tysdagen tys',
  'wednesday wed onsdag onsdagen ons',
  'thursday thurs thur thu torsdag torsdagen tor tors',
  'friday fri fredag fredagen fre fr',
  'saturday sat lørdag lørdagen lør laurdag laurdagen lau',
  'sunday sun søndag søndagen søn sundag sundagen',
]);

/** When feasts are: dates of the year, days relative to Easter Sunday, or the day after the fourth Thursday of November. */
export type FeastDays =
  | 'black friday'
  | { readonly from: readonly [month: number, date: number]; readonly to?: readonly [number, number] }
  | { readonly easter: readonly [from: number, to: number] };

/** Days and stretches with a name. "Jul" means Christmas unless it is among English months. */
export const FEASTS: ReadonlyMap<string, FeastDays> = new Map(
  (
    [
      [{ from: [12, 23] }, 'lille julaften,veslejulaftan,little christmas eve'],
      ['black friday', 'black friday,svart fredag'],
      [{ from: [12, 24] }, 'christmas eve,xmas eve,julaften,julaftan,julekvelden'],
      [{ from: [12, 25] }, 'christmas day,xmas day,1. juledag,1.juledag,første juledag,fyrste juledag'],
      [{ from: [12, 26] }, 'boxing day,2. juledag,2.juledag,andre juledag'],
      [{ from: [12, 31] }, "new year's eve,new years eve,nyttårsaften,nyttårsaftan"],
      [{ from: [1, 1] }, "new year's day,new years day,nyttårsdag,1. nyttårsdag,første nyttårsdag"],
      [{ from: [10, 31] }, 'halloween'],
      [{ from: [6, 23] }, 'sankthansaften,sankthans,st. hans,jonsok,jonsokaftan'],
      [{ from: [2, 14] }, "valentine's day,valentines day,valentinsdagen"],
      [{ from: [5, 17] }, 'grunnlovsdagen,nasjonaldagen,norwegian national day,constitution day'],
      [{ from: [12, 24], to: [12, 26] }, 'jul,julen,jula,julehelgen,julehelga,christmas,xmas'],
      [{ from: [12, 27], to: [12, 30] }, 'romjul,romjulen,romjula'],
      [{ easter: [-7, 1] }, 'påske,påsken,påska,easter'],
      [{ easter: [-6, 0] }, 'påskeuke,påskeuka,påskeuken,påskeveka,easter week'],
      [{ easter: [-3, -3] }, 'skjærtorsdag,maundy thursday'],
      [{ easter: [-2, -2] }, 'langfredag,good friday'],
      [{ easter: [-1, -1] }, 'påskeaften,påskeaftan,easter eve,easter saturday'],
      [{ easter: [0, 0] }, '1. påskedag,1.påskedag,første påskedag,easter sunday'],
      [{ easter: [1, 1] }, '2. påskedag,2.påskedag,andre påskedag,easter monday'],
      [{ easter: [39, 39] }, 'kristi himmelfartsdag,kristi himmelfart,himmelfartsdagen,ascension day'],
      [{ easter: [48, 50] }, 'pinse,pinsen,pinsa,whitsun'],
      [{ easter: [49, 49] }, '1. pinsedag,1.pinsedag,første pinsedag,whit sunday'],
      [{ easter: [50, 50] }, '2. pinsedag,2.pinsedag,andre pinsedag,whit monday'],
    ] as const satisfies readonly (readonly [FeastDays, string])[]
  ).flatMap(([days, names]) => names.split(',').map((name) => [fold(name), days] as const)),
);

/** The first month of each season. Norwegian "vår" is separate, see `asSpring`. */
export const SEASONS: ReadonlyMap<string, number> = new Map(
  (
    [
      [3, 'spring'],
      [6, 'summer sommer sommeren sommar sommaren'],
      [9, 'autumn fall høst høsten haust hausten'],
      [12, 'winter vinter vinteren'],
    ] as const
  ).flatMap(([month, names]) => names.split(' ').map((name) => [fold(name), month] as const)),
);

const NUMBER_WORDS = numbered(1, [
  'a an one en ei ett et ein eit',
  'two to',
  'three tre',
  'four fire',
  'five fem',
  'six seks',
  'seven sju syv',
  'eight åtte',
  'nine ni',
  'ten ti',
  'eleven elleve',
  'twelve tolv',
  'thirteen tretten',
  'fourteen fjorten',
  'fifteen femten',
  'sixteen seksten',
  'seventeen sytten',
  'eighteen atten',
  'nineteen nitten',
]);

/** 2 is twenty. */
const TENS = numbered(2, [
  'twenty tjue tyve tjuge',
  'thirty tretti tredve',
  'forty førti',
  'fifty femti',
  'sixty seksti',
  'seventy sytti sjutti',
  'eighty åtti',
  'ninety nitti',
]);

/** What may follow them: "twenty-one", "tjueen". */
const ONES = [...NUMBER_WORDS].flatMap(([word, number]) =>
  number < 10 && !/^an?$/.test(word) ? [word] : [],
);
const TENS_AND_ONES = new RegExp(`^(${[...TENS.keys()].join('|')})[ -]?(${ONES.join('|')})?$`);

function numbered(first: number, lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    lines.flatMap((line, at) => line.split(' ').map((word) => [fold(word), first + at] as const)),
  );
}

/** A number in digits or, up to ninety-nine, in words. */
export function numberOf(word: string): number | undefined {
  if (/^\d{1,4}$/.test(word)) return Number(word);
  const [, tens = '', ones = ''] = TENS_AND_ONES.exec(word) ?? [];
  const many = TENS.get(tens);
  return many === undefined ? NUMBER_WORDS.get(word) : 10 * many + (NUMBER_WORDS.get(ones) ?? 0);
}

const UNITS = {
  days: 'days day d dager dagar dag dagen dagene dagane dgr døgn',
  weeks: 'weeks week wk wks w uker uke uka uken ukene veker veke veka vekene',
  months: 'months month måneder måned måneden månedene mnd månader månad månaden månadene',
  quarters: 'quarters quarter kvartal kvartalet kvartaler',
  halves: 'half-years half-year halfyear halvår halvåret',
  years: 'years year år året',
} as const;

/** Not before another full stop: two of them are a range, as in "1 nov..7 nov". */
const FULL_STOP = '(?:\\.(?!\\.))?';

/** The text that replaces `{name}` in a pattern: a set of words, or a group that the phrase's meaning uses. */
const PIECES: Readonly<Record<string, string>> = {
  last: wordsOf('last previous forrige forige førre førige sist sidste'),
  this: wordsOf('this current denne dette inneværende'),
  next: wordsOf('next coming neste kommende førstkommende'),
  /** Before a count: days up to the latest, or whole weeks, months and years that are over. */
  recent: wordsOf('last past previous siste forrige førre seneste'),
  past: wordsOf('siste past seneste'),
  ago: wordsOf('ago back siden sidan'),
  earlier: '(?:earlier|further back|tidligere|tidlegare)(?: that)?',
  so_far: '(?:so far|så langt|hittil)(?: in| i)?',
  /** Replaces the space in words typed together: "lastweek", "last-week". */
  gap: '[ _-]?',
  n: `(?<n>\\d{1,4}|${wordsOf([...TENS.keys()].join(' '))}(?:[ -]?${wordsOf(ONES.join(' '))})?|${wordsOf([...NUMBER_WORDS.keys()].join(' '))})`,
  count: `(?:${Object.entries(UNITS)
    .map(([name, words]) => `(?<${name}>${wordsOf(words)})`)
    .join('|')})`,
  /** A unit of the calendar. */
  unit: `(?:${Object.entries(UNITS)
    .filter(([name]) => name !== 'days')
    .map(([name, words]) => `(?<${name}>${wordsOf(words)})`)
    .join('|')})`,
  one_week: '(?:week|uke|uka|veke|veka)',
  week_name: wordsOf(UNITS.weeks),
  week_word: `(?:(?:${wordsOf(UNITS.weeks)}|w|u)\\.?(?: ?(?:nr|no|number)\\.?)?)`,
  week: '(?<week>\\d{1,2})',
  month: `(?<month>${[...MONTHS.keys()].join('|')}){stop}`,
  weekday: `(?<weekday>${[...WEEKDAYS.keys()].join('|')}){stop}`,
  quarter: '(?<quarter>[1-4])',
  half: `(?<half>[12])`,
  half_word: '(?<half>first|second|last|første|fyrste|andre|siste)',
  half_part: wordsOf('half halvdel halvdelen halvpart halvparten'),
  one_month: wordsOf('month måned måneden månad månaden'),
  feast: `(?<feast>${[...FEASTS.keys()]
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replaceAll('.', '\\.'))
    .join('|')})`,
  /** A feast, or a date with the name of its month. */
  anchor: '(?:{feast}|(?:the |den )?{d}{ordinal} ?(?:of )?{month})',
  season: `(?<season>${[...SEASONS.keys()]
    .filter((name) => name !== 'fall')
    .sort((one, other) => other.length - one.length)
    .join('|')})`,
  d: '(?<d>\\d{1,2})',
  d2: '(?<d2>\\d{1,2})',
  m: '(?<m>\\d{1,2})',
  m2: '(?<m2>\\d{1,2})',
  ordinal: '(?:\\.|st|nd|rd|th)?',
  yyyy: '(?<year>\\d{4})',
  yyyy2: '(?<year2>\\d{4})',
  year: '(?:(?:,? |-)(?:of |i |in )?(?<year>(?:19|20)\\d\\d)|,? (?:of |in )?(?<said_year>(?:i ?)?fjor|last year|forrige år|i ?år|this year))',
  year_first: "(?<said_year>(?:i ?)?fjor(?:årets)?|last year(?:'s)?|forrige år|i ?år|this year) (?:i |in )?",
  to: '(?: ?\\.\\.+ ?| ?- ?| (?:to|until|through|til og med|til|tom) )',
};

function wordsOf(line: string): string {
  // Longest first, because alternatives are tried in order.
  return `(?:${[...new Set(line.split(' '))].sort((one, other) => other.length - one.length).join('|')})`;
}

/**
 * Compiles a phrase that must end at a word boundary. Alternatives may use the same group name, since only one matches.
 */
export function compiled(pattern: string): RegExp {
  const whole = pattern
    .replaceAll('{anchor}', PIECES.anchor ?? '')
    .replace(/\{([a-z]\w*)\}/g, (_, name: string) => PIECES[name] ?? `{${name}}`)
    .replaceAll('{stop}', FULL_STOP);
  return new RegExp(`(?:${fold(whole)})(?![\\p{L}\\p{N}])`, 'uy');
}
