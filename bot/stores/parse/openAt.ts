import {
  type CalendarDate,
  formatCalendarDate,
  readCalendarDate,
  readingOf,
} from '../../parse/dates/calendarDate.ts';
import { WEEKDAYS } from '../../parse/dates/words.ts';
import { ParseError } from '../../parse/parseError.ts';
import { formatWith, isOneOf, isPlain, phraseOf, type Token } from '../../parse/tokenizer.ts';
import { FILLERS, TODAY_WORDS } from '../../parse/vocabulary.ts';
import { parseWords } from '../../parse/words/words.ts';
import { fold } from '../../text/normalize.ts';
import { readTimeOfDay } from '../../text/timeOfDay.ts';
import type { OpenAt } from '../question.ts';
import { AT_WORDS, NOW_WORDS, OPEN_WORDS, TOMORROW_WORDS } from './words.ts';

interface Open {
  /** Undefined for now, or where `tokens` is empty. */
  readonly open: OpenAt | undefined;
  /** The words that ask for open stores; empty for none. */
  readonly tokens: readonly Token[];
}

/**
 * Reads "open now" anywhere, "open" as the first or last word, or "open" with a day or time: "open today", "open at 18",
 * "åpent søndag kl 18".
 */
export function readOpen(tokens: readonly Token[]): Open {
  for (const [at, token] of tokens.entries()) {
    if (!isOneOf(OPEN_WORDS, token)) continue;
    const next = tokens[at + 1];
    // "Åpen nå" means this moment, "åpen i dag" the whole day.
    if (isOneOf(NOW_WORDS, next)) return { open: undefined, tokens: [token, next] };
    const said = openAt(tokens.slice(at + 1), tokens);
    if (said.open !== undefined) return { open: said.open, tokens: [token, ...said.tokens] };
    if (at === 0 || at === tokens.length - 1) return { open: undefined, tokens: [token] };
  }
  return { open: undefined, tokens: [] };
}

/** Reads a day, a time, or both, with fillers before them. */
function openAt(behind: readonly Token[], tokens: readonly Token[]): Open {
  const used: Token[] = [];
  let day: OpenAt['day'] | undefined;
  let time: string | undefined;
  for (let at = 0; at < behind.length; ) {
    const [first, second, third] = behind.slice(at);
    const found = day === undefined ? dayAt(behind.slice(at), tokens) : undefined;
    if (found !== undefined) {
      day = found.day;
      used.push(...behind.slice(at, at + found.many));
      at += found.many;
      continue;
    }
    const said = isOneOf(AT_WORDS, first) ? second : isTime(first) ? first : undefined;
    const half = said === first ? second : third;
    const isHalf = half !== undefined && /^[ap]m$/.test(half.folded);
    const typed = isHalf ? `${said?.value} ${half.value}` : said?.value;
    const timeHere = time === undefined && typed !== undefined ? readTimeOfDay(typed) : undefined;
    if (timeHere === undefined) break;
    time = timeHere;
    const taken = (said === first ? 1 : 2) + (isHalf ? 1 : 0);
    used.push(...behind.slice(at, at + taken));
    at += taken;
  }
  const isSaid = day !== undefined || time !== undefined;
  return {
    open: isSaid ? { day: day ?? 'today', ...(time === undefined ? {} : { time }) } : undefined,
    tokens: used,
  };
}

/** No day takes more words. */
const MAX_DAY_WORDS = 5;

/** Reads as many tokens as possible as a day, with a filler before it. */
function dayAt(
  behind: readonly Token[],
  tokens: readonly Token[],
): { readonly day: OpenAt['day']; readonly many: number } | undefined {
  const lead = isOneOf(FILLERS, behind[0]) ? 1 : 0;
  const end = behind.findIndex((token, at) => at >= lead && !isPlain(token));
  const run = behind.slice(lead, Math.min(end === -1 ? behind.length : end, lead + MAX_DAY_WORDS));
  for (let many = run.length; many > 0; many -= 1) {
    const words = run.slice(0, many);
    const day = dayOf(phraseOf(words)) ?? dateOf(words, tokens);
    if (day !== undefined) return { day, many: lead + many };
  }
  return undefined;
}

/** @throws ParseError for a wrong date, or words that can be a day or a time, with both as suggestions */
function dateOf(words: readonly Token[], tokens: readonly Token[]): CalendarDate | undefined {
  const text = phraseOf(words);
  try {
    const date = readCalendarDate(text);
    const time = words.length === 1 ? readTimeOfDay(text) : undefined;
    if (date === undefined || time === undefined) return date;
    // 17.05 can be a day or a time; 8.30 only a time, 24.12 only a day.
    throw new ParseError(
      (t) => parseWords(t).canBe(text, [readingOf(date), { time }]),
      formatCalendarDate(date),
      [`at ${time}`],
    );
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    if (words.length === 1 && error.fixes.length === 0 && readTimeOfDay(text) !== undefined) return undefined;
    const [first = '', ...others] = error.fixes.map((fix) => formatWith(tokens, words, fix));
    throw new ParseError(error.sentence, first, others);
  }
}

/** Whether a token is a time, as in "open 18" and "open 18:30"; three digits or more are a store. */
function isTime(token: Token | undefined): boolean {
  return (
    token !== undefined && isPlain(token) && /^(?:kl\.?)?\d{1,2}(?:[:.]\d{2})?(?:am|pm)?$/i.test(token.value)
  );
}

/** Reads "today", "i morgen", "on sunday"; undefined for anything else. */
function dayOf(words: string): OpenAt['day'] | undefined {
  const word = fold(words).replace(/^(?:this|denne) (?=\S+day$|\S+dag(?:en)?$)/, '');
  if (word === 'dag' || (TODAY_WORDS.has(word) && !NOW_WORDS.has(word))) return 'today';
  if (TOMORROW_WORDS.has(word) || /^morg[eo]n$/.test(word)) return 'tomorrow';
  return WEEKDAYS.get(word);
}
