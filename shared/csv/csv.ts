export const CSV_STYLES = ['international', 'norwegian'] as const;
export type CsvStyleName = (typeof CSV_STYLES)[number];

export interface CsvStyle {
  readonly separator: string;
  readonly decimalSign: string;
  /** Before the first line; Norwegian Excel reads UTF-8 only behind a byte order mark. */
  readonly prefix: string;
}

export const CSV_STYLE: Readonly<Record<CsvStyleName, CsvStyle>> = {
  international: { separator: ',', decimalSign: '.', prefix: '' },
  norwegian: { separator: ';', decimalSign: ',', prefix: '\uFEFF' },
};

export type CsvValue = string | number | undefined;

/**
 * The values of a row as a line: numbers with the decimal sign of the style, texts that no spreadsheet runs as formulas,
 * nothing for undefined.
 */
export function csvLine(values: readonly CsvValue[], style: CsvStyle): string {
  const cells = values.map((value) => {
    if (value === undefined) return '';
    return typeof value === 'number' ? String(value).replace('.', style.decimalSign) : guarded(value);
  });
  return `${cells.map((cell) => quoted(cell, style.separator)).join(style.separator)}\r\n`;
}

/**
 * Where a spreadsheet would begin a formula. It may split a line at another separator than the file's, so every
 * separator and line break begins a cell; white space and quotes may be cut off. The signs count in full width too.
 */
const FORMULA =
  /(?=[=+\-@\uff1d\uff0b\uff0d\uff20])(?<=(?:^|[,;|\t\r\n\v\f\u0085\u2028\u2029])[\s"\p{Cc}\p{Cf}]*)|(?=[\t\r])(?<=^|[,;|\t\r\n])/gu;

/** An apostrophe before the sign keeps a text a text. */
function guarded(text: string): string {
  return text.replace(FORMULA, "'");
}

function quoted(cell: string, separator: string): string {
  return cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
