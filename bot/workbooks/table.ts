/** What a column has, which decides how Excel shows it. */
export type ColumnKind =
  /** Stays text, also when it looks like a number or a formula. */
  | 'text'
  /** yyyy-MM-dd. Other text stays text. */
  | 'date'
  /** A whole number. */
  | 'count'
  /** A number that is seldom a fraction. */
  | 'quantity'
  /** A number with three decimals. */
  | 'decimal'
  /** A number in per cent: 12.5. */
  | 'percent';

export interface Column {
  readonly title: string;
  readonly kind: ColumnKind;
}

/** Undefined for an empty cell. */
export type CellValue = string | number | undefined;

export interface TableHead {
  /** Lines above the heading. */
  readonly above: readonly string[];
  readonly columns: readonly Column[];
}

/** A worksheet to be written. */
export interface Table extends TableHead {
  /** Lazy: made one by one as they are written. */
  readonly rows: Iterable<readonly CellValue[]>;
}

/** A row that was read, without the empty cells at its end. */
export interface WorkbookRow {
  /** Counted from 1, as Excel shows it. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** Why a workbook can't be read. */
export type WorkbookRefusal =
  | 'encrypted'
  | 'oldFormat'
  | 'notWorkbook'
  | 'damaged'
  | 'tooLarge'
  | 'tooManyRows';

/** Of all that is kept of a workbook. Several times what 200,000 products with long names take. */
export const LARGEST_UNPACKED_BYTES = 50 * 1024 * 1024;
/** Of a worksheet. A million empty rows with a format take 100 MB, and nothing of them is kept. */
export const LARGEST_SHEET_BYTES = 250 * 1024 * 1024;
