import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { databaseUrlOf, newDatabaseFile } from '../../support/bot/databases.ts';
import { cleanEnvironment, projectFolder, run } from '../start/strangersMachine.ts';

/** Ends the process where it would give a file a name for the nth time. */
const ENDING = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
let left = Number(process.env.END_AT);
for (const name of ['renameSync', 'linkSync', 'copyFileSync']) {
  const real = fs[name];
  fs[name] = (...given) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return real(...given);
  };
}
syncBuiltinESMExports();`;

async function command(name: string, databaseUrl: string, parameters: readonly string[], endAt = 0) {
  const script = join(projectFolder, 'bot', 'cli', `${name}.ts`);
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(ENDING)}`];
  const process_ = run(process.execPath, [...preload, script, ...parameters], {
    cwd: tmpdir(),
    env: {
      ...cleanEnvironment(process.env.PATH ?? ''),
      DATABASE_URL: databaseUrlOf(databaseUrl),
      END_AT: String(endAt),
    },
  });
  const code = await process_.exit(180_000);
  return { code, output: process_.output() };
}

async function newDatabase(language: string): Promise<string> {
  const file = newDatabaseFile();
  await (await openDatabase(file)).destroy();
  write(file, language);
  return file;
}

function write(file: string, language: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec('delete from lease');
  database.prepare("insert into lease (name, owner, until) values ('whose', ?, 0)").run(language);
  return database;
}

/** What `write` wrote, of a file that is whole. */
function read(file: string): unknown {
  const database = new DatabaseSync(file);
  try {
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    return database.prepare("select owner from lease where name = 'whose'").get()?.owner;
  } finally {
    database.close();
  }
}

test('what a killed backup leaves is removed by a later one, and one that is under way is not', async () => {
  const file = await newDatabase('old');
  const folder = join(dirname(file), 'backups');
  const parts = () => readdirSync(folder).filter((name) => name.includes('.part'));
  expect((await command('backup', file, ['--to', join(folder, '1.sqlite')], 1)).code).toBe(null);
  expect(parts()).toHaveLength(1);
  expect((await command('backup', file, ['--to', join(folder, '2.sqlite')])).code).toBe(0);
  expect(parts()).toHaveLength(1);
  const before = Date.now() / 1_000 - 2 * 60 * 60;
  for (const part of parts()) utimesSync(join(folder, part), before, before);
  expect((await command('backup', file, ['--to', join(folder, '3.sqlite')])).code).toBe(0);
  expect(readdirSync(folder).toSorted()).toEqual(['2.sqlite', '3.sqlite']);
});

test('a restore that is killed at any step leaves a whole database in its place', async () => {
  const copy = await newDatabase('copy');
  for (let endAt = 1; ; endAt += 1) {
    const file = await newDatabase('old');
    // As a bot leaves its file that was killed: with changes in the log.
    const killed = write(file, 'newest');
    const left = mkdtempSync(join(tmpdir(), 'retail-data-killed-'));
    onTestFinished(() => rmSync(left, { recursive: true }));
    const place = join(left, 'bot.sqlite');
    for (const part of ['', '-wal']) copyFileSync(file + part, place + part);
    killed.close();
    const { code, output } = await command('restore', place, ['--from', copy], endAt);
    expect(existsSync(place), output).toBe(true);
    if (code === 0) {
      expect(read(place)).toBe('copy');
      const previous = readdirSync(left).filter((name) => /replaced-[^.]*Z$/.test(name));
      expect(previous.map((name) => read(join(left, name)))).toEqual(['newest']);
      expect(endAt).toBeGreaterThan(3);
      return;
    }
    expect(code, output).toBe(null);
    expect(read(place), `killed at ${endAt}`).toBe('newest');
    // Another try succeeds.
    expect((await command('restore', place, ['--from', copy])).code).toBe(0);
    expect(read(place)).toBe('copy');
  }
});

test('a backup onto a full disk is one sentence', async () => {
  const file = await newDatabase('old');
  const to = join(dirname(file), 'copy.sqlite');
  // SQLite's own 32 kB beside the file fit; the copy doesn't.
  const limited = run(
    'prlimit',
    ['--fsize=40000', process.execPath, join(projectFolder, 'bot', 'cli', 'backup.ts'), '--to', to],
    {
      cwd: tmpdir(),
      env: { ...cleanEnvironment(process.env.PATH ?? ''), DATABASE_URL: databaseUrlOf(file) },
    },
  );
  expect(await limited.exit(180_000)).toBe(1);
  expect(limited.output()).toMatch(
    /^The copy \S+copy\.sqlite could not be written \(.*\)\. Free space on that disk, let this user write there, or name another file\.\n$/,
  );
  expect(readdirSync(dirname(file)).filter((name) => name.includes('copy'))).toEqual([]);
});
