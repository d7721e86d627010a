import { crc32, deflateRawSync } from 'node:zlib';
import { readFirstSheet } from '../../../../bot/workbooks/read.ts';
import { RefusedWorkbook } from '../../../../bot/workbooks/unpack.ts';
import type { Workbooks } from '../../../../bot/workbooks/workbooks.ts';

/** Reads workbooks in the process of the test. */
export const WORKBOOKS_HERE: Pick<Workbooks, 'read'> = {
  async read(bytes, take) {
    try {
      for await (const rows of readFirstSheet(bytes)) if (rows.length > 0 && !take(rows)) return undefined;
      return undefined;
    } catch (error) {
      if (!(error instanceof RefusedWorkbook)) throw error;
      return error.refusal;
    }
  },
};

export const sheetPart = 'xl/worksheets/sheet1.xml';

interface Written {
  /** The XML of the rows. */
  readonly rows: string;
  /** The XML of the texts that cells share. */
  readonly shared?: string;
  /** Of all elements of the sheet. */
  readonly prefix?: string;
}

/** A workbook of one sheet, as XML that no library would write. */
export function workbookOf(written: Written): Uint8Array {
  return zipOf(partsOf(written));
}
workbookOf.parts = partsOf;

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function partsOf({ rows, shared = '', prefix = '' }: Written): Record<string, string> {
  const xmlns = `xmlns${prefix === '' ? '' : `:${prefix.slice(0, -1)}`}="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`;
  const relations = (...to: readonly (readonly [id: string, type: string, target: string])[]) =>
    `<Relationships>${to.map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  return {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations(['r1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns:r="${RELATION}"><sheets><sheet name="List" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ['r1', 'worksheet', 'worksheets/sheet1.xml'],
      ['r2', 'sharedStrings', '/xl/sharedStrings.xml'],
    ),
    'xl/sharedStrings.xml': `<sst>${shared}</sst>`,
    [sheetPart]: `<${prefix}worksheet ${xmlns}><${prefix}sheetData>${rows}</${prefix}sheetData></${prefix}worksheet>`,
  };
}

/** A zip of these parts. `declared`: the size that it says each has when unpacked. */
export function zipOf(
  parts: Readonly<Record<string, string>>,
  { declared }: { readonly declared?: number } = {},
): Uint8Array {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [path, text] of Object.entries(parts)) {
    const name = Buffer.from(path);
    // Some texts have 250 MB, and packing is most of the time that they take.
    const packed = deflateRawSync(text, { level: 1 });
    // Version, flags, method, time and date, then checksum, sizes, and the lengths of the name and what is extra.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(text), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declared ?? Buffer.byteLength(text), 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    files.push(Buffer.from('PK\u0003\u0004'), fields, name, packed);
    list.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), fields, place, name);
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(Buffer.concat(list).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, ...list, end]);
}

/** A workbook with these rows; numbers stay numbers. */
export function listWorkbook(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const cellOf = (value: string | number) =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
  return workbookOf({ rows: rows.map((row) => `<row>${row.map(cellOf).join('')}</row>`).join('') });
}
