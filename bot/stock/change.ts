import type { Reading } from '../parse/nameLookup.ts';
import { ParseError } from '../parse/parseError.ts';
import { phrase, says } from '../parse/sentence.ts';
import { parseStock } from './parse.ts';
import { isOfProducts, type StockQuestion } from './question.ts';
import { hearStock } from './sentence.ts';
import { listOf } from './slots.ts';

/** "Only gin" narrows a list; "gin" asks for the products. */
const NARROWS = phrase('only|just|bare|kun|berre');

/**
 * The question with what a text says in its place: other products, a period for the same products, another list.
 * Undefined when the text says nothing. @throws ParseError
 */
export function changeStock(
  question: StockQuestion,
  sentence: string,
  reading: Reading,
): StockQuestion | undefined {
  const { text } = hearStock(sentence, reading.vocabulary);
  if (text === '') return undefined;
  const list = isOfProducts(question) || question.kind === 'overview' ? [] : listOf(question);
  if (list.length > 0 && says(sentence, NARROWS)) {
    const narrowed = ifRead([...list, text].join(' '), reading);
    if (narrowed !== undefined) return narrowed;
  }
  const products = isOfProducts(question) ? question.selection.product.ids.join(' ') : '';
  // "Last 30 days" alone is refused, as it names no product.
  const changed =
    products === '' ? asked(text, reading) : (ifRead(text, reading) ?? asked(`${products} ${text}`, reading));
  if (changed === undefined) return undefined;
  return question.kind === 'history' && changed.kind === 'products'
    ? { ...question, selection: changed.selection }
    : changed;
}

function asked(text: string, reading: Reading): StockQuestion | undefined {
  const read = parseStock(text, reading);
  return read.kind === 'help' || read.kind === 'form' ? undefined : read;
}

function ifRead(text: string, reading: Reading): StockQuestion | undefined {
  try {
    return asked(text, reading);
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}
