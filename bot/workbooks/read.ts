import { posix } from 'node:path';
import { type Attributes, attributesOf, type ElementListener, LONGEST_TEXT, parsePart } from './elements.ts';
import { LARGEST_UNPACKED_BYTES, type WorkbookRow } from './table.ts';
import { openParts, type Parts, RefusedWorkbook } from './unpack.ts';

/** Cells to the right of these are left out. */
const MAX_COLUMNS = 100;
const ROWS_A_PIECE = 500;
const PIECES_IN_SILENCE = 200;

/**
 * Reads the first worksheet that isn't hidden, in pieces, without its empty rows. Numbers are read as they are stored,
 * not as they are shown. A piece can be empty.
 * @throws RefusedWorkbook
 */
export async function* readFirstSheet(bytes: Uint8Array): AsyncGenerator<readonly WorkbookRow[]> {
  requireNewFormat(bytes);
  const parts = await openParts(bytes);
  const { sheet, sharedStrings } = await findSheet(parts);
  const shared = sharedStrings === undefined ? [] : await readSharedStrings(parts, sharedStrings);
  const rows: WorkbookRow[] = [];
  // A text that many cells share is unpacked once, but handed on with each of them.
  let left = LARGEST_UNPACKED_BYTES;
  const listener = sheetListener(shared, (row) => {
    left -= row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (left < 0) throw new RefusedWorkbook('tooLarge');
    rows.push(row);
  });
  let pieces = 0;
  for await (const _ of parsePart(parts, sheet, listener, true)) {
    while (rows.length >= ROWS_A_PIECE) yield rows.splice(0, ROWS_A_PIECE);
    pieces += 1;
    // A million empty rows take a while: whoever waits sees that it goes on.
    if (pieces % PIECES_IN_SILENCE === 0) yield rows.splice(0);
  }
  if (rows.length > 0) yield rows;
}

/** Begins a file of Microsoft's older container: a workbook of Excel 97 to 2003, or one with a password. */
const OLD_CONTAINER = [0xd0, 0xcf, 0x11, 0xe0];
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

function requireNewFormat(bytes: Uint8Array): void {
  if (!OLD_CONTAINER.every((byte, at) => bytes[at] === byte)) return;
  const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(ENCRYPTED);
  throw new RefusedWorkbook(isEncrypted ? 'encrypted' : 'oldFormat');
}

/** The paths of the first worksheet that isn't hidden, and of the texts that cells share. */
async function findSheet(
  parts: Parts,
): Promise<{ readonly sheet: string; readonly sharedStrings: string | undefined }> {
  const workbook = (await relatedParts(parts, '')).find(isOfType('officeDocument'))?.path;
  if (workbook === undefined || !workbook.endsWith('.xml') || !parts.has(workbook)) {
    throw new RefusedWorkbook('notWorkbook');
  }
  const related = await relatedParts(parts, workbook);
  const worksheets = new Map(related.filter(isOfType('worksheet')).map(({ id, path }) => [id, path]));
  const sheet = (await attributesOf(parts, workbook, 'sheet'))
    .filter(({ state = 'visible' }) => state === 'visible')
    .map((attributes) => worksheets.get(relationOf(attributes)))
    .find((path) => path !== undefined && parts.has(path));
  if (sheet === undefined) throw new RefusedWorkbook('notWorkbook');
  return { sheet, sharedStrings: related.find(isOfType('sharedStrings'))?.path };
}

interface RelatedPart {
  readonly id: string;
  readonly type: string;
  readonly path: string;
}

/** The parts that a part refers to; of the whole file for ''. */
async function relatedParts(parts: Parts, path: string): Promise<RelatedPart[]> {
  const folder = posix.dirname(path);
  const list = posix.join(folder, '_rels', `${posix.basename(path)}.rels`);
  return (await attributesOf(parts, list, 'Relationship')).map(({ Id = '', Type = '', Target = '' }) => ({
    id: Id,
    type: Type,
    path: Target.startsWith('/') ? posix.normalize(Target.slice(1)) : posix.join(folder, Target),
  }));
}

/** The types are addresses, which differ between the two editions of the format but for their ends. */
function isOfType(name: string) {
  return ({ type }: RelatedPart) => type.endsWith(`/${name}`);
}

/** `r:id`, whatever the prefix. */
function relationOf(attributes: Attributes): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
}

/** The texts that cells refer to by their position. */
async function readSharedStrings(parts: Parts, path: string): Promise<readonly string[]> {
  const shared: string[] = [];
  const text = createTextCollector();
  const listener: ElementListener = {
    open(name) {
      if (name === 'si') text.begin();
      text.open(name);
    },
    text: text.add,
    close(name) {
      text.close(name);
      if (name === 'si') shared.push(text.end());
    },
  };
  for await (const _ of parsePart(parts, path, listener));
  return shared;
}

/** Collects the text of a cell: all parts of a rich text, without hints on how to pronounce it. */
function createTextCollector() {
  let collected = '';
  let isText = false;
  let isHint = false;
  return {
    begin() {
      collected = '';
    },
    open(name: string) {
      if (name === 't') isText = true;
      if (name === 'rPh') isHint = true;
    },
    add(text: string) {
      if (isText && !isHint) collected += text;
      if (collected.length > LONGEST_TEXT) throw new RefusedWorkbook('tooLarge');
    },
    close(name: string) {
      if (name === 't') isText = false;
      if (name === 'rPh') isHint = false;
    },
    end: () => decoded(collected),
  };
}

/** Characters that XML can't have are stored as `_x000D_`. */
function decoded(text: string): string {
  return text.replace(/_x([\da-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function sheetListener(shared: readonly string[], take: (row: WorkbookRow) => void): ElementListener {
  const inline = createTextCollector();
  let row = 0;
  let column = 0;
  let cells: string[] = [];
  let type = '';
  let value = '';
  let isValue = false;
  return {
    open(name, attributes) {
      switch (name) {
        case 'row':
          row = attributes.r === undefined ? row + 1 : Number(attributes.r);
          column = 0;
          cells = [];
          break;
        case 'c':
          column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
          type = attributes.t ?? 'n';
          value = '';
          inline.begin();
          break;
        case 'v':
          isValue = true;
          break;
        default:
          inline.open(name);
      }
    },
    text(text) {
      if (isValue) value += text;
      else inline.add(text);
      if (value.length > LONGEST_TEXT) throw new RefusedWorkbook('tooLarge');
    },
    close(name) {
      switch (name) {
        case 'v':
          isValue = false;
          break;
        case 'c': {
          const text = type === 'inlineStr' ? inline.end() : textOf(type, value, shared);
          if (text === '' || column > MAX_COLUMNS) break;
          while (cells.length < column - 1) cells.push('');
          cells[column - 1] = text;
          break;
        }
        case 'row':
          if (cells.length > 0) take({ number: row, cells });
          break;
        default:
          inline.close(name);
      }
    },
  };
}

/** 28 for AB7; too large for a column that doesn't exist. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'ZZZ';
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function textOf(type: string, value: string, shared: readonly string[]): string {
  switch (type) {
    case 's':
      return shared[Number(value)] ?? '';
    case 'n': {
      const number = Number(value);
      // 1.101E3 is 1101; text that isn't a number stays as it is.
      return value === '' || Number.isNaN(number) ? value : String(number);
    }
    default:
      return decoded(value);
  }
}
