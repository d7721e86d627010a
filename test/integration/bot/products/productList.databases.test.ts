import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isPostgres, openDatabase } from '../../../../bot/database/connection.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import { openProductList } from '../../../../bot/products/productList.ts';
import { ownIds } from '../../../../bot/products/productNames.ts';
import { watchProductFile } from '../../../../bot/products/watchProductFile.ts';
import { createWorkbooks } from '../../../../bot/workbooks/workbooks.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { FOREIGN_NAMES, listOf, text } from '../../../support/bot/products/listFiles.ts';
import { listWorkbook, workbookOf } from '../../../support/bot/products/workbooks.ts';
import { createRecordingLog } from '../../../support/bot/recordingLog.ts';

const { t } = languageFor('en');
const inEnglish = (sentence: string) =>
  expect.toSatisfy((worded: unknown) => typeof worded === 'function' && worded(t) === sentence);

const THREE = text('id;name;group\n1101;Pale Ale;Øl\n00345;Rødvin;Vin\n4711;Stout;øl');

/** What the runbook says to do about a list that ends the bot: a file of SQL, and a command line for SQLite. */
function runbookOfLists() {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
  const [, part = ''] = page.split('\n### A list ends the bot\n');
  const [, statements = ''] = /```sql\n([\s\S]*?)```/.exec(part) ?? [];
  const [, command = ''] = /```sh\n +(node .*)\n/.exec(part) ?? [];
  return { statements: statements.replace(/^ {3}/gm, ''), command };
}

describe.each(DATABASE_PLACES)('a product list in $name', ({ name, open }) => {
  const place = usePlace(open);

  const start = async () => {
    const url = await place.fresh();
    let now = 1_000;
    const replica = async () => {
      const database = await openDatabase(url);
      onTestFinished(() => database.destroy());
      const recording = createRecordingLog();
      const list = await openProductList(
        database,
        { now: () => now },
        createWorkbooks(recording.log),
        recording.log,
      );
      return { list, recording, database };
    };
    const first = await replica();
    return { ...first, replica, url, set: (instant: number) => (now = instant) };
  };

  test('is read from a workbook, in a process of its own', async () => {
    const { list } = await start();
    const workbook = listWorkbook([
      ['Varenummer', 'Navn', 'Gruppe'],
      [1101, 'Pale Ale', 'Øl'],
      ['00345', 'Rødvin', 'Vin'],
    ]);
    expect(await list.importProductList(async () => workbook, 'list.xlsx', 'U1')).toMatchObject({
      kind: 'imported',
      products: 2,
    });
    expect([list.names.nameOf('1101'), list.names.nameOf('00345')]).toEqual(['Pale Ale', 'Rødvin']);
    const wrong = listWorkbook([[1101, 'Pale Ale'], [], [1102]]);
    expect(await list.importProductList(async () => wrong, 'wrong.xlsx', 'U1')).toMatchObject({
      kind: 'refused',
      unit: 'row',
      mistakes: [{ line: 3, reason: inEnglish('product 1102 has no name') }],
    });
    const bomb = workbookOf({ rows: '', shared: ' '.repeat(60 * 1024 * 1024) });
    expect(await list.importProductList(async () => bomb, 'bomb.xlsx', 'U1')).toMatchObject({
      kind: 'refused',
      sentence: expect.toSatisfy((worded) => /more than 50 MB of data/.test(worded(t))),
    });
    expect(list.names.nameOf('1101')).toBe('Pale Ale');
  });

  test('is taken out by the lines of the runbook, without a bot', async () => {
    const { list, replica, database, url } = await start();
    await list.importProductList(async () => THREE, 'list.csv', 'U1');
    const { statements, command } = runbookOfLists();
    if (isPostgres(url)) {
      for (const statement of statements.split(';\n').filter((each) => each.trim() !== ''))
        await sql.raw(statement).execute(database);
    } else {
      await database.destroy();
      const folder = mkdtempSync(join(tmpdir(), 'retail-data-list-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      mkdirSync(join(folder, 'data'));
      copyFileSync(url, join(folder, 'data/retail-data.sqlite'));
      writeFileSync(join(folder, 'empty.sql'), statements);
      execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'pipe' });
      copyFileSync(join(folder, 'data/retail-data.sqlite'), url);
    }
    const after = await replica();
    expect(await after.list.current()).toBeUndefined();
    expect(after.list.names.ids()).toEqual([]);
    const taken = await after.list.importProductList(async () => THREE, 'list.csv', 'U1');
    expect(taken).toMatchObject({ kind: 'imported', added: 3 });
  });

  test('has other names, which are there again after a restart, and changed or gone with another list', async () => {
    const { list, replica } = await start();
    const named = (typed: string, { names }: typeof list = list) => names.named(typed, 9).map(({ id }) => id);
    const take = (aliases: readonly [string, string]) =>
      list.importProductList(
        async () => text(`nr;navn;alias\n1;Pils;"${aliases[0]}"\n2;Linie;"${aliases[1]}"`),
        'list.csv',
        'U1',
      );
    await take(['øl; lyst "øl", 0,5 l', 'akevitt']);
    const after = (await replica()).list;
    for (const each of [list, after]) {
      expect([named('akevitt', each), named('ØL', each), named('0,5 l', each)]).toEqual([
        ['2'],
        ['1'],
        ['1'],
      ]);
    }
    expect(await take(['øl', 'øl,akevitt'])).toMatchObject({ changed: 2, added: 0, removed: 0 });
    await after.refresh();
    expect([named('øl', after), named('lyst', after)]).toEqual([['1', '2'], []]);
    expect(await take(['øl', 'øl; akevitt'])).toMatchObject({ changed: 0 });
    await take(['', '']);
    expect(named('akevitt')).toEqual([]);
  });

  test('is taken whole, found with and without zeros, and there again after a restart', async () => {
    const { list, replica } = await start();
    expect(await list.current()).toBeUndefined();
    expect(await list.importProductList(async () => THREE, 'list.csv', 'U1')).toEqual({
      kind: 'imported',
      products: 3,
      added: 3,
      changed: 0,
      removed: 0,
    });
    for (const { names } of [list, (await replica()).list]) {
      expect(names.ids()).toHaveLength(3);
      expect([names.nameOf('345'), names.nameOf('000345'), names.nameOf('01101')]).toEqual([
        'Rødvin',
        'Rødvin',
        'Pale Ale',
      ]);
      expect([names.label('345'), names.label('99')]).toEqual(['345 Rødvin', '99']);
      expect(names.idsOfGroup('ØL')).toEqual(['1101', '4711']);
      expect(names.idsOfGroup('')).toEqual([]);
      expect(names.groups()).toEqual([
        { name: 'Vin', products: 1 },
        { name: 'Øl', products: 2 },
      ]);
    }
    expect(await list.current()).toEqual({
      revision: 1,
      products: 3,
      fileName: 'list.csv',
      importedBy: 'U1',
      importedAt: 1_000,
    });
  });

  test('is replaced by the next one, which says how it differs', async () => {
    const { list } = await start();
    await list.importProductList(async () => THREE, 'list.csv', 'U1');
    const next = text('1101;Pale Ale;Øl\n345;Rødvin;Vin\n90210;Sider;Sider');
    expect(await list.importProductList(async () => next, 'next.csv', 'U2')).toEqual({
      kind: 'imported',
      products: 3,
      added: 2,
      changed: 0,
      removed: 2,
    });
    expect([list.names.nameOf('4711'), list.names.nameOf('90210')]).toEqual([undefined, 'Sider']);
    expect(list.names.ids()).toEqual(['345', '1101', '90210']);
    expect(await list.importProductList(async () => next, 'same.csv', 'U3')).toMatchObject({
      added: 0,
      removed: 0,
    });
    expect(await list.current()).toMatchObject({ revision: 2, fileName: 'same.csv', importedBy: 'U3' });
  });

  test('keeps lead times and pack sizes, and knows a product that differs in them', async () => {
    const { list, database } = await start();
    const take = async (...lines: readonly string[]) =>
      list.importProductList(
        async () => text(['id;name;lead time;pack size', ...lines].join('\n')),
        'list.csv',
        'U1',
      );
    const stored = () =>
      database.selectFrom('products').select(['id', 'lead_days', 'pack_size']).orderBy('number').execute();
    await take('1;One;0;1', '2;Two;365;30000', '3;Three;;6', '4;Four;5;');
    expect(await stored()).toEqual([
      { id: '1', lead_days: 0, pack_size: 1 },
      { id: '2', lead_days: 365, pack_size: 30_000 },
      { id: '3', lead_days: null, pack_size: 6 },
      { id: '4', lead_days: 5, pack_size: null },
    ]);
    expect(await take('1;One;0;1', '2;Two;364;30000', '3;Three;;12', '4;Four;5;')).toMatchObject({
      added: 0,
      changed: 2,
      removed: 0,
    });
    expect((await stored()).map((row) => [row.lead_days, row.pack_size])).toEqual([
      [0, 1],
      [364, 30_000],
      [null, 12],
      [5, null],
    ]);
  });

  test('with a wrong line is not taken at all', async () => {
    const { list } = await start();
    await list.importProductList(async () => THREE, 'list.csv', 'U1');
    const outcome = await list.importProductList(async () => text('1;One\n2\n3;Three'), 'bad.csv', 'U2');
    expect(outcome).toMatchObject({
      kind: 'refused',
      mistakes: [{ line: 2, reason: inEnglish('product 2 has no name') }],
      mistakeCount: 1,
    });
    expect(await list.importProductList(async () => text(''), 'empty.csv', 'U2')).toMatchObject({
      kind: 'refused',
      sentence: inEnglish('The file is empty.'),
    });
    expect([list.names.nameOf('1'), list.names.nameOf('1101')]).toEqual([undefined, 'Pale Ale']);
    expect(await list.current()).toMatchObject({ fileName: 'list.csv', importedBy: 'U1' });
  });

  test('is taken over from another replica, and asked for by one small query', async () => {
    const { list, replica } = await start();
    const other = await replica();
    await list.importProductList(async () => THREE, 'list.csv', 'U1');
    expect(other.list.names.nameOf('1101')).toBeUndefined();
    await other.list.refresh();
    expect(other.list.names.nameOf('1101')).toBe('Pale Ale');
  });

  test('keeps every name as it is, and thousands of them', async () => {
    const { list } = await start();
    const names = [...FOREIGN_NAMES, ...Array.from({ length: 4_500 }, (_, at) => `Name ${at}`)];
    await list.importProductList(async () => listOf(names), 'foreign.csv', 'U1');
    expect(names.map((_, at) => list.names.nameOf(String(at + 1)))).toEqual(names);
  });

  test('of two at a time in one process is the first, and the other is refused', async () => {
    const { list } = await start();
    const [first, second] = await Promise.all([
      list.importProductList(async () => listOf(['a', 'b']), 'one', 'U1'),
      list.importProductList(async () => listOf(['x']), 'two', 'U2'),
    ]);
    expect(first).toMatchObject({ kind: 'imported' });
    expect(second).toMatchObject({
      kind: 'refused',
      sentence: inEnglish('Another product list is being imported. Try again in a minute.'),
    });
    expect(list.names.nameOf('1')).toBe('a');
    expect(await list.importProductList(async () => listOf(['x']), 'two', 'U2')).toMatchObject({
      kind: 'imported',
    });
  });

  test('with names of too many different words is not stored', async () => {
    const { list, replica } = await start();
    await list.importProductList(async () => THREE, 'list.csv', 'U1');
    // Twenty-six words a name, none of which another name has.
    const names = Array.from({ length: 20_000 }, (_, at) =>
      Array.from({ length: 26 }, (__, word) => (at * 26 + word).toString(36)).join(' '),
    );
    expect(await list.importProductList(async () => listOf(names), 'words.csv', 'U2')).toMatchObject({
      kind: 'refused',
      sentence: expect.toSatisfy((worded) => /more than 500,000 different words/.test(worded(t))),
    });
    for (const { names: known } of [list, (await replica()).list])
      expect(known.nameOf('1101')).toBe('Pale Ale');
  });

  test('at the limit of groups has them after a restart too, also beside products without any', async () => {
    const { list, replica } = await start();
    const rows = Array.from({ length: 1_000 }, (_, at) => [
      `${2 * at + 1};a;Gruppe ${at}`,
      `${2 * at + 2};b;GRUPPE ${at}`,
    ]);
    const file = text([...rows.flat(), '9999;without;'].join('\n'));
    expect(await list.importProductList(async () => file, 'groups.csv', 'U1')).toMatchObject({
      kind: 'imported',
    });
    for (const { names } of [list, (await replica()).list]) {
      expect(names.groups()).toHaveLength(1_000);
      expect(names.idsOfGroup('gruppe 7')).toEqual(['15', '16']);
    }
  });

  test('that is removed leaves numbers, and the file of the setting takes its place', async () => {
    const { list, recording, replica } = await start();
    await list.importProductList(async () => THREE, 'list.csv', 'U1');
    await list.remove('U2');
    expect(await list.current()).toBeUndefined();
    expect((await replica()).list.names.ids()).toEqual([]);

    const { path, write } = inFolder();
    write('1;One');
    const file = watchProductFile(path, list, recording.log);
    await file.check();
    await list.importProductList(async () => THREE, 'list.csv', 'U1');
    await list.remove('U2');
    await file.importAgain();
    expect([list.names.nameOf('1'), list.names.nameOf('1101')]).toEqual(['One', undefined]);
  });

  // On SQLite all imports of a process share its connection; a second one in this thread would wait for itself.
  if (name !== 'SQLite') {
    test('of two at a time is one of them, whole', async () => {
      const { list, replica } = await start();
      const other = await replica();
      const [one, two] = [listOf(['a', 'b', 'c']), listOf(['x', 'y'])];
      await Promise.all([
        list.importProductList(async () => one, 'one', 'U1'),
        other.list.importProductList(async () => two, 'two', 'U2'),
      ]);
      await list.refresh();
      const held = list.names.ids().map((id) => list.names.nameOf(id));
      expect([
        ['a', 'b', 'c'],
        ['x', 'y'],
      ]).toContainEqual(held);
    });
  }

  const inFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'retail-data-list-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'products.csv');
    let writes = 0;
    const write = (content: string | Uint8Array) => {
      writeFileSync(path, content);
      // Two writes within one tick of the file system's clock would look the same.
      writes += 1;
      utimesSync(path, writes, writes);
    };
    return { path, write };
  };

  test('comes from a file, again when that has changed, and an upload outlives a restart', async () => {
    const { list, recording, replica } = await start();
    const { path, write } = inFolder();
    write('1;One');
    const file = watchProductFile(path, list, recording.log);
    await file.check();
    expect(list.names.nameOf('1')).toBe('One');
    expect(await list.current()).toMatchObject({ fileName: 'products.csv', importedBy: undefined });

    await list.importProductList(async () => text('1;Uploaded'), 'list.csv', 'U1');
    const restarted = await replica();
    await watchProductFile(path, restarted.list, recording.log).check();
    expect(restarted.list.names.nameOf('1')).toBe('Uploaded');

    write('1;Half');
    await file.check();
    expect(list.names.nameOf('1')).toBe('Uploaded');
    write('1;Written');
    await file.check();
    await file.check();
    expect(list.names.nameOf('1')).toBe('Written');
  });

  test('of a wrong file is told once in the log, and the list from before holds', async () => {
    const { list, recording } = await start();
    const { path, write } = inFolder();
    const file = watchProductFile(path, list, recording.log);
    await file.check();
    await file.check();
    expect(file.problem?.(t)).toMatch(/can't read the file .*: it doesn't exist/);
    write('1;One');
    await file.check();
    await file.check();
    expect([file.problem, list.names.nameOf('1')]).toEqual([undefined, 'One']);
    write('1;One\n2');
    await file.check();
    await file.check();
    await file.check();
    expect(file.problem?.(t)).toMatch(
      /^Nothing was imported: one line is wrong.*\nline 2: product 2 has no name\.$/,
    );
    expect(list.names.nameOf('1')).toBe('One');
    expect(recording.errors()).toHaveLength(2);
  });
});

test('mine is what was sold and what is on the list, each product once', async () => {
  const mine = ownIds(['00345', '1101'], { ids: () => ['345', '90210'] });
  expect(mine).toEqual(['00345', '1101', '90210']);
});
