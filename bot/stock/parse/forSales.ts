import type { DateContext } from '../../parse/dates/period.ts';
import { readPeriod } from '../../parse/dates/scan.ts';
import { isNumber } from '../../parse/names.ts';
import { ParseError } from '../../parse/parseError.ts';
import { isPlain, type Token } from '../../parse/tokenizer.ts';
import { isFiller, isWord, meaningOf } from './words.ts';

/**
 * Rewrites a `/stock` command as `/sales`. `ofSales` are the tokens that only `/sales` takes; `instead` replaces them.
 * None for anything but a question of products.
 */
export function soldOf(
  tokens: readonly Token[],
  ofSales: readonly Token[],
  instead?: string,
): readonly string[] {
  const words = tokens.flatMap((token) => {
    if (ofSales.includes(token)) {
      if (instead === undefined) return [token.text];
      return token === ofSales[0] ? [instead] : [];
    }
    if (isFiller(token) || isWord(token)) return [];
    return [isPlain(token) && isNumber(token) ? `product:${token.value}` : token.text];
  });
  const isOfProducts = tokens.every(
    (token) => !isWord(token) || ['all', 'mine', 'overview'].includes(meaningOf(token)),
  );
  return isOfProducts ? [`/sales ${words.join(' ')}`] : [];
}

export function hasSales(period: string, context: DateContext): boolean {
  try {
    return readPeriod(period, context) !== undefined;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}
