import { fold } from '../text/normalize.ts';
import { ProductListError } from './listText.ts';
import { productsWords } from './words/words.ts';

/** Where the columns of a list are, counted from 0. */
interface ListColumns {
  readonly id: number;
  readonly name: number;
  /** Undefined when the list has no groups. */
  readonly group: number | undefined;
}

/** How a list is written. */
export interface ListLayout {
  readonly delimiter: Delimiter;
  readonly columns: ListColumns;
  /** The first line names the columns and is no product. */
  readonly hasHeader: boolean;
  /** How many columns there are: a line with more has been divided where it should not be. */
  readonly width: number;
}

const DELIMITERS = ['\t', ';', ','] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const ID = words(
  'id productid product_number productnumber productno productnr productcode sku number no nr code itemid itemnumber itemno itemcode articleid articlenumber articleno materialnumber',
  'varenummer varenr vareid varekode produktid produktnummer produktnr produktkode artikkelid artikkelnummer artikkelnr artikkelkode artnr nummer kode',
);
const NAME = words(
  'name productname producttitle productdescription title description itemname itemdescription articlename',
  'navn namn varenavn varenamn produktnavn produktnamn artikkelnavn varetekst varebetegnelse betegnelse beskrivelse tekst tittel',
);
const GROUP = words(
  'group productgroup itemgroup category productcategory segment type producttype',
  'gruppe varegruppe produktgruppe artikkelgruppe hovedgruppe hovudgruppe kategori varekategori varetype produkttype',
);
/** Stands for the number beside a name, and for the name beside a number. */
const EITHER = words('product item article', 'produkt vare artikkel');

function words(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ').map(plainTitle)));
}

/** "Vare-nr." and "varenr" are one. */
function plainTitle(title: string): string {
  return fold(title).replace(/[^\p{L}\p{N}]+/gu, '');
}

const LINES_LOOKED_AT = 50;

/** Tells how a list is written from its first lines. @throws ProductListError when the columns cannot be told */
export function layoutOf(text: string): ListLayout {
  const lines = firstLines(text);
  const [first = ''] = lines;
  for (const delimiter of DELIMITERS) {
    const titles = fieldsOf(first, delimiter);
    const columns = columnsNamed(titles);
    if (columns !== undefined) return { delimiter, columns, hasHeader: true, width: titles.length };
  }
  const delimiter = likelyDelimiter(lines);
  const titles = fieldsOf(first, delimiter);
  if (!looksLikeNumber(titles[0] ?? '')) {
    const found = titles.slice(0, 8).map((title) => title.slice(0, 30));
    throw new ProductListError((t) => productsWords(t).file.unknownColumns(found));
  }
  const widest = Math.max(...lines.map((line) => fieldsOf(line, delimiter).length));
  if (widest < 2) {
    throw new ProductListError((t) => productsWords(t).file.oneColumn);
  }
  if (widest > 3) {
    throw new ProductListError((t) => productsWords(t).file.unnamedColumns(widest));
  }
  const columns = { id: 0, name: 1, group: widest === 3 ? 2 : undefined };
  return { delimiter, columns, hasHeader: false, width: widest };
}

function firstLines(text: string): string[] {
  const lines = text.slice(0, 200_000).split(/\r\n|\n|\r/);
  return lines.filter((line) => line.trim() !== '').slice(0, LINES_LOOKED_AT);
}

/** Fields as far as it takes to count them; the file itself is read by the parser. */
function fieldsOf(line: string, delimiter: Delimiter): string[] {
  const fields: string[] = [];
  let field = '';
  let inQuotes = false;
  for (const character of line) {
    if (character === '"') inQuotes = !inQuotes;
    else if (character === delimiter && !inQuotes) {
      fields.push(field.trim());
      field = '';
    } else field += character;
  }
  fields.push(field.trim());
  return fields;
}

function columnsNamed(titles: readonly string[]): ListColumns | undefined {
  const plain = titles.map(plainTitle);
  const find = (known: ReadonlySet<string>, taken = -1) =>
    plain.findIndex((title, at) => at !== taken && known.has(title));
  let name = find(NAME);
  let id = find(ID);
  if (id === -1 && name !== -1) id = find(EITHER);
  if (name === -1 && id !== -1) name = find(EITHER, id);
  if (id === -1 || name === -1) return undefined;
  const group = find(GROUP);
  return { id, name, group: group === -1 ? undefined : group };
}

/** Without names of columns the number comes first: the sign that most often has a number before it. */
function likelyDelimiter(lines: readonly string[]): Delimiter {
  const numbered = (delimiter: Delimiter) =>
    lines.filter((line) => {
      const fields = fieldsOf(line, delimiter);
      return fields.length > 1 && looksLikeNumber(fields[0] ?? '');
    }).length;
  const divided = (delimiter: Delimiter) =>
    lines.filter((line) => fieldsOf(line, delimiter).length > 1).length;
  let best: Delimiter = ';';
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const score = numbered(delimiter) * 1_000 + divided(delimiter);
    if (score > most) {
      best = delimiter;
      most = score;
    }
  }
  return best;
}

function looksLikeNumber(field: string): boolean {
  return /^[='"]*\d/.test(field);
}
