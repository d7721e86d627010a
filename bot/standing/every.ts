import { normalize } from '../ask/parseCommand.ts';
import { WEEKDAYS as WEEKDAY_NAMES } from '../parse/dates/words.ts';
import { format, isOneOf, isPlain, type Token, tokenize } from '../parse/tokenizer.ts';
import { AND_WORDS, lexicon, wordList } from '../parse/vocabulary.ts';
import { readTimeOfDay } from '../text/timeOfDay.ts';
import type { Cadence } from './presets.ts';
import { EVERY_DAY, WEEKDAYS } from './subscription.ts';

/** How often a question is answered, as it stands behind it: "every monday at 08:00". */
export interface SaidSchedule {
  readonly cadence: Cadence;
  /** Monday 1 to Sunday 7. */
  readonly weekdays: string;
  /** HH:mm; undefined where none is said. */
  readonly time: string | undefined;
  /** What the words mean where they ask for rows: "last week every day". Undefined where they can't. */
  readonly rows: 'day' | 'week' | 'month' | undefined;
}

/** Why words behind `every` are no schedule: what was typed is never shortened to one. */
export interface NoSchedule {
  readonly refused: 'interval' | 'nth' | 'unit' | 'time';
  readonly typed: string;
}

/** A text with a schedule at its end. */
export interface Scheduled {
  /** What stands before it. */
  readonly words: string;
  readonly said: SaidSchedule | NoSchedule;
}

const EACH = wordList('every each hver kvar hvert kvart');
const ALL = wordList('all alle');
type Unit = 'day' | 'morning' | 'weekday' | 'week' | 'month';

const UNITS = lexicon<Unit>([
  ['day', 'day days dag dagen'],
  ['morning', 'morning mornings morgen morgon'],
  [
    'weekday',
    'weekday weekdays workday workdays hverdag hverdager ukedag ukedager virkedag virkedager kvardag kvardagar yrkedag yrkedager yrkedagar arbeidsdag arbeidsdager',
  ],
  ['week', 'week uke uka veke'],
  ['month', 'month måned månad'],
]);
/** They need a time: without one, `weekly` asks for rows. */
const ADVERBS = lexicon<Unit>([
  ['day', 'daily everyday daglig dagleg'],
  ['weekday', 'weekdays workdays hverdager ukedager virkedager kvardagar yrkedager yrkedagar arbeidsdager'],
  ['week', 'weekly ukentlig vekentleg'],
  ['month', 'monthly månedlig månadleg'],
]);
const OTHER = wordList('other second third annen annan annet anna andre tredje');
const NTH = wordList('first last 1st 1. første siste fyrste');
/** "Annenhver", "annakvar". */
const EVERY_OTHER = /^(?:ann[ea]n|ann[ea]t|anna)(?:hver|kvar|hvert|kvart)$/;
const NUMBER = /^(?:\d+\.?|two|three|four|six|to|tre|fire|seks)$/;
const OTHER_UNITS = wordList(
  'quarter kvartal year år hour time minute minutt half-year halvår fortnight weeks uker veker months måneder månader',
);
const AT = wordList('at kl kl. klokka klokken @');
const MORNING = wordList('morning morgen morgon formiddag');
const HALVES = wordList('am pm');
/** Ends a request. */
const THANKS = /(?:[\s.!,]|(?<!\p{L})(?:please|pls|thanks|takk|vennligst))+$/giu;
/** "Kl.8", "08:30", "8am". */
const TIME_ALONE = /^(?:kl\.?\d|\d{1,2}[:.]\d{2}|\d{1,2}(?:am|pm)$)/i;

/** The schedule at the end of a text, or with a time at its beginning; undefined where none stands there. */
export function scheduleIn(text: string): Scheduled | undefined {
  const ahead = scheduleAhead(text);
  // "Every monday at 8 send me …": the time says that no rows are meant.
  if (ahead !== undefined && !('refused' in ahead.said) && ahead.said.time !== undefined) return ahead;
  const tokens = tokensOf(text);
  for (const at of tokens.keys()) {
    const said = scheduleOf(tokens.slice(at));
    if (said !== undefined) return { words: format(tokens.slice(0, at)), said };
  }
  return undefined;
}

/** The schedule at the beginning of a text. */
export function scheduleAhead(text: string): Scheduled | undefined {
  const tokens = tokensOf(text);
  if (!isOneOf(EACH, tokens[0])) return undefined;
  for (let at = tokens.length; at > 1; at -= 1) {
    const said = scheduleOf(tokens.slice(0, at));
    if (said === undefined || 'refused' in said) continue;
    return { words: format(tokens.slice(at)), said };
  }
  return undefined;
}

function tokensOf(text: string): readonly Token[] {
  return tokenize(normalize(text).replace(THANKS, ''));
}

/** Reads the tokens as a schedule and nothing more. */
function scheduleOf(tokens: readonly Token[]): SaidSchedule | NoSchedule | undefined {
  const [first, second, third] = tokens;
  if (first === undefined || !isPlain(first)) return undefined;
  const typed = format(tokens);
  const isEach = isOneOf(EACH, first);
  if (EVERY_OTHER.test(first.folded) && isUnitOrDay(second)) return { refused: 'interval', typed };
  if (isEach && (isOneOf(OTHER, second) || isNumbered(second)) && isUnitOrDay(third))
    return { refused: 'interval', typed };
  if (isNth(tokens, isEach)) return { refused: 'nth', typed };
  if (isEach && isOneOf(OTHER_UNITS, second)) return { refused: 'unit', typed };
  const every = isEach || (isOneOf(ALL, first) && UNITS.get(second?.folded ?? '') === 'weekday');
  const rest = every ? tokens.slice(1) : tokens;
  const unit = (every ? UNITS : ADVERBS).get(rest[0] !== undefined && isPlain(rest[0]) ? rest[0].folded : '');
  const named = unit === undefined ? namedDays(rest, every) : undefined;
  const many = unit === undefined ? (named?.many ?? 0) : 1;
  if (many === 0) return undefined;
  const [maybe, ...others] = rest.slice(many);
  const behind = isOneOf(MORNING, maybe) ? others : rest.slice(many);
  const time = timeOf(behind);
  if (time === undefined || (!every && time === 'none')) return undefined;
  if (time === 'wrong') return { refused: 'time', typed: format(behind) };
  const said = time === 'none' ? undefined : time;
  if (named !== undefined) {
    const cadence = named.weekdays.length === 1 ? 'weekly' : 'daily';
    return { cadence, weekdays: named.weekdays, time: said, rows: undefined };
  }
  return { ...OF_UNIT[unit ?? 'day'], time: said };
}

const OF_UNIT: Readonly<Record<Unit, Omit<SaidSchedule, 'time'>>> = {
  day: { cadence: 'daily', weekdays: EVERY_DAY, rows: 'day' },
  morning: { cadence: 'daily', weekdays: EVERY_DAY, rows: undefined },
  weekday: { cadence: 'daily', weekdays: WEEKDAYS, rows: 'day' },
  week: { cadence: 'weekly', weekdays: '1', rows: 'week' },
  month: { cadence: 'monthly', weekdays: EVERY_DAY, rows: 'month' },
};

/** "Monday", "mandag og torsdag", "mon-fri"; "mondays at 8" needs no "every". */
function namedDays(tokens: readonly Token[], isEvery: boolean) {
  const plain = tokens.map((token) => ({
    ...token,
    folded: isEvery ? token.folded : singular(token.folded),
  }));
  if (!isEvery && tokens[0] !== undefined && singular(tokens[0].folded) === tokens[0].folded)
    return undefined;
  return daysAt(plain);
}

/** "Mondays" and "mandager" as "monday" and "mandag". */
function singular(folded: string): string {
  const one = folded.replace(/(?:ene|er|ar|s)$/, '');
  return WEEKDAY_NAMES.has(one) ? one : folded;
}

function isNumbered(token: Token | undefined): boolean {
  return token !== undefined && isPlain(token) && NUMBER.test(token.folded);
}

function isUnitOrDay(token: Token | undefined): boolean {
  if (token === undefined || !isPlain(token)) return false;
  return UNITS.has(token.folded) || OTHER_UNITS.has(token.folded) || WEEKDAY_NAMES.has(token.folded);
}

/** "Every first monday", "first monday of every month". */
function isNth(tokens: readonly Token[], isEach: boolean): boolean {
  const [nth, day, ...rest] = isEach ? tokens.slice(1) : tokens;
  if (!isOneOf(NTH, nth) || day === undefined) return false;
  if (isEach) return isUnitOrDay(day);
  return WEEKDAY_NAMES.has(day.folded) && rest.some((token) => isOneOf(EACH, token));
}

/** The time that the tokens are; `none` without any, undefined where they are something else. */
function timeOf(tokens: readonly Token[]): string | 'none' | 'wrong' | undefined {
  const [first, ...rest] = tokens;
  if (first === undefined) return 'none';
  const isSaid = AT.has(first.folded);
  if (!isSaid && !TIME_ALONE.test(first.value)) return undefined;
  const said = isSaid ? rest : tokens;
  const isHalf = said.length === 2 && isOneOf(HALVES, said[1]);
  if (said.length === 0 || (said.length > 1 && !isHalf)) return isSaid ? 'wrong' : undefined;
  return readTimeOfDay(said.map(({ value }) => value).join(' ')) ?? 'wrong';
}

const TO_WORDS = new Set(['to', 'til', 'through', 'until', '-']);

/** "Monday", "mon-wed sat", "mandag, onsdag og fredag", "monday to friday". */
export function daysAt(
  tokens: readonly Token[],
): { readonly many: number; readonly weekdays: string } | undefined {
  const days = new Set<number>();
  let last: number | undefined;
  let many = 0;
  for (;;) {
    const word = tokens[many];
    const isTo = last !== undefined && isOneOf(TO_WORDS, word);
    const isJoined = isTo || (last !== undefined && isOneOf(AND_WORDS, word));
    const [from, to = from] = rangeIn(tokens[isJoined ? many + 1 : many]);
    if (from === undefined || to === undefined) break;
    const start = isTo && last !== undefined ? last : from;
    for (let ahead = 0; ahead <= (to - start + 7) % 7; ahead += 1) days.add(((start - 1 + ahead) % 7) + 1);
    last = to;
    many += isJoined ? 2 : 1;
  }
  return many === 0 ? undefined : { many, weekdays: [...days].sort().join('') };
}

/** The first and last day of "mon-fri"; one of "mon"; none of other words. */
function rangeIn(token: Token | undefined): number[] {
  if (token === undefined || !isPlain(token)) return [];
  const days = token.folded.split('-').map((name) => WEEKDAY_NAMES.get(name));
  const known = days.filter((day) => day !== undefined);
  return known.length === days.length && known.length < 3 ? known : [];
}

/** "Every week", "daily", "hverdager": how often, where no time and no question stands beside it. */
export function intervalAt([first, second]: readonly Token[]):
  | { readonly many: number; readonly cadence: Cadence; readonly weekdays: string }
  | undefined {
  const isEach = isOneOf(EACH, first);
  const word = isEach ? second : first;
  const unit = isOneOf(isEach ? UNITS : ADVERBS, word)
    ? (isEach ? UNITS : ADVERBS).get(word.folded)
    : undefined;
  if (unit === undefined) return undefined;
  const { cadence, weekdays } = OF_UNIT[unit];
  return { many: isEach ? 2 : 1, cadence, weekdays };
}

/** Words that stand alone. */
export const SCHEDULE_WORDS = [...ADVERBS.keys(), ...WEEKDAY_NAMES.keys()];

/** Whether a word is a time, also without "at". */
export function isTime({ value }: Token): boolean {
  return TIME_ALONE.test(value);
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** What stays of a schedule within days that never change: their Mondays, or a row for each of them. */
export function daysWithin({ rows, weekdays }: Pick<SaidSchedule, 'rows' | 'weekdays'>): string {
  if (rows !== undefined || weekdays === EVERY_DAY) return `by:${rows ?? 'day'}`;
  return [...weekdays].map((day) => `${DAYS[Number(day) - 1]}s`).join(' ');
}

/** Writes the words that `scheduleIn` reads as the same schedule. */
export function writeSchedule({ cadence, weekdays, time, rows }: SaidSchedule): string {
  const named = [...weekdays].map((day) => DAYS[Number(day) - 1]).join(', ');
  const isDaily = cadence === 'daily' && weekdays === EVERY_DAY;
  const unit = isDaily
    ? 'day'
    : cadence === 'monthly'
      ? 'month'
      : weekdays === WEEKDAYS
        ? 'weekday'
        : rows === 'week'
          ? 'week'
          : named;
  return `every ${unit}${time === undefined ? '' : ` at ${time}`}`;
}
