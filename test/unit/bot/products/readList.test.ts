import { describe, expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { MAX_PRODUCTS } from '../../../../bot/products/collectProducts.ts';
import { LARGEST_LIST_BYTES, ProductListError } from '../../../../bot/products/listText.ts';
import { readProductList } from '../../../../bot/products/readList.ts';
import { FOREIGN_NAMES, listOf, text } from '../../../support/bot/products/listFiles.ts';
import { listWorkbook, WORKBOOKS_HERE, workbookOf, zipOf } from '../../../support/bot/products/workbooks.ts';
import fc, { longRuns } from '../../../support/property.ts';

const WANTED = [
  { id: '1101', name: 'Pale Ale', group: 'Øl' },
  { id: '00345', name: 'Rødvin, tørr', group: 'Vin' },
];

const rows = (count: number, rowOf: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${at + 1};${rowOf(at)}`).join('\n');

/** What is read, with what is wrong in English. */
async function read(content: string | Uint8Array) {
  const list = await readProductList(typeof content === 'string' ? text(content) : content, WORKBOOKS_HERE);
  const { t } = languageFor('en');
  return { ...list, mistakes: list.mistakes.map(({ line, reason }) => ({ line, reason: reason(t) })) };
}

describe('a product list is read', () => {
  test.each([
    ['semicolons', '1101;Pale Ale;Øl\n00345;Rødvin, tørr;Vin'],
    ['commas and quotes', '1101,Pale Ale,Øl\n00345,"Rødvin, tørr",Vin\n'],
    ['tabs', '1101\tPale Ale\tØl\r\n00345\tRødvin, tørr\tVin\r\n'],
    ['a Norwegian first line', 'Varenummer;Navn;Gruppe\n1101;Pale Ale;Øl\n00345;Rødvin, tørr;Vin'],
    ['an English first line', 'Product ID,Name,Group\n1101,Pale Ale,Øl\n00345,"Rødvin, tørr",Vin'],
    ['short words for the columns', 'VARENR.;Varetekst;Varegruppe\n1101;Pale Ale;Øl\n00345;Rødvin, tørr;Vin'],
    ['"Vare" beside a number', 'Nr;Vare;Kategori\n1101;Pale Ale;Øl\n00345;Rødvin, tørr;Vin'],
    ['"Product" beside a name', 'Category;Product;Name\nØl;1101;Pale Ale\nVin;00345;Rødvin, tørr'],
    [
      'columns that are not asked for',
      'pris;navn;id;gruppe\n9,90;Pale Ale;1101;Øl\n1;Rødvin, tørr;00345;Vin',
    ],
    ['a byte order mark', '\ufeffid;name;group\n1101;Pale Ale;Øl\n00345;Rødvin, tørr;Vin'],
    [
      "Excel's line about the delimiter",
      'sep=;\r\nid;name;group\r\n1101;Pale Ale;Øl\r\n00345;Rødvin, tørr;Vin',
    ],
    ['empty lines and spaces', '\n\n 1101 ; Pale  Ale ; Øl \r\n;;\r\n00345;Rødvin, tørr;Vin\n\n'],
    ['zeros kept by a spreadsheet', '1101;Pale Ale;Øl\n"=""00345""";Rødvin, tørr;Vin'],
    ['zeros kept by an apostrophe', "1101;Pale Ale;Øl\n'00345;Rødvin, tørr;Vin"],
    ['old Mac line breaks', '1101;Pale Ale;Øl\r00345;Rødvin, tørr;Vin\r'],
    ['a line that is there twice', '1101;Pale Ale;Øl\n1101;Pale Ale;Øl\n00345;Rødvin, tørr;Vin'],
    ['a name over two lines', '1101;"Pale\nAle";Øl\n00345;Rødvin, tørr;Vin'],
  ])('with %s', async (_, content) => {
    expect(await read(content)).toMatchObject({
      unit: 'line',
      products: WANTED,
      mistakes: [],
      mistakeCount: 0,
    });
  });

  test.each([
    ['English titles', 'id;name;lead_time;pack_size'],
    ['other English titles', 'Item;Name;Delivery time (days);Pack'],
    ['Norwegian titles', 'Varenr.;Navn;Leveringstid;Pakningsstørrelse'],
    ['other Norwegian titles', 'Varenummer;Vare;Ledetid (dager);Pakning'],
  ])('with lead times and pack sizes under %s', async (_, titles) => {
    const { products, mistakes } = await read(`${titles}\n1;a;0;1\n2;b; 365 ;30000\n3;c;;\n4;d;7\n`);
    expect(mistakes).toEqual([]);
    expect(products.map(({ leadDays, packSize }) => [leadDays, packSize])).toEqual([
      [0, 1],
      [365, 30_000],
      [undefined, undefined],
      [7, undefined],
    ]);
  });

  test('in Windows-1252 and in UTF-16 as well', async () => {
    const content = '1101;Pale Ale;Øl\r\n00345;Rødvin, tørr;Vin\r\n4;Bière – 5 €;';
    const wanted = [...WANTED, { id: '4', name: 'Bière – 5 €', group: '' }];
    const special: Readonly<Record<string, number>> = { '–': 0x96, '€': 0x80 };
    const bytes = Uint8Array.from(content, (character) => special[character] ?? character.charCodeAt(0));
    expect((await read(bytes)).products).toEqual(wanted);
    expect((await read(Buffer.from(`\ufeff${content}`, 'utf16le'))).products).toEqual(wanted);
  });

  test('with names as they are, whatever is in them', async () => {
    for (const delimiter of [';', ',', '\t']) {
      const { products, mistakes } = await read(listOf(FOREIGN_NAMES, delimiter));
      expect(mistakes).toEqual([]);
      expect(products.map(({ name }) => name)).toEqual(FOREIGN_NAMES);
    }
  });

  test('with quotation marks within a name that is in none', async () => {
    const { products } = await read('1;5" pizza\n2;"Old" Ale\n3;Ale "extra"');
    expect(products.map(({ name }) => name)).toEqual(['5" pizza', '"Old" Ale', 'Ale "extra"']);
  });

  test('without marks that would act on the text around a name', async () => {
    const { products } = await read('1;"a\u0000b"\n'.replace('\u0000', '\u0007'));
    expect(products[0]?.name).toBe('ab');
    expect((await read('1;\u202eelA elaP\u2066')).products[0]?.name).toBe('elA elaP');
  });

  test('back as it was written, for any names', async () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .map((drawn) => `n${drawn.replace(/[\s\p{C}\p{Z}]+/gu, '')}`);
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 20 }), async (names) => {
        const { products } = await read(listOf(names));
        expect(products.map((product) => product.name)).toEqual(names);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a wrong line is named', () => {
  test('with its number and what is wrong, every one of them', async () => {
    const { products, mistakes, mistakeCount } = await read(
      [
        'id;name;group', // 1
        '1101;Pale Ale;Øl',
        ';Nameless;Øl', // 3
        '12a;Letters;Øl', // 4
        '1,1E+05;Shortened;Øl', // 5
        '90210;;Øl', // 6
        '4;"Two', // 7
        'lines";Øl',
        '01101;Stout;Øl', // 9
        '1234567890123456;Long;Øl', // 10
        'Total;9;', // 11
      ].join('\n'),
    );
    expect(mistakeCount).toBe(7);
    expect(mistakes).toEqual([
      { line: 3, reason: 'the product number of "Nameless" is missing' },
      { line: 4, reason: `"12a" isn't a product number; use 1 to 15 digits` },
      {
        line: 5,
        reason: 'a spreadsheet shortened "1,1E+05"; format the column as text and save again',
      },
      { line: 6, reason: 'product 90210 has no name' },
      { line: 9, reason: 'product 01101 is already on line 2, as "Pale Ale"; keep one of them' },
      {
        line: 10,
        reason: `"1234567890123456" isn't a product number; use 1 to 15 digits`,
      },
      { line: 11, reason: `"Total" isn't a product number; use 1 to 15 digits` },
    ]);
    expect(products.map(({ id }) => id)).toEqual(['1101', '4']);
  });

  test('where a lead time or a pack size is no whole number within its limits', async () => {
    const list =
      'id;name;lead time;pack size\n1;a;366;\n2;b;soon;\n3;c;-1;\n4;d;2.5;\n5;e;5;0\n6;f;5;100001\n7;g;5;6x33';
    const { mistakes } = await read(`${list}\n8;h;5;6\n8;h;5;12`);
    const lead = (id: number, value: string) =>
      `the lead time of product ${id} is "${value}"; use a whole number of days from 0 to 365, or leave it empty`;
    const pack = (id: number, value: string) =>
      `the pack size of product ${id} is "${value}"; use a whole number of units from 1 to 30,000, or leave it empty`;
    expect(mistakes).toEqual([
      ...[lead(1, '366'), lead(2, 'soon'), lead(3, '-1'), lead(4, '2.5')].map((reason, at) => ({
        line: at + 2,
        reason,
      })),
      ...[pack(5, '0'), pack(6, '100001'), pack(7, '6x33')].map((reason, at) => ({ line: at + 6, reason })),
      { line: 10, reason: 'product 8 is already on line 9, as "h"; keep one of them' },
    ]);
  });

  test('where a name has been divided in two, with column names or without', async () => {
    const named = await read('id,name\n1,"Ale, pale"\n2,Ale, dark\n3,Stout,\n');
    expect(named.products.map(({ name }) => name)).toEqual(['Ale, pale', 'Stout']);
    expect(named.mistakes).toEqual([
      {
        line: 3,
        reason: 'there are 3 fields but only 2 columns; put text that contains a comma in quotation marks',
      },
    ]);
    const bare = await read(`${'1;a;g\n'.repeat(60)}2;b;c;g\n`);
    expect(bare.mistakes).toEqual([{ line: 61, reason: expect.stringContaining('contains a semicolon') }]);
  });

  test('where a quotation mark is left open', async () => {
    const open = await read(`1;a\n2;b\n3;"c\n4;d\n`);
    expect(open.mistakes).toEqual([{ line: 3, reason: expect.stringContaining('quotation mark') }]);
    const swallowed = await read(`1;"a\n${'2;b\n'.repeat(50)}3;c"\n4;d`);
    expect(swallowed.mistakes).toEqual([{ line: 1, reason: expect.stringContaining('quotation mark') }]);
  });

  test('where a name or a group is longer than a list may hold', async () => {
    const { products, mistakes } = await read(
      `1;${'a'.repeat(200)};${'g'.repeat(100)}\n2;${'a'.repeat(201)};\n3;Ale;${'g'.repeat(101)}`,
    );
    expect(products.map(({ id }) => id)).toEqual(['1']);
    expect(mistakes).toEqual([
      { line: 2, reason: 'the name of product 2 has 201 characters; shorten it to 200' },
      { line: 3, reason: 'the group of product 3 has 101 characters; shorten it to 100' },
    ]);
  });

  test('at most a hundred times, and counted', async () => {
    const { mistakes, mistakeCount } = await read(`1;a\n${'x;b\n'.repeat(250)}`);
    expect([mistakes.length, mistakeCount]).toEqual([100, 250]);
  });
});

/** What older programs and other systems write, made here byte by byte. */
const OTHER_ENCODINGS = {
  'Windows-1252': { ø: 0xf8, å: 0xe5, æ: 0xe6, Ø: 0xd8 },
  CP850: { ø: 0x9b, å: 0x86, æ: 0x91, Ø: 0x9d },
  'Mac Roman': { ø: 0xbf, å: 0x8c, æ: 0xbe, Ø: 0xaf },
};

describe('a list as programs and people leave it', () => {
  test.each(Object.entries(OTHER_ENCODINGS))('in %s has its letters', async (_, bytesOf) => {
    const byteOf = (letter: string) => new Map(Object.entries(bytesOf)).get(letter) ?? letter.charCodeAt(0);
    const bytes = Uint8Array.from('Varenummer;Varenavn\r\n403;Blåbærcider Ø\r\n1101;Fjøs\r\n', byteOf);
    const { products } = await read(bytes);
    expect(products.map(({ name }) => name)).toEqual(['Blåbærcider Ø', 'Fjøs']);
  });

  test('with one line in another encoding has every name right', async () => {
    const bytes = Buffer.concat([text('1;Blåbær\n2;'), Uint8Array.of(0xd8), text('l\n3;Bière – 5 €\n')]);
    expect((await read(bytes)).products.map(({ name }) => name)).toEqual(['Blåbær', 'Øl', 'Bière – 5 €']);
  });

  test.each([
    ['Vnr;Varebeskrivelse;Kartong', { id: '1101', name: 'Pils', packSize: 24 }],
    ['EPD;Varetekst;F-pak', { id: '1101', name: 'Pils', packSize: 24 }],
    ['Varenr;Produktbetegnelse;D-pak', { id: '1101', name: 'Pils', packSize: 24 }],
    ['Varenr;Varetekst;Stk per kartong', { id: '1101', name: 'Pils', packSize: 24 }],
    ['Varenr;Varetekst;Kolli', { id: '1101', name: 'Pils', packSize: 24 }],
  ])('under the titles %s', async (titles, wanted) => {
    expect((await read(`${titles}\n1101;Pils;24`)).products[0]).toMatchObject(wanted);
  });

  test.each(['Andre navn', 'Alias', 'Other names', 'Kallenavn', 'Søkeord', 'Keywords'])(
    'with other names under the title %s, divided in every way that people divide them',
    async (title) => {
      const { products, mistakes, columns } = await read(
        `Varenr;Navn;${title}\n1;Linie;akevitt, brennevin ,akevitt\n2;Pils;"øl;lyst øl"\n3;Gin;"gin 0,5 l,\nbrennevin"\n4;Vin; , ;\n`,
      );
      expect(mistakes).toEqual([]);
      expect(columns).toEqual({ read: ['Varenr', 'Navn', title], unread: [] });
      expect(products.map(({ otherNames }) => otherNames)).toEqual([
        ['akevitt', 'brennevin'],
        ['øl', 'lyst øl'],
        ['gin 0,5 l', 'brennevin'],
        undefined,
      ]);
    },
  );

  test('refuses other names that nobody could type, or that are too many or too long', async () => {
    const eleven = Array.from({ length: 11 }, (_, at) => `n${at}`).join(',');
    const { mistakes } = await read(
      `nr;navn;alias\n1;a;7038010000012\n2;b;#N/A\n3;c;"${eleven}"\n4;d;${'e'.repeat(501)}`,
    );
    expect(mistakes.map(({ reason }) => reason)).toEqual([
      'the other name "7038010000012" of product 1 is a number, which stands for a product where it is typed; leave it out, or rename the column',
      'a formula of product 2 gives "#N/A"; correct the formula, or replace it with its value',
      'product 3 has 11 other names; keep 10 or fewer',
      'the other names of product 4 have 501 characters; shorten them to 500',
    ]);
  });

  test('refuses a cell of a million other names, and goes on', async () => {
    const names = Array.from({ length: 1_000_000 }, (_, at) => `n${at}`).join(',');
    const { mistakes, products } = await read(`nr;navn;alias\n1;a;"${names}"\n2;b;c`);
    expect(mistakes.map(({ reason }) => reason)).toEqual([
      'the other names of product 1 have 7,888,889 characters; shorten them to 500',
    ]);
    expect(products.map(({ id }) => id)).toEqual(['2']);
  });

  test('takes the number of the chain and the pack that is ordered, where it has both', async () => {
    const { products } = await read('EPD-nr;Varenr;Navn;F-pak;D-pak\n5000001;1101;Pils;6;24');
    expect(products[0]).toMatchObject({ id: '1101', packSize: 24 });
  });

  test('with lines above its titles, in text and in a workbook', async () => {
    const wanted = [{ id: '1101', name: 'Pale Ale', group: 'Øl' }];
    const lines = 'Prisliste uke 48\n\n2026 Fjord AS;\nVarenummer;Varenavn;Gruppe\n1101;Pale Ale;Øl\n1102;';
    const inText = await read(lines);
    expect(inText.products).toEqual(wanted);
    expect(inText.mistakes).toEqual([{ line: 6, reason: 'product 1102 has no name' }]);
    const workbook = listWorkbook([
      ['Tabell 1'],
      [],
      ['Varenummer', 'Varenavn', 'Gruppe'],
      [1101, 'Pale Ale', 'Øl'],
    ]);
    expect((await read(workbook)).products).toEqual(wanted);
  });

  test('with a part whose name has another case', async () => {
    const { 'xl/sharedStrings.xml': shared = '', ...parts } = workbookOf.parts({
      rows: '<row><c><v>1101</v></c><c t="s"><v>0</v></c></row>',
      shared: '<si><t>Pale Ale</t></si>',
    });
    const { products } = await read(zipOf({ ...parts, 'xl/SharedStrings.xml': shared }));
    expect(products).toEqual([{ id: '1101', name: 'Pale Ale', group: '' }]);
  });

  test('with more empty rows that have a format than a list may have data', async () => {
    const rows = Array.from(
      { length: 100_000 },
      (_, at) => `<row r="${at + 2}"><c s="3"/>${' '.repeat(600)}</row>`,
    );
    const product = '<row r="1"><c><v>1101</v></c><c t="inlineStr"><is><t>Pale Ale</t></is></c></row>';
    const { products, mistakes } = await read(workbookOf({ rows: product + rows.join('') }));
    expect([products.length, mistakes]).toEqual([1, []]);
  });

  test('is refused where a spreadsheet has made something else of it, with line and cure', async () => {
    const { products, mistakes } = await read(
      listWorkbook([
        ['Varenr', 'Varenavn', 'Gruppe', 'Leveringstid', 'Pakning'],
        [1101, 'Fjøs', 'Øl', 5, 46_209],
        [1102, 46_209, 'Øl'],
        [1103, 1664, 'Øl'],
        [1104, '#N/A', 'Øl'],
        [1105, 'Gin', '#I/T'],
        ['#REF!', 'Rom'],
        [1107, '#1 Pils', 'Øl'],
      ]),
    );
    expect(products.map(({ id }) => id)).toEqual(['1107']);
    expect(mistakes).toEqual(
      [
        /^the spreadsheet has made a date of .* product 1101, stored as "46209"; format the column as text/,
        /^the name of product 1102 is the number "46209", .*; format the column as text/,
        /^the name of product 1103 is the number "1664"/,
        /^a formula of product 1104 gives "#N\/A"; correct the formula/,
        /^a formula of product 1105 gives "#I\/T"/,
        /^a formula gives "#REF!"/,
      ].map((reason, at) => ({ line: at + 2, reason: expect.stringMatching(reason) })),
    );
  });

  test.each([
    '<html><table><tr><td>1101</td></tr></table>',
    '\ufeff\n<?xml version="1.0"?><Workbook>',
    '<TABLE>',
  ])('is refused as a web page, with what to save it as: %s', async (content) => {
    const failure = await read(content).catch((error: unknown) => error);
    expect(String(failure)).toMatch(/web page.*Open it in Excel, save it as "Excel Workbook \(\.xlsx\)"/);
  });
});

describe('a file that is no product list is refused with what to do', () => {
  test.each([
    ['empty', '', /empty/],
    ['only spaces', '\ufeff \r\n', /empty/],
    ['only a first line', 'id;name\n', /no products/],
    ['one column', '1101\n90210\n', /only one column/],
    ['columns of other names', 'foo;bar\n1;a', /"foo", "bar".*id;name;group/],
    ['many columns without names', '1;a;b;c;d\n2;a;b;c;d', /5 columns/],
    ['something else', Uint8Array.of(0x89, 0x50, 0, 0, 0), /isn't a text file/],
    ['more products than a list may have', rows(MAX_PRODUCTS + 1, () => 'a'), /more than 200,000 products/],
    [
      'a third column that differs in each row',
      rows(1_001, (at) => `a;price ${at}`),
      /1,001 groups, and 1,000 is the limit/,
    ],
    [
      'more other names than a list may have',
      `id;name;group;alias\n${rows(20_001, () => `a;;${'abcdefghij'.split('').join(',')}`)}`,
      /200,010 other names, and 200,000 is the limit/,
    ],
    ['too large', new Uint8Array(LARGEST_LIST_BYTES + 1), /the limit is 16 MB/],
  ])('%s', async (_, content, sentence) => {
    const failure = await read(content).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProductListError);
    expect(String(failure)).toMatch(sentence);
  });

  test('whatever bytes it is', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .string({ unit: fc.constantFrom('1', 'a', ';', ',', '\t', '"', '\n', '\r', '=', ' '), maxLength: 60 })
        .map(text),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        const list = await readProductList(content, WORKBOOKS_HERE).catch((error: unknown) => {
          expect(error).toBeInstanceOf(ProductListError);
          return undefined;
        });
        for (const { id, name } of list?.products ?? []) {
          expect(id).toMatch(/^\d{1,15}$/);
          expect(name).toMatch(/^\S(?:.*\S)?$/u);
        }
      }),
      { numRuns: longRuns(500) },
    );
  });
});

describe('a workbook is read as a product list', () => {
  test.each([
    [
      'titles',
      [
        ['Varenr.', 'Navn', 'Gruppe'],
        [1101, 'Pale Ale', 'Øl'],
        ['00345', 'Rødvin, tørr', 'Vin'],
      ],
    ],
    [
      'no titles',
      [
        [1101, 'Pale Ale', 'Øl'],
        ['00345', 'Rødvin, tørr', 'Vin'],
      ],
    ],
    [
      'other columns and empty rows',
      [
        ['Pris', 'Name', '', 'Group', 'Number'],
        [],
        [9.9, 'Pale Ale', '', 'Øl', 1101],
        [1, 'Rødvin, tørr', '', 'Vin', '00345'],
      ],
    ],
  ])('with %s', async (_, rows) => {
    expect(await read(listWorkbook(rows))).toMatchObject({
      unit: 'row',
      products: WANTED,
      mistakes: [],
      mistakeCount: 0,
    });
  });

  test('with names as they are, whatever is in them', async () => {
    const { products, mistakes } = await read(listWorkbook(FOREIGN_NAMES.map((name, at) => [at + 1, name])));
    expect(mistakes).toEqual([]);
    expect(products.map(({ name }) => name)).toEqual(FOREIGN_NAMES);
  });

  test('with as many rows as a list may have', async () => {
    const names = Array.from({ length: 3_000 }, (_, at) => [at + 1, `Ale ${at}`]);
    expect((await read(listWorkbook(names))).products).toHaveLength(3_000);
  });

  test('and each wrong row is named as Excel numbers it', async () => {
    const { mistakes, mistakeCount } = await read(
      listWorkbook([
        ['Number', 'Name'],
        [1101, 'Ale'],
        [],
        ['abc', 'No number'],
        [1102],
        [1101, 'Another ale'],
        [1103, 'Stout', 'Beer'],
        [1.5e21, 'Shortened'],
      ]),
    );
    expect(mistakes).toEqual([
      { line: 4, reason: `"abc" isn't a product number; use 1 to 15 digits` },
      { line: 5, reason: 'product 1102 has no name' },
      { line: 6, reason: 'product 1101 is already in row 2, as "Ale"; keep one of them' },
      { line: 7, reason: 'column C has a value but no name; delete it or give the column a name' },
      { line: 8, reason: 'a spreadsheet shortened "1.5e+21"; format the column as text and save again' },
    ]);
    expect(mistakeCount).toBe(5);
  });

  const OLD = [0xd0, 0xcf, 0x11, 0xe0];
  test.each([
    ['an empty sheet', listWorkbook([]), /first sheet is empty/],
    ['another sheet', listWorkbook([['Budget', 'Plan']]), /"Budget", "Plan".*"Number", "Name" and "Group"/],
    ['only titles', listWorkbook([['Number', 'Name']]), /only a row with column names/],
    ['one column', listWorkbook([[1], [2]]), /only one column.*in the second/],
    ['many columns without names', listWorkbook([[1, 'a', 'b', 'c']]), /4 columns but no row/],
    ['a password', Buffer.concat([Buffer.from(OLD), Buffer.from('EncryptedPackage', 'utf16le')]), /password/],
    ['the format of Excel 97', Buffer.from(OLD), /old format.*\.xlsx/],
    ['another zip', zipOf({ 'a.txt': 'a' }), /isn't an Excel workbook.*\.xlsx/],
    ['damage', listWorkbook([[1, 'a']]).subarray(0, 400), /damaged.*save it again/],
    [
      'more than it may unpack to',
      workbookOf({ rows: '', shared: ' '.repeat(51 * 1024 * 1024) }),
      /50 MB of data/,
    ],
    [
      'a file that is too large',
      Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(LARGEST_LIST_BYTES)]),
      /limit is 16 MB/,
    ],
  ])('but not %s', async (_, content, sentence) => {
    const failure = await read(content).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProductListError);
    expect(String(failure)).toMatch(sentence);
    if (!(failure instanceof ProductListError)) return;
    expect(failure.sentence(languageFor('nb').t)).toMatch(/^[A-ZÆØÅ«][^"]*\.$/);
  });
});
