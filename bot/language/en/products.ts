import type { Formatter } from '../formatter.ts';

/** What is wrong with the file of a product list. Names and fields are plain text of foreign origin, in quotes. */
export const products = (format: Formatter) => ({
  linesWrong: (lines: number) =>
    `${lines === 1 ? 'One line is' : `${lines} lines are`} wrong, so nothing of the file was taken and the list from before still holds. Correct the file and give it again.`,
  line: (line: number, reason: string) => `line ${line}: ${reason}.`,
  moreLines: (lines: number) => `and ${format.units(lines)} more lines.`,
  unreadableFile: (path: string, reason: string) =>
    `The file ${path} cannot be read: ${reason}. Give the path of a CSV or TSV file.`,
  fileErrors: {
    ENOENT: 'there is none',
    EACCES: 'the bot may not read it',
    EISDIR: 'it is a folder',
  },

  /** Why a line cannot be read, without a full stop. */
  reasons: {
    openQuote:
      'a quotation mark is opened from here on and not closed; close it, or write it twice within a name',
    tooManyFields: (fields: number, columns: number, delimiter: 'tab' | 'semicolon' | 'comma') =>
      `there are ${fields} fields and only ${columns} columns; put a text with a ${delimiter} in it between quotation marks`,
    listedBefore: (id: string, line: number, name: string) =>
      `product ${id} is on line ${line} already, as ${name}; keep one of them`,
    noNumber: 'there is no product number',
    noNumberFor: (name: string) => `there is no product number for ${name}`,
    shortened: (id: string) =>
      `${id} is a number that a spreadsheet has shortened; set the column to text and save again`,
    notANumber: (id: string) => `${id} is not a product number; it has 1 to 15 digits and nothing else`,
    noName: (id: string) => `product ${id} has no name`,
  },

  /** Why a file cannot be read at all. */
  file: {
    empty: 'The file is empty.',
    noProducts: 'The file has no products, only the line that names the columns.',
    workbook:
      'This is an Excel workbook. Save it as CSV (in Excel: File, Save as, "CSV UTF-8") and use that file.',
    notText: 'This is not a text file. A product list is a CSV or TSV file.',
    tooLarge: (megabytes: number, most: number) =>
      `The file has ${megabytes} MB; a product list has at most ${most} MB. Leave out columns other than number, name and group.`,
    unknownColumns: (found: string) =>
      `The first line names no column for the product number and none for the name (it has ${found}). Make it "id;name;group", or "varenummer;navn;gruppe".`,
    oneColumn:
      'There is only one column. Each line needs the product number and the name, with a semicolon, comma or tab between them, such as 1101;Pale Ale.',
    unnamedColumns: (columns: number) =>
      `There are ${columns} columns and no line that names them. Put a first line with their names above, such as "id;name;group"; columns with other names are left out.`,
  },

  /** Why Slack did not hand over an uploaded file. */
  upload: {
    notLocated:
      'Slack did not tell the bot where the file is. Upload it again; if that does not help, the app has to be installed again with the scope files:read.',
    tooSlow: 'Slack took too long to hand over the file. Upload it again.',
    connectionFailed: 'The file could not be read from Slack: the connection failed. Upload it again.',
    notKeptBySlack:
      'The file is not kept by Slack (it may be linked from another service). Download it and upload the file itself.',
    notAllowed:
      'Slack does not let the bot read the file. Install the app again with the scope files:read, then upload it again.',
    gone: 'The file is gone from Slack. Upload it again.',
    otherStatus: (status: number) =>
      `Slack answered with status ${status} in place of the file. Upload it again in a moment.`,
  },
});
