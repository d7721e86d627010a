import { ParseError } from '../../parse/parseError.ts';
import { isOneOf, phraseOf, type Token } from '../../parse/tokenizer.ts';
import { FILLERS } from '../../parse/vocabulary.ts';
import type { Place } from '../question.ts';
import { storesWords } from '../words/words.ts';
import { HERE_WORDS, isPlainOrQuoted, LONGEST_SEARCH, NEAR_WORDS, saysAll, withoutFillers } from './words.ts';

interface Near {
  readonly near: Place | { readonly words: string } | undefined;
  readonly tokens: readonly Token[];
}

const DEGREES = '([+-]?\\d{1,3}(?:\\.\\d{1,12})?) ?°? ?';

const WITH_POINTS = new RegExp(`^${DEGREES}n?(?:[,;] ?| )${DEGREES}[e\\u00f8]?[,;]?(?= |$)`, 'i');

const WITH_COMMAS = /^([+-]?\d{1,3},\d{1,12})(?:[,;] ?| )([+-]?\d{1,3},\d{1,12})[,;]?(?= |$)/;

/** Reads `near 59.91,10.75`, also with decimal commas, or `near oslo`, the stores of a city or name. */
export function readNear(rest: readonly Token[]): Near {
  const at = rest.findIndex((token) => isOneOf(NEAR_WORDS, token));
  const near = rest[at];
  if (near === undefined) return { near: undefined, tokens: [] };
  const behind = rest.slice(at + 1);
  for (let many = Math.min(behind.length, MAX_WORDS); many > 0; many -= 1) {
    const used = behind.slice(0, many);
    const text = used.map((token) => token.text).join(' ');
    const found = WITH_COMMAS.exec(text) ?? WITH_POINTS.exec(text);
    if (found !== null && found[0].length === text.length) {
      if (/^\d+,\d+$/.test(text)) {
        throw new ParseError((t) => storesWords(t).mistakes.decimalComma(text), '');
      }
      return { near: placeOf(found), tokens: [near, ...used] };
    }
  }
  if (at > 0 && behind.length === 0) return { near: undefined, tokens: [] };
  const [first] = behind;
  const saysNothing = behind.every((token) => isOneOf(FILLERS, token) || saysAll(token));
  const named = first?.quoted === true ? [first] : withoutFillers(behind);
  const words = phraseOf(named).replace(/,$/, '').trim();
  if (named.length === 1 && isOneOf(HERE_WORDS, named[0])) {
    throw new ParseError((t) => storesWords(t).mistakes.nearMe, '');
  }
  if (
    !saysNothing &&
    /\p{L}/u.test(words) &&
    words.length <= LONGEST_SEARCH &&
    named.every(isPlainOrQuoted)
  ) {
    return { near: { words }, tokens: [near, ...(first?.quoted === true ? [first] : behind)] };
  }
  throw new ParseError((t) => storesWords(t).mistakes.noPlace(near.value), '');
}

const MAX_WORDS = 6;

function placeOf([whole, north = '', east = '']: RegExpExecArray): Place {
  const [latitude, longitude] = [north, east].map(degrees) as [number, number];
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  throw new ParseError((t) => storesWords(t).mistakes.outOfRange(whole), '');
}

/** Rounds to a tenth of a metre, so that a command has few digits. */
function degrees(text: string): number {
  return Math.round(Number(text.replace(',', '.')) * 1e6) / 1e6 + 0;
}
