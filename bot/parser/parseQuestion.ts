import type { Reading } from './nameLookup.ts';
import { ParseError } from './parseError.ts';
import {
  type Command,
  commandNamed,
  type Question,
  type SalesFigures,
  type StockFigures,
  type StockHistory,
  type StoresFound,
} from './question.ts';
import { parseSales } from './sales.ts';
import { parseStock } from './stock.ts';
import { parseStores } from './stores.ts';

/**
 * Reads the text behind a command. What a mistake suggests of another command is read there too: nothing is suggested
 * that would be a mistake itself.
 * @throws ParseError
 */
export function parseQuestion(command: Command, text: string, reading: Reading): Question {
  try {
    return PARSERS[command](text, reading);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { sentence, corrected, others, elsewhere, understood } = error;
    const found = elsewhere.filter((typed) => figuresIn(typed, reading) !== undefined);
    const own = [corrected, ...others].filter((typed) => found.length === 0 || typed !== `/${command} help`);
    const [first = '', ...rest] = [...own, ...found];
    throw new ParseError(sentence, first, rest, { understood });
  }
}

/** What a whole command such as `/sales yesterday` asks; undefined for help, a form and what cannot be read. */
export function figuresIn(
  typed: string,
  reading: Reading,
): StockFigures | StockHistory | SalesFigures | StoresFound | undefined {
  const [, name = '', words = ''] = /^\/([a-z]+) ?(.*)$/s.exec(typed) ?? [];
  const command = commandNamed(name);
  if (command === undefined) return undefined;
  try {
    const question = PARSERS[command](words, reading);
    return question.kind === 'help' || question.kind === 'form' ? undefined : question;
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

const PARSERS: Readonly<Record<Command, (text: string, reading: Reading) => Question>> = {
  stock: parseStock,
  sales: parseSales,
  stores: parseStores,
};
