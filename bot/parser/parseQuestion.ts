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

/** The command at the beginning of a whole one such as `/sales yesterday`; undefined for any other text. */
export function commandIn(typed: string): Command | undefined {
  return partsOf(typed)?.command;
}

/**
 * What a whole command such as `/sales yesterday` asks; undefined for help, a form and text that is no command.
 * @throws ParseError
 */
export function readWhole(typed: string, reading: Reading): Figures | undefined {
  const parts = partsOf(typed);
  return parts === undefined ? undefined : figuresOf(parseQuestion(parts.command, parts.words, reading));
}

/** The same, and undefined for what cannot be read. */
export function figuresIn(typed: string, reading: Reading): Figures | undefined {
  const parts = partsOf(typed);
  if (parts === undefined) return undefined;
  try {
    return figuresOf(PARSERS[parts.command](parts.words, reading));
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

type Figures = StockFigures | StockHistory | SalesFigures | StoresFound;

function partsOf(typed: string): { readonly command: Command; readonly words: string } | undefined {
  const [, name = '', words = ''] = /^\/([a-z]+)(?: (.*))?$/s.exec(typed) ?? [];
  const command = commandNamed(name);
  return command && { command, words };
}

function figuresOf(question: Question): Figures | undefined {
  return question.kind === 'help' || question.kind === 'form' ? undefined : question;
}

const PARSERS: Readonly<Record<Command, (text: string, reading: Reading) => Question>> = {
  stock: parseStock,
  sales: parseSales,
  stores: parseStores,
};
