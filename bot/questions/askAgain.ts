import type { Reading } from '../parser/nameLookup.ts';
import { ParseError } from '../parser/parseError.ts';
import { commandNamed, type Question } from '../parser/question.ts';
import { parseSales } from '../parser/sales.ts';
import { parseStock } from '../parser/stock.ts';
import { parseStores } from '../parser/stores.ts';
import type { FiguresQuestion } from './answer.ts';

/**
 * A stored question as it is asked now: its command is read anew, so that "yesterday" is the day before today. What
 * cannot be read any more, such as a name that left the product list, is asked as it was.
 */
export function askAgain(
  { question, command }: { readonly question: FiguresQuestion; readonly command: string | undefined },
  reading: Reading,
): FiguresQuestion {
  if (command === undefined) return question;
  const again = readCommand(command, reading);
  return again === undefined || again.kind === 'help' || again.kind === 'form' ? question : again;
}

function readCommand(text: string, reading: Reading): Question | undefined {
  const [, name = '', words = ''] = /^\/([a-z]+) ?(.*)$/s.exec(text) ?? [];
  try {
    switch (commandNamed(name)) {
      case 'stock':
        return parseStock(words, reading);
      case 'sales':
        return parseSales(words, reading);
      case 'stores':
        return parseStores(words);
      case undefined:
        return undefined;
    }
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}
