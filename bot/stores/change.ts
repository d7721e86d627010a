import type { Reading } from '../parse/nameLookup.ts';
import { parseStores } from './parse.ts';
import type { StoresQuestion } from './question.ts';
import { hearStores } from './sentence.ts';

/**
 * The question with what a text says in its place: another store or town, or another day. Undefined when the
 * text says nothing. @throws ParseError
 */
export function changeStores(
  question: StoresQuestion,
  sentence: string,
  { vocabulary }: Reading,
): StoresQuestion | undefined {
  const { text } = hearStores(sentence, vocabulary);
  // A day alone is a search for its name unless it is asked whether the store is open then.
  const said = [text, `open ${text}`].map((typed) => parseStores(typed));
  for (const read of said) {
    if (read.kind === 'help' || read.kind === 'form') return undefined;
    if (read.kind === 'search' && read.words === '' && read.near === undefined) {
      const { open, openNow } = read;
      const changed: StoresQuestion =
        question.kind === 'number'
          ? {
              command: 'stores',
              kind: 'number',
              storeId: question.storeId,
              ...(open === undefined ? {} : { open }),
            }
          : { ...withoutOpen(question), openNow, ...(open === undefined ? {} : { open }) };
      return changed;
    }
  }
  const [read] = said;
  if (read === undefined || read.kind === 'help' || read.kind === 'form') return undefined;
  const open = read.open ?? question.open;
  const changed = open === undefined ? read : { ...read, open };
  if (
    changed.kind === 'search' &&
    question.kind === 'search' &&
    question.openNow &&
    changed.open === undefined
  ) {
    return { ...changed, openNow: true };
  }
  return changed;
}

function withoutOpen({ open: _, ...search }: Extract<StoresQuestion, { kind: 'search' }>) {
  return search;
}
