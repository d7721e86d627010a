import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../bot/demo/standIn.ts';
import { openDatabase } from '../../../../bot/warehouse/database.ts';
import { DatabaseOpeningError } from '../../../../bot/warehouse/openingError.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-opening-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function refusalOf(place: string, setting?: string): Promise<string> {
  const error = await openDatabase(place, setting === undefined ? {} : { setting }).then(
    (database) => database.destroy(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DatabaseOpeningError);
  return error instanceof Error ? error.message : '';
}

/** As somebody who may not do everything, whoever runs the tests. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  const { seteuid, geteuid } = process;
  if (seteuid === undefined || geteuid?.() !== 0) return work();
  seteuid(65_534);
  try {
    return await work();
  } finally {
    seteuid(0);
  }
}

test('a folder that does not exist is made', async () => {
  const file = join(newFolder(), 'one', 'two', 'bot.sqlite');
  await (await openDatabase(file)).destroy();
  expect(existsSync(file)).toBe(true);
});

test('a path through a file, a folder in place of a file, and a file that is no database are told with the setting', async () => {
  const folder = newFolder();
  const file = join(folder, 'notes.txt');
  writeFileSync(file, 'no database, but long enough to be taken for one\n'.repeat(100));
  expect(await refusalOf(join(file, 'bot.sqlite'))).toBe(
    `DATABASE_URL names the SQLite file ${join(file, 'bot.sqlite')}, but a part of its path is a file and no folder. Name a file in a folder that exists or can be made.`,
  );
  expect(await refusalOf(folder)).toContain(`DATABASE_URL names the SQLite file ${folder}, but it cannot be`);
  expect(await refusalOf(file)).toContain('it is no SQLite database');
  expect(await refusalOf(folder, '--from')).toContain('--from names the SQLite file');
});

test('a file that can only be read is told at the start, and not by the first sale that is lost', async () => {
  const folder = newFolder();
  const file = join(folder, 'bot.sqlite');
  await (await openDatabase(file)).destroy();
  chmodSync(file, 0o444);
  chmodSync(folder, 0o555);
  onTestFinished(() => chmodSync(folder, 0o755));
  expect(await asNobody(() => refusalOf(file))).toMatch(
    /^DATABASE_URL names the SQLite file .*, but it can(not be opened| be read but not written)\. /,
  );
});

test('a folder in which nothing may be made is told', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'closed'));
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'closed'), 0o555);
  expect(await asNobody(() => refusalOf(join(folder, 'closed', 'data', 'bot.sqlite')))).toContain(
    'the bot may not write there',
  );
});

// A device of Linux that is always full.
if (existsSync('/dev/full')) {
  test('a full disk is told', async () => {
    expect(await refusalOf('/dev/full')).toBe(
      'DATABASE_URL names the SQLite file /dev/full, but its disk is full. Make room on it, or name a file on another disk.',
    );
  });
}

test('a PostgreSQL that is not there is told without the password', async () => {
  const port = await freePort();
  expect(await refusalOf(`postgres://bot:hunter2@127.0.0.1:${port}/retail`)).toBe(
    `DATABASE_URL names the PostgreSQL 127.0.0.1:${port}/retail, but nothing answers there. Start the PostgreSQL, or correct host and port.`,
  );
  expect(await refusalOf(`postgres://bot:hunter2@localhost:${port}/retail`)).not.toContain('hunter2');
});

test('a server that hangs up is told as one that does not answer', async () => {
  const server = createServer((socket) => socket.end());
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  expect(await refusalOf(`postgres://bot@127.0.0.1:${port}/retail`)).toContain('nothing answers there');
});
