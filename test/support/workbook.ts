import { inflateRawSync } from 'node:zlib';

/** A cell as it is stored, with how Excel shows it. */
export interface StoredCell {
  readonly value: string | number;
  readonly format: string;
  readonly bold: boolean;
}

/** The only worksheet of a workbook, read without any library that writes one. */
export interface StoredSheet {
  /** By row and column, both from 0. */
  readonly rows: readonly (readonly (StoredCell | undefined)[])[];
  readonly frozenRows: number;
  readonly widths: readonly number[];
  /** All XML, to look for what must not be there. */
  readonly xml: string;
}

export function readSheet(file: Uint8Array): StoredSheet {
  const parts = unzip(file);
  const xml = parts.get('xl/worksheets/sheet1.xml') ?? '';
  const styles = stylesIn(parts.get('xl/styles.xml') ?? '');
  const rows: (StoredCell | undefined)[][] = [];
  for (const [, at, cells = ''] of xml.matchAll(/<row r="(\d+)"[^>]*>(.*?)<\/row>/gs)) {
    const row: (StoredCell | undefined)[] = [];
    for (const [, letters = '', attributes = '', body = ''] of cells.matchAll(
      /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
    )) {
      const value = valueIn(body, attributes.includes('t="inlineStr"'));
      const style = styles[Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0)];
      if (value !== undefined) row[columnOf(letters)] = { value, format: 'General', bold: false, ...style };
    }
    rows[Number(at) - 1] = [...row];
  }
  return {
    rows: Array.from(rows, (row) => row ?? []),
    frozenRows: Number(/<pane [^>]*ySplit="(\d+)"[^>]*state="frozen"/.exec(xml)?.[1] ?? 0),
    widths: [...xml.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width)),
    xml: [...parts.values()].join('\n'),
  };
}

/** The cells as lines of a CSV file; an empty line for a row without cells. */
export function readableSheet(file: Uint8Array): string {
  return readSheet(file)
    .rows.map(
      (row) => `${Array.from(row, (cell) => (cell === undefined ? '' : quoted(shown(cell)))).join(',')}\r\n`,
    )
    .join('');
}

/** As a CSV file has it: days as yyyy-MM-dd, shares in per cent. */
export function shown({ value, format }: StoredCell): string {
  if (typeof value === 'string') return value;
  if (format === 'yyyy-mm-dd') {
    return new Date(Date.UTC(1899, 11, 30) + value * 86_400_000).toISOString().slice(0, 10);
  }
  return String(format.endsWith('%') ? Number((value * 100).toPrecision(12)) : value);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function valueIn(body: string, isText: boolean): string | number | undefined {
  if (isText) return unescaped(/<t[^>]*>(.*?)<\/t>/s.exec(body)?.[1] ?? '');
  const number = /<v>(.*?)<\/v>/.exec(body)?.[1];
  return number === undefined ? undefined : Number(number);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text
    .replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Formats that a file refers to by number. */
const KNOWN_FORMATS: Readonly<Record<string, string>> = { 0: 'General', 3: '#,##0', 49: '@' };

function stylesIn(xml: string): { readonly format: string; readonly bold: boolean }[] {
  const formats = new Map(
    [...xml.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code = '']) => [
      id,
      unescaped(code),
    ]),
  );
  const fonts = [...xml.matchAll(/<font>(.*?)<\/font>|<font\/>/gs)].map(([font]) => font.includes('<b/>'));
  const cells = /<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(xml)?.[1] ?? '';
  return [...cells.matchAll(/<xf ([^>]*)/g)].map(([, attributes = '']) => {
    const numberIn = (name: string) => new RegExp(`${name}="(\\d+)"`).exec(attributes)?.[1] ?? '0';
    const id = numberIn('numFmtId');
    return {
      format: formats.get(id) ?? KNOWN_FORMATS[id] ?? `number ${id}`,
      bold: fonts[Number(numberIn('fontId'))] ?? false,
    };
  });
}

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The texts in a zip by their paths. */
function unzip(bytes: Uint8Array): Map<string, string> {
  const zip = Buffer.from(bytes);
  const end = zip.lastIndexOf('PK\u0005\u0006');
  const parts = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      zip.readUInt16LE(at + field),
    );
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20));
    const isPacked = zip.readUInt16LE(at + 10) === 8;
    parts.set(name, (isPacked ? inflateRawSync(packed) : packed).toString('utf8'));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return parts;
}
