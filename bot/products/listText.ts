import iconv from 'iconv-lite';
import { languageFor, type Worded } from '../language/language.ts';
import { productsWords } from './words/words.ts';

/** A file that isn't a readable product list; `sentence` says what to do. */
export class ProductListError extends Error {
  /** For the person; `message` is the same in English. */
  readonly sentence: Worded;

  constructor(sentence: Worded) {
    super(sentence(languageFor('en').t));
    this.name = 'ProductListError';
    this.sentence = sentence;
  }
}

/** Several times what 66,000 products with long names need. */
export const LARGEST_LIST_BYTES = 16 * 1024 * 1024;

/**
 * Decodes a product list: UTF-8, UTF-16 with a byte order mark (Excel's "Unicode text"), otherwise each line that isn't
 * UTF-8 in the encoding that gives the most Norwegian letters: Windows-1252, which Excel writes by default, Mac Roman, or
 * CP850 of older programs.
 * @throws ProductListError for a file that isn't text, or is too large
 */
export function textOfList(bytes: Uint8Array): string {
  if (bytes.length > LARGEST_LIST_BYTES) throw new ProductListError(tooLarge(bytes.length));
  const text = decode(bytes);
  if (text.includes('\0')) {
    throw new ProductListError((t) => productsWords(t).file.notText);
  }
  return text;
}

/** Whether it is a zip, as a workbook is, or a file of an older Office, which may be a workbook with a password. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);
}

export function tooLarge(bytes: number): Worded {
  const megabytes = (count: number) => Math.ceil(count / 1024 / 1024);
  return (t) => productsWords(t).file.tooLarge(megabytes(bytes), megabytes(LARGEST_LIST_BYTES));
}

function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes);
  return inUtf8(bytes) ?? decodeLines(bytes);
}

function inUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

/** The letters that a Norwegian list has beside those of ASCII, in each encoding. The first wins where two are equal. */
const ENCODINGS = ['windows-1252', 'macintosh', 'cp850'].map((name) => ({
  name,
  letters: new Set(iconv.encode('æøåÆØÅéèêüöäÉÜÖÄ', name)),
}));

function decodeLines(bytes: Uint8Array): string {
  const lines = linesOf(bytes).map((line) => ({ line, text: inUtf8(line) }));
  const others = lines.filter(({ text }) => text === undefined);
  const score = (letters: ReadonlySet<number>) =>
    others.reduce((sum, { line }) => sum + line.filter((byte) => letters.has(byte)).length, 0);
  const [best] = ENCODINGS.map(({ name, letters }) => ({ name, score: score(letters) })).toSorted(
    (one, other) => other.score - one.score,
  );
  const encoding = best?.name ?? 'windows-1252';
  return lines.map(({ line, text }) => text ?? iconv.decode(Buffer.from(line), encoding)).join('');
}

const LINE_FEED = 0x0a;

/** Each with its line break. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(LINE_FEED, from);
    const to = at === -1 ? bytes.length : at + 1;
    lines.push(bytes.subarray(from, to));
    from = to;
  }
  return lines;
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte);
}
