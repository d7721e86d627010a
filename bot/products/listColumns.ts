import type { Catalog } from '../language/language.ts';
import { fold } from '../text/normalize.ts';
import { ProductListError } from './listText.ts';
import type { ProductsWords } from './words/en.ts';
import { productsWords } from './words/words.ts';

/** The positions of the columns, counted from 0. */
interface ListColumns {
  readonly id: number;
  readonly name: number;
  /** Undefined when the list has no groups. */
  readonly group: number | undefined;
  readonly leadDays?: number | undefined;
  readonly packSize?: number | undefined;
  readonly otherNames?: number | undefined;
}

export interface ListLayout {
  readonly columns: ListColumns;
  /** How many lines or rows that aren't empty stand before the products: titles of the list, and those of its columns. */
  readonly above: number;
  /** The titles of the columns; undefined for a list without. */
  readonly titles: readonly string[] | undefined;
  /** The number of columns: a line with more was split in the wrong place. */
  readonly width: number;
}

export interface TextLayout extends ListLayout {
  readonly delimiter: Delimiter;
}

/** The titles of the columns that are read, and of those that aren't. */
export interface ReadColumns {
  readonly read: readonly string[];
  readonly unread: readonly string[];
}

/** Undefined for a list without titles, of which every column is read. */
export function readColumns({ columns, titles }: ListLayout): ReadColumns | undefined {
  if (titles === undefined) return undefined;
  const positions: ReadonlySet<unknown> = new Set(Object.values(columns));
  const named = [...titles.entries()].filter(([, title]) => title !== '');
  const titlesOf = (isRead: boolean) =>
    named.filter(([at]) => positions.has(at) === isRead).map(([, title]) => title);
  return { read: titlesOf(true), unread: titlesOf(false) };
}

const DELIMITERS = ['\t', ';', ','] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const ID = words(
  'id productid product_number productnumber productno productnr productcode sku number no nr code itemid itemnumber itemno itemcode articleid articlenumber articleno materialnumber',
  'varenummer varenr vnr vareid varekode produktid produktnummer produktnr produktkode artikkelid artikkelnummer artikkelnr artikkelkode artnr nummer kode',
);
const NAME = words(
  'name productname producttitle productdescription title description itemname itemdescription articlename',
  'navn namn varenavn varenamn produktnavn produktnamn artikkelnavn varetekst varebetegnelse varebeskrivelse produktbetegnelse produktbeskrivelse betegnelse beskrivelse tekst tittel',
);
const GROUP = words(
  'group productgroup itemgroup category productcategory segment type producttype',
  'gruppe varegruppe produktgruppe artikkelgruppe hovedgruppe hovudgruppe kategori varekategori varetype produkttype',
);
const LEAD_DAYS = words(
  'leadtime leadtimedays leadtimeindays leaddays deliverytime deliverytimedays deliverytimeindays deliverydays',
  'leveringstid leveringstiddager leveringstididager leveringsdager ledetid ledetiddager ledetididager',
);
const PACK_SIZE = words(
  'pack packsize packquantity unitsperpack casesize unitspercase',
  'pakning pakningsstørrelse pakkestørrelse enheterperpakning antallperpakning dpak kolli kollistørrelse kartong stkperkartong stkprkartong antallperkartong antallprkartong stkperkolli stkprkolli antallperkolli antallprkolli',
);
const OTHER_NAMES = words(
  'othername othernames alternativename alternativenames alias aliases alsoknownas aka synonym synonyms nickname nicknames shortname shortnames searchname searchnames searchword searchwords searchterm searchterms keyword keywords',
  'andrenavn annetnavn andrenamn annanamn alternativtnavn alternativenavn aliaser synonymer kallenavn kallenamn kortnavn kortnamn søkenavn søkenamn søkeord stikkord',
);
/** The number of the whole trade, and the pack of a consumer, count where the list has no other. */
const TRADE_ID = words('epd epdnr epdnummer');
const CONSUMER_PACK = words('fpak');
/** Titles of the number column where another is the name, and the other way round. */
const EITHER = words('product item article', 'produkt vare artikkel');

function words(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ').map(plainTitle)));
}

/** Makes "Vare-nr." and "varenr" equal. */
function plainTitle(title: string): string {
  return fold(title).replace(/[^\p{L}\p{N}]+/gu, '');
}

const LINES_LOOKED_AT = 50;
/** The titles of the columns are among so many first lines. */
const LINES_WITH_TITLES = 10;

/** Detects the layout from the first lines. @throws ProductListError when the columns can't be detected */
export function layoutOf(text: string): TextLayout {
  const lines = firstLines(text);
  for (const [at, line] of lines.slice(0, LINES_WITH_TITLES).entries()) {
    for (const delimiter of DELIMITERS) {
      const titles = fieldsOf(line, delimiter);
      const columns = columnsNamed(titles);
      if (columns !== undefined) return { delimiter, columns, above: at + 1, titles, width: titles.length };
    }
    if (DELIMITERS.some((delimiter) => isProduct(fieldsOf(line, delimiter)))) break;
  }
  const delimiter = likelyDelimiter(lines);
  const rows = lines.map((line) => fieldsOf(line, delimiter));
  return { delimiter, ...untitledLayout(rows, (t) => productsWords(t).file) };
}

/** Detects the layout from the first rows of a worksheet. @throws ProductListError when the columns can't be detected */
export function layoutOfRows(rows: readonly (readonly string[])[]): ListLayout {
  const looked = rows.slice(0, LINES_LOOKED_AT).map((cells) => cells.map((cell) => cell.trim()));
  for (const [at, titles] of looked.slice(0, LINES_WITH_TITLES).entries()) {
    const columns = columnsNamed(titles);
    if (columns !== undefined) return { columns, above: at + 1, titles, width: titles.length };
    if (isProduct(titles)) break;
  }
  return untitledLayout(looked, (t) => productsWords(t).workbook);
}

/** The layout of a file without known titles, with its words for what is wrong. */
function untitledLayout(
  rows: readonly (readonly string[])[],
  words: (t: Catalog) => Pick<ProductsWords['file'], 'unknownColumns' | 'oneColumn' | 'unnamedColumns'>,
): ListLayout {
  const [titles = []] = rows;
  if (!looksLikeNumber(titles[0] ?? '')) {
    const found = titles.slice(0, 8).map((title) => title.slice(0, 30));
    throw new ProductListError((t) => words(t).unknownColumns(found));
  }
  const widest = Math.max(...rows.map((cells) => cells.length));
  if (widest < 2) throw new ProductListError((t) => words(t).oneColumn);
  if (widest > 3) throw new ProductListError((t) => words(t).unnamedColumns(widest));
  return {
    columns: { id: 0, name: 1, group: widest === 3 ? 2 : undefined },
    above: 0,
    titles: undefined,
    width: widest,
  };
}

function firstLines(text: string): string[] {
  const lines = text.slice(0, 200_000).split(/\r\n|\n|\r/);
  return lines.filter((line) => line.trim() !== '').slice(0, LINES_LOOKED_AT);
}

/** Splits a line well enough to count fields; the CSV parser reads the file itself. */
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
  if (id === -1) id = find(TRADE_ID);
  if (id === -1 && name !== -1) id = find(EITHER);
  if (name === -1 && id !== -1) name = find(EITHER, id);
  if (id === -1 || name === -1) return undefined;
  const optional = (known: ReadonlySet<string>) => {
    const at = find(known);
    return at === -1 ? undefined : at;
  };
  return {
    id,
    name,
    group: optional(GROUP),
    leadDays: optional(LEAD_DAYS),
    packSize: optional(PACK_SIZE) ?? optional(CONSUMER_PACK),
    otherNames: optional(OTHER_NAMES),
  };
}

/** The delimiter that most often follows a number at the start of a line, for files without column titles. */
function likelyDelimiter(lines: readonly string[]): Delimiter {
  const numbered = (delimiter: Delimiter) =>
    lines.filter((line) => {
      const fields = fieldsOf(line, delimiter);
      return fields.length > 1 && looksLikeNumber(fields[0] ?? '');
    }).length;
  const divided = (delimiter: Delimiter) =>
    lines.filter((line) => fieldsOf(line, delimiter).length > 1).length;
  let best: Delimiter = ';';
  let highest = 0;
  for (const delimiter of DELIMITERS) {
    const score = numbered(delimiter) * 1_000 + divided(delimiter);
    if (score > highest) {
      best = delimiter;
      highest = score;
    }
  }
  return best;
}

/** Whether a line has a number and more, so that no titles come after it. */
function isProduct(fields: readonly string[]): boolean {
  return looksLikeNumber(fields[0] ?? '') && fields.slice(1).some((field) => field !== '');
}

function looksLikeNumber(field: string): boolean {
  return /^[='"]*\d/.test(field);
}
