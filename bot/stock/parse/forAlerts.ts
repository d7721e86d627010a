import type { Reading } from '../../parse/nameLookup.ts';
import type { Side } from '../../parse/narrowing.ts';
import { ParseError } from '../../parse/parseError.ts';
import { parseWords } from '../../parse/words/words.ts';
import { parseStock } from '../parse.ts';

/**
 * Reads products as `/stock out` does, by number, name or group. Undefined for all of one's own. The suggestions of an
 * error are other words for the products. @throws ParseError
 */
export function readAlertProducts(words: string, reading: Reading): Side | undefined {
  const question = withPlainFixes(() => parseStock(`out ${words}`, reading));
  if (question.kind === 'out' && question.scope === 'mine') return question.of;
  // Words such as "all" that make another question of it.
  throw new ParseError((t) => parseWords(t).unknown(words, '/stock'), '');
}

function withPlainFixes<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const fixes = error.fixes.flatMap((fix) => /^\/stock out (.+)$/s.exec(fix)?.[1] ?? []);
    const [corrected = '', ...others] = fixes;
    throw new ParseError(error.sentence, corrected, others);
  }
}
