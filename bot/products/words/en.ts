import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import { quoted } from '../../text/normalize.ts';

/** A text file has lines, a workbook has rows. */
type Unit = 'line' | 'row';

interface SampleProduct {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly leadDays?: number | undefined;
  readonly packSize?: number | undefined;
  readonly otherNames?: readonly string[] | undefined;
}

/** `zeros` are numbers that differ only in leading zeros. */
interface SampleChange {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly zeros: number;
}

/** The sentences of the product list. Names and fields are unescaped foreign text. */
export const english = (format: Formatter) => ({
  linesWrong: (lines: number, unit: Unit) =>
    `Nothing was imported: ${lines === 1 ? `one ${unit} is` : `${lines} ${unit}s are`} wrong. Correct the file and import it again.`,
  busy: 'Another product list is being imported. Try again in a minute.',
  line: (line: number, unit: Unit, reason: string) => `${unit} ${line}: ${reason}.`,
  moreLines: (lines: number, unit: Unit) => `and ${format.counted(lines, `more ${unit}`)}.`,
  unreadableFile: (path: string, reason: string) =>
    `The app can't read the file ${path}: ${reason}. Set the path of an Excel, CSV or TSV file.`,
  fileErrors: {
    ENOENT: "it doesn't exist",
    EACCES: "the app isn't allowed to read it",
    EISDIR: 'it is a folder',
  },

  /** Why a line can't be read, without a full stop. */
  reasons: {
    openQuote: 'a quotation mark is never closed; close it, or type it twice inside a name',
    tooManyFields: (fields: number, columns: number, delimiter: 'tab' | 'semicolon' | 'comma') =>
      `there are ${fields} fields but only ${columns} columns; put text that contains a ${delimiter} in quotation marks`,
    /** `column` is a letter. */
    outside: (column: string) =>
      `column ${column} has a value but no name; delete it or give the column a name`,
    listedBefore: (id: string, unit: Unit, line: number, name: string) =>
      `product ${id} is already ${unit === 'line' ? 'on line' : 'in row'} ${line}, as ${quoted(name)}; keep one of them`,
    noNumber: 'the product number is missing',
    noNumberFor: (name: string) => `the product number of ${quoted(name)} is missing`,
    shortened: (id: string) =>
      `a spreadsheet shortened ${quoted(id)}; format the column as text and save again`,
    notANumber: (id: string) => `${quoted(id)} isn't a product number; use 1 to 15 digits`,
    noName: (id: string) => `product ${id} has no name`,
    longName: (id: string, characters: number, most: number) =>
      `the name of product ${id} has ${format.units(characters)} characters; shorten it to ${most}`,
    longGroup: (id: string, characters: number, most: number) =>
      `the group of product ${id} has ${format.units(characters)} characters; shorten it to ${most}`,
    wrongLeadTime: (id: string, value: string, most: number) =>
      `the lead time of product ${id} is ${quoted(value)}; use a whole number of days from 0 to ${most}, or leave it empty`,
    /** `id` is empty where the number itself is the error. */
    spreadsheetError: (id: string, error: string) =>
      `a formula ${id === '' ? '' : `of product ${id} `}gives ${quoted(error)}; correct the formula, or replace it with its value`,
    numberAsName: (id: string, name: string) =>
      `the name of product ${id} is the number ${quoted(name)}, which can be a date or price that the spreadsheet has made; format the column as text and type the name with a word in it`,
    numberAsOtherName: (id: string, number: string) =>
      `the other name ${quoted(number)} of product ${id} is a number, which stands for a product where it is typed; leave it out, or rename the column`,
    manyOtherNames: (id: string, names: number, most: number) =>
      `product ${id} has ${format.counted(names, 'other name')}; keep ${most} or fewer`,
    longOtherNames: (id: string, characters: number, most: number) =>
      `the other names of product ${id} have ${format.counted(characters, 'character')}; shorten them to ${most}`,
    wrongPackSize: (id: string, value: string, most: number) =>
      `the pack size of product ${id} is ${quoted(value)}; use a whole number of units from 1 to ${format.units(most)}, or leave it empty`,
    dateAsNumber: (id: string, value: string) =>
      `the spreadsheet has made a date of a lead time or pack size of product ${id}, stored as ${quoted(value)}; format the column as text and type it again`,
  },

  /** Why a file can't be read at all. */
  file: {
    empty: 'The file is empty.',
    noProducts: {
      line: 'The file has no products, only a line with column names.',
      row: 'The first sheet has no products, only a row with column names. Move the sheet with the products to the front.',
    },
    webPage:
      'This file is a web page, whatever its name says. Open it in Excel, save it as "Excel Workbook (.xlsx)" and use that file.',
    notText: "This isn't a text file. Use an Excel, CSV or TSV file.",
    tooLarge: (megabytes: number, most: number) =>
      `The file is ${megabytes} MB, and the limit is ${most} MB. Keep only the number, name and group columns.`,
    tooManyProducts: (most: number) =>
      `The list has more than ${format.units(most)} products, which is the limit. Keep only the products you sell.`,
    tooManyGroups: (groups: number, most: number) =>
      `The list has ${format.units(groups)} groups, and ${format.units(most)} is the limit. Check that the group column has groups in it, or remove it.`,
    tooManyOtherNames: (names: number, most: number) =>
      `The list has ${format.units(names)} other names, and ${format.units(most)} is the limit. Leave some out.`,
    tooManyWords: (most: number) =>
      `The names have more than ${format.units(most)} different words. Shorten the names, or keep fewer products.`,
    unknownColumns: (found: readonly string[]) =>
      `The first line needs a column for the product number and one for the name. It has ${found.map((title) => quoted(title)).join(', ')}. Use "id;name;group" or "varenummer;navn;gruppe".`,
    oneColumn:
      'There is only one column. Each line needs the product number and the name with a semicolon, comma or tab between them, for example 1101;Pale Ale.',
    unnamedColumns: (columns: number) =>
      `There are ${columns} columns but no line with column names. Add a first line, for example "id;name;group"; other columns are ignored.`,
  },

  /** Why the first sheet of a workbook isn't a list. */
  workbook: {
    empty: 'The first sheet is empty. Move the sheet with the products to the front.',
    unknownColumns: (found: readonly string[]) =>
      `The first row of the first sheet needs a column for the product number and one for the name. It has ${found.map((title) => quoted(title)).join(', ')}. Use "Number", "Name" and "Group", or move the sheet with the products to the front.`,
    oneColumn:
      'The first sheet has only one column. Put the product numbers in the first column and the names in the second.',
    unnamedColumns: (columns: number) =>
      `The first sheet has ${columns} columns but no row with column names. Add a first row, for example "Number", "Name" and "Group"; other columns are ignored.`,
    encrypted: 'The workbook has a password. Remove the password in Excel, save it and use that file.',
    oldFormat: 'The file is in an old format. Save it as "Excel Workbook (.xlsx)" and use that file.',
    notWorkbook: 'This file isn\'t an Excel workbook. Save the list as "Excel Workbook (.xlsx)" or as CSV.',
    damaged: 'The workbook is damaged. Open it in Excel, save it again and use that file.',
    tooLarge: (most: number) =>
      `The workbook has more than ${most} MB of data, which is the limit. Keep only the sheet with the products, with the number, name and group columns.`,
    tooManyRows: (most: number) =>
      `The first sheet has more than ${most} MB of rows, most of them probably empty. Copy the products into a new workbook and use that file.`,
  },

  /** Why the app couldn't get an uploaded file from Slack. */
  upload: {
    notLocated:
      "Slack didn't say where the file is. Upload it again. If that doesn't help, ask the person who manages the app to reinstall it with the scope `files:read`.",
    tooSlow: 'Slack took too long to send the file. Upload it again.',
    connectionFailed: 'The connection to Slack was lost while the file was read. Upload it again.',
    notKeptBySlack:
      "The file isn't stored in Slack; it could be a link to another service. Download it and upload the file itself.",
    notAllowed:
      "Slack doesn't let the app read the file. Ask the person who manages the app to reinstall it with the scope `files:read`, then upload the file again.",
    gone: 'The file is no longer in Slack. Upload it again.',
    otherStatus: (status: number) =>
      `Slack answered with status ${status} instead of the file. Upload it again in a minute.`,
  },
  form: {
    title: 'Product list',
    submit: 'Import',
    explanation:
      'An Excel or CSV file with one row per product: number, name and, if you like, group, lead time in days, pack size and other names. The last three need a first row with column names. Several products can share an other name. The file *replaces* the current list for everyone. If a row is wrong, nothing changes.',
    example:
      '`number;name;group;lead time;pack size;other names`\n`1101;Pale Ale 33 cl;Beer;5;12;ale, craft beer`\n`90210;Red Apple Cider;Cider;3;6;`',
    file: 'File',
    fileHint: 'Of an Excel workbook, the app reads the first sheet.',
    chooseFile: 'Choose a file.',
    reading: 'Reading the file …',
    unnamedFile: 'the file',
    imported: (products: number, fileName: string, added: number, changed: number, removed: number) =>
      `:white_check_mark: Imported ${format.counted(products, 'product')} from \`${fileName}\`: ${format.units(added)} new, ${format.units(changed)} changed, ${format.units(removed)} removed.`,
    replace: 'Replace the list',
    preview: (products: number, fileName: string) =>
      `\`${fileName}\` has ${format.counted(products, 'product')}. Nothing has changed yet. The first ones:`,
    sample: ({ id, name, group, leadDays, packSize, otherNames = [] }: SampleProduct) =>
      [
        `${id} ${name}`,
        ...(group === '' ? [] : [group]),
        ...(leadDays === undefined ? [] : [`lead time ${format.counted(leadDays, 'day')}`]),
        ...(packSize === undefined ? [] : [`case of ${format.units(packSize)}`]),
        ...(otherNames.length === 0 ? [] : [`also called ${otherNames.join(', ')}`]),
      ].join(' · '),
    columns: (read: string, unread: string) =>
      `Columns: ${read}.${unread === '' ? '' : ` Not used: ${unread}.`}`,
    change: ({ added, changed, removed, zeros }: SampleChange) =>
      added + changed + removed === 0
        ? 'It has the same products as the current list.'
        : `*${format.units(added)} new, ${format.units(changed)} changed, ${format.units(removed)} removed.*${zeros === 0 ? '' : ` ${format.counted(zeros, 'number')} ${zeros === 1 ? 'differs' : 'differ'} only in leading zeros: did a spreadsheet remove them?`}`,
    namesFromNowOn: 'Every answer now shows the names, and you can type them.',
    line: (line: number, unit: Unit, reason: string) =>
      `${unit === 'line' ? 'Line' : 'Row'} ${line}: ${reason}.`,
    moreLines: (lines: number, unit: Unit) => `and ${format.counted(lines, `more ${unit}`)}.`,
  },
  /** Instants are formatted: "Fri 20 Nov 2026, 08:31". */
  home: {
    list: '*Product list*',
    noList:
      'None yet, so products are shown by number. With a list, every answer shows names, and you can type them.',
    listFile: (products: number, fileName: string) =>
      `${format.counted(products, 'product')} from \`${fileName}\``,
    listFromSettings: (importedAt: string) => `Imported from the file in the app's settings, ${importedAt}`,
    listBy: (userId: string, importedAt: string) => `Uploaded by <@${userId}>, ${importedAt}`,
    listProblem: (problem: string) => `:warning: Product list in the app's settings: ${problem}`,
    upload: 'Upload a list',
    uploadNew: 'Upload a new list',
    removeList: {
      title: 'Remove the list',
      text: 'Products are shown by number again, for everyone. If the app was started with a list file, that list is used instead.',
      confirm: 'Remove',
    },
  },
});

export type ProductsWords = ReturnType<typeof english>;
