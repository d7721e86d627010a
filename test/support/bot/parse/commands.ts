import { sayIn, withReadableOffers } from '../../../../bot/ask/commands.ts';
import type { WithoutWords } from '../../../../bot/ask/parseCommand.ts';
import type { LanguageCode } from '../../../../bot/language/formatter.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import type { Reading } from '../../../../bot/parse/nameLookup.ts';
import { ParseError } from '../../../../bot/parse/parseError.ts';
import { followingSales, parseSales } from '../../../../bot/sales/parse.ts';
import type { SalesAsked } from '../../../../bot/sales/question.ts';
import { writeSales } from '../../../../bot/sales/slots.ts';
import { salesWords } from '../../../../bot/sales/words/words.ts';
import { SPOKEN_DIGEST } from '../../../../bot/standing/commands.ts';
import type { NarrowedCommand } from '../../../../bot/standing/narrow.ts';
import { type DigestReading, parseDigest } from '../../../../bot/standing/parse.ts';
import type { DigestQuestion } from '../../../../bot/standing/question.ts';
import { followingStock, parseStock } from '../../../../bot/stock/parse.ts';
import type { StockQuestion } from '../../../../bot/stock/question.ts';
import { writeStock } from '../../../../bot/stock/slots.ts';
import { stockWords } from '../../../../bot/stock/words/words.ts';
import { parseStores } from '../../../../bot/stores/parse.ts';
import type { StoresQuestion } from '../../../../bot/stores/question.ts';
import { writeStores } from '../../../../bot/stores/slots.ts';
import { storesWords } from '../../../../bot/stores/words/words.ts';
import { writeDigest } from './writeDigest.ts';

/** A question that is answered with data. */
export type Figures = StockQuestion | SalesAsked | StoresQuestion;
export type Question = Figures | WithoutWords<'stock'> | WithoutWords<'sales'> | WithoutWords<'stores'>;
export type Asked = Question | DigestQuestion;

const PARSERS = { stock: parseStock, sales: parseSales, stores: parseStores };

/** The commands of digests, as they read what narrows one. */
export const NARROWED: readonly NarrowedCommand[] = [
  { command: 'stock', following: followingStock, parse: parseStock },
  { command: 'sales', following: followingSales, parse: parseSales },
];

/** Reads a whole command as it is typed: `/sales yesterday`. @throws ParseError */
export function readCommand(typed: string, reading: DigestReading): Asked {
  const [name, text] = partsOf(typed);
  if (name === 'digest') return parseDigest(text, reading);
  const question = parsed(name, text, reading);
  if (question === undefined) throw new Error(`${JSON.stringify(typed)} is no command.`);
  return question;
}

/** What a whole command asks; undefined for what asks nothing. */
export function figuresIn(typed: string, reading: Reading): Figures | undefined {
  try {
    const question = parsed(...partsOf(typed), reading);
    return question === undefined || question.kind === 'help' || question.kind === 'form'
      ? undefined
      : question;
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

function parsed(name: string, text: string, reading: Reading): Question | undefined {
  if (name !== 'stock' && name !== 'sales' && name !== 'stores') return undefined;
  try {
    return PARSERS[name](text, reading);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw withReadableOffers(error, name, (each) => figuresIn(each, reading) !== undefined);
  }
}

function partsOf(typed: string): [name: string, text: string] {
  const [, name = '', text = ''] = /^\/(\w+) ?(.*)$/s.exec(typed) ?? [];
  return [name, text];
}

/** The command that is read as the same question. */
export function writeCommand(asked: Asked, called?: DigestReading['called']): string {
  if (asked.command === 'digest') return writeDigest(asked, called);
  if (asked.kind === 'form') return `/${asked.command}`;
  if (asked.kind === 'help') return `/${asked.command} help`;
  if (asked.command === 'stock') return writeStock(asked) ?? '/stock help';
  return asked.command === 'sales' ? writeSales(asked) : writeStores(asked);
}

/** Writes a command in the words of a language. */
export const say = sayIn([
  { command: 'stock', words: stockWords },
  { command: 'sales', words: salesWords },
  { command: 'stores', words: storesWords },
  SPOKEN_DIGEST,
]);

/** As a person types it in bokmål. */
export function inNorwegian(command: string): string {
  return say(command, languageFor('nb').t);
}

/** `-> ` and the command that was understood, or `x ` and the sentence of refusal with what is offered. */
export function outcomeOf(typed: string, reading: DigestReading, language: LanguageCode): string {
  const { t } = languageFor(language);
  try {
    return `-> ${say(writeCommand(readCommand(typed, reading), reading.called), t)}`;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const offers = [error.corrected, ...error.others].map((each) => say(each, t));
    // Where nothing can be offered, what was understood still fills in the form.
    const isForForm = error.understood !== '' && /^\/\w+ help$/.test(error.corrected);
    const form = isForForm ? [`form: ${say(error.understood, t)}`] : [];
    return `x ${[error.sentence(t), ...offers, ...form].join(' | ')}`;
  }
}
