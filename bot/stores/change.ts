import type { Reading } from '../parse/nameLookup.ts';
import { isNone } from '../parse/selection.ts';
import { parseStores } from './parse.ts';
import type { StoresQuestion } from './question.ts';
import { hearStores } from './sentence.ts';

/**
 * The question with what a text says in its place: other stores or towns, another day, or both. Undefined when the text
 * says nothing. @throws ParseError
 */
export function changeStores(
  question: StoresQuestion,
  sentence: string,
  reading: Reading,
): StoresQuestion | undefined {
  const { text } = hearStores(sentence, reading.vocabulary);
  const said = parseStores(text, reading);
  if (said.kind === 'help' || said.kind === 'form') return undefined;
  const isNamed = !isNone(said.stores) || !isNone(said.without) || said.near !== undefined;
  const { stores, without, near } = isNamed ? said : question;
  const asked = said.state === undefined && said.when === undefined ? question : said;
  const isOfNumbers = stores.names.length === 0 && stores.ids.length > 0;
  return {
    command: 'stores',
    kind: 'stores',
    stores,
    without,
    ...(near === undefined ? {} : { near }),
    ...(asked.state === undefined || isOfNumbers ? {} : { state: asked.state }),
    ...(asked.when === undefined ? {} : { when: asked.when }),
  };
}
