import { quoted } from '../../text/normalize.ts';
import type { EnglishFormatter as Formatter } from './englishFormatter.ts';

/** What is wrong with the file of a product list. Names and fields are plain text of foreign origin. */
export const products = (format: Formatter) => ({
  linesWrong: (lines: number) =>
    `${lines === 1 ? 'One line is' : `${lines} lines are`} wrong, so nothing was imported and the list stays as it is. Correct the file and import it again.`,
  busy: 'Another product list is being imported. Try again in a minute.',
  line: (line: number, reason: string) => `line ${line}: ${reason}.`,
  moreLines: (lines: number) => `and ${format.counted(lines, 'more line')}.`,
  unreadableFile: (path: string, reason: string) =>
    `The file ${path} cannot be read: ${reason}. Give the path of a CSV or TSV file.`,
  fileErrors: {
    ENOENT: 'there is none',
    EACCES: 'the bot may not read it',
    EISDIR: 'it is a folder',
  },

  /** Why a line cannot be read, without a full stop. */
  reasons: {
    openQuote: 'a quotation mark is opened here and never closed; close it, or write it twice inside a name',
    tooManyFields: (fields: number, columns: number, delimiter: 'tab' | 'semicolon' | 'comma') =>
      `there are ${fields} fields but only ${columns} columns; put text that contains a ${delimiter} in quotation marks`,
    listedBefore: (id: string, line: number, name: string) =>
      `product ${id} is already on line ${line}, as ${quoted(name)}; keep one of them`,
    noNumber: 'there is no product number',
    noNumberFor: (name: string) => `there is no product number for ${quoted(name)}`,
    shortened: (id: string) =>
      `${quoted(id)} was shortened by a spreadsheet; format the column as text and save again`,
    notANumber: (id: string) =>
      `${quoted(id)} is not a product number, which is 1 to 15 digits and nothing else`,
    noName: (id: string) => `product ${id} has no name`,
    longName: (id: string, characters: number, most: number) =>
      `the name of product ${id} has ${format.units(characters)} characters; shorten it to ${most}`,
    longGroup: (id: string, characters: number, most: number) =>
      `the group of product ${id} has ${format.units(characters)} characters; shorten it to ${most}`,
  },

  /** Why a file cannot be read at all. */
  file: {
    empty: 'The file is empty.',
    noProducts: 'The file has no products, only a line that names the columns.',
    workbook:
      'This is an Excel workbook. Save it as CSV (in Excel: File, Save As, "CSV UTF-8") and use that file.',
    notText: 'This is not a text file. A product list is a CSV or TSV file.',
    tooLarge: (megabytes: number, most: number) =>
      `The file is ${megabytes} MB; a product list may be at most ${most} MB. Keep only the number, name and group columns.`,
    tooManyProducts: (most: number) =>
      `The list has more than ${format.units(most)} products. Keep only the products you sell.`,
    tooManyGroups: (groups: number, most: number) =>
      `The list has ${format.units(groups)} groups, and ${format.units(most)} is the limit. Check that the group column has groups in it, or remove it.`,
    tooManyWords: (most: number) =>
      `The names have more than ${format.units(most)} different words. Shorten the names, or keep fewer products.`,
    unknownColumns: (found: readonly string[]) =>
      `The first line has no column for the product number and the name (it has ${found.map((title) => quoted(title)).join(', ')}). Make it "id;name;group" or "varenummer;navn;gruppe".`,
    oneColumn:
      'There is only one column. Each line needs the product number and the name with a semicolon, comma or tab between them, such as 1101;Pale Ale.',
    unnamedColumns: (columns: number) =>
      `There are ${columns} columns but no line that names them. Add a first line such as "id;name;group"; other columns are ignored.`,
  },

  /** Why Slack did not hand over an uploaded file. */
  upload: {
    notLocated:
      'Slack did not say where the file is. Upload it again; if that does not help, reinstall the app with the scope files:read.',
    tooSlow: 'Slack took too long to send the file. Upload it again.',
    connectionFailed: 'The file could not be read from Slack: the connection failed. Upload it again.',
    notKeptBySlack:
      'The file is not stored in Slack; it may be a link to another service. Download it and upload the file itself.',
    notAllowed:
      'Slack does not let the bot read the file. Reinstall the app with the scope files:read, then upload the file again.',
    gone: 'The file is no longer in Slack. Upload it again.',
    otherStatus: (status: number) =>
      `Slack answered with status ${status} instead of the file. Upload it again in a moment.`,
  },
});
