import sax, { type Tag } from 'sax';
import { type Parts, RefusedWorkbook } from './unpack.ts';

/** Thirty times what Excel lets a cell have. A longer text is refused. */
export const LONGEST_TEXT = 1024 * 1024;

/** Called with the local names of elements: `row` for `x:row`. */
export interface ElementListener {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** By their names with prefixes, as in the file. */
export type Attributes = Readonly<Record<string, string>>;

/** Parses a part of a workbook while it is unpacked; pauses after each piece of it. @throws RefusedWorkbook */
export async function* parsePart(
  parts: Parts,
  path: string,
  listener: ElementListener,
  isSheet = false,
): AsyncGenerator<undefined> {
  const parser = sax.parser(true, { position: false });
  parser.onerror = (error) => {
    throw new RefusedWorkbook('damaged', error);
  };
  // Without `xmlns`, every attribute is a string.
  parser.onopentag = ({ name, attributes }) =>
    listener.open?.(localName(name), attributes as Tag['attributes']);
  parser.ontext = (text) => listener.text?.(text);
  parser.oncdata = (text) => listener.text?.(text);
  parser.onclosetag = (name) => listener.close?.(localName(name));
  // The parser keeps all that comes since the last tag.
  let untagged = 0;
  for await (const text of parts.textOf(path, isSheet)) {
    const tag = text.lastIndexOf('<');
    untagged = tag === -1 ? untagged + text.length : text.length - tag;
    if (untagged > LONGEST_TEXT) throw new RefusedWorkbook('tooLarge');
    parser.write(text);
    yield;
  }
  parser.close();
}

/** The attributes of all elements of that name in a part. @throws RefusedWorkbook */
export async function attributesOf(parts: Parts, path: string, element: string): Promise<Attributes[]> {
  const found: Attributes[] = [];
  const listener: ElementListener = {
    open(name, attributes) {
      if (name === element) found.push(attributes);
    },
  };
  for await (const _ of parsePart(parts, path, listener));
  return found;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
