import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../bot/database/connection.ts';
import { DatabaseOpeningError, postgresOpeningError } from '../../../../bot/database/openingError.ts';
import { freePort } from '../../../../tools/freePort.ts';
import { DATABASE_PLACES, SERVER_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';

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
    `DATABASE_URL is the SQLite file ${join(file, 'bot.sqlite')}, but it can't be used: EEXIST: file already exists, mkdir '${file}'. Allow the bot's user to write the file and its folder, or set another file.`,
  );
  expect(await refusalOf(folder)).toBe(
    `DATABASE_URL is the SQLite file ${folder}, but it can't be used: unable to open database file. Allow the bot's user to write the file and its folder, or set another file.`,
  );
  expect(await refusalOf(file)).toMatch(/: file is not a database\. Restore a backup, or set a new file: /);
  expect(await refusalOf(folder, '--from')).toContain('--from is the SQLite file');
});

test('a file that can only be read is told at the start, and not by the first sale that is lost', async () => {
  const folder = newFolder();
  const file = join(folder, 'bot.sqlite');
  await (await openDatabase(file)).destroy();
  chmodSync(file, 0o444);
  chmodSync(folder, 0o555);
  onTestFinished(() => chmodSync(folder, 0o755));
  expect(await asNobody(() => refusalOf(file))).toMatch(
    /^DATABASE_URL is the SQLite file .*, but it can't be used: .* Allow the bot's user to write /,
  );
});

test('a folder in which nothing may be made is told', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'closed'));
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'closed'), 0o555);
  expect(await asNobody(() => refusalOf(join(folder, 'closed', 'data', 'bot.sqlite')))).toContain(
    "can't be used: EACCES: permission denied",
  );
});

// A device of Linux that is always full.
if (existsSync('/dev/full')) {
  test('a full disk is told', async () => {
    expect(await refusalOf('/dev/full')).toBe(
      "DATABASE_URL is the SQLite file /dev/full, but it can't be used: database or disk is full. Free space on its disk, and end other programs that use the file.",
    );
  });
}

test('a PostgreSQL that is not there is told without the password', async () => {
  const port = await freePort();
  expect(await refusalOf(`postgres://bot:hunter2@127.0.0.1:${port}/retail`)).toBe(
    `DATABASE_URL is the PostgreSQL 127.0.0.1:${port}/retail, but it can't be used: connect ECONNREFUSED 127.0.0.1:${port}. Start PostgreSQL, or correct the host and port.`,
  );
  const byName = await refusalOf(`postgres://bot:hunter2@localhost:${port}/retail`);
  expect(byName).toContain('ECONNREFUSED');
  expect(byName).not.toContain('hunter2');
});

/** A server on the loopback interface that gives every connection the bytes, whatever it says. */
async function serverSaying(bytes: Buffer | undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (bytes === undefined) socket.end();
    else socket.once('data', () => socket.write(bytes));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return `postgres://bot:hunter2@127.0.0.1:${port}/retail`;
}

/** An error as PostgreSQL sends it. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0', 'latin1');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

test('a server that hangs up is told as one that does not answer', async () => {
  expect(await refusalOf(await serverSaying(undefined))).toContain(
    'Connection terminated unexpectedly. Start PostgreSQL',
  );
});

test('what is wrong with TLS is one sentence without the password', async () => {
  const plain = await serverSaying(Buffer.from('N'));
  expect(await refusalOf(`${plain}?sslmode=verify-full`)).toMatch(
    /^DATABASE_URL is the PostgreSQL 127\.0\.0\.1:\d+\/retail, but it can't be used: The server does not support SSL connections\. Correct the address, or /,
  );
  const garbled = await serverSaying(Buffer.from('SHTTP/1.1 400 Bad Request\r\n\r\n'));
  expect(await refusalOf(`${garbled}?sslmode=verify-full`)).toContain(
    'Correct the address, or what the server allows this user to do.',
  );
  const strict = await serverSaying(
    refusal(
      '28000',
      'no pg_hba.conf entry for host "10.0.0.9", user "bot", database "retail", no encryption',
    ),
  );
  expect(await refusalOf(strict)).toContain(
    'user "bot", database "retail", no encryption. Correct the address, or what the server allows this user to do.',
  );
  const rejecting = await serverSaying(refusal('28P01', 'password authentication failed for user "bot"'));
  expect(await refusalOf(rejecting)).toContain(
    'password authentication failed for user "bot". Correct the address',
  );
  expect(await refusalOf(`${plain}?sslrootcert=/nowhere/ca.pem`)).toContain(
    "no such file or directory, open '/nowhere/ca.pem'",
  );
});

test.each([
  ['no such database: retail', false],
  ['bouncer config error', false],
  ['unsupported startup parameter: options', false],
  ['transaction blocks not allowed in statement pooling mode', false],
  ['server conn crashed?', true],
  ['query_wait_timeout', true],
])('a pooler that says "%s" is told in a sentence', async (message, isTransient) => {
  const address = await serverSaying(refusal('08P01', message));
  const fix = isTransient
    ? 'Start PostgreSQL, and the pooler in front of it.'
    : 'Correct the pooler in front of PostgreSQL, or the address.';
  await expect(openDatabase(address)).rejects.toMatchObject({
    name: 'DatabaseOpeningError',
    isTransient,
    message: expect.stringContaining(`can't be used: ${message}. ${fix}`),
  });
});

test.each([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_OSSL_PEM_NO_START_LINE',
])('a certificate that ends in %s is told with the setting', (code) => {
  const given = Object.assign(new Error('what the driver says'), { code });
  expect(postgresOpeningError(given, 'postgres://bot:hunter2@db.example/retail', 'DATABASE_URL')).toEqual(
    new DatabaseOpeningError(
      "DATABASE_URL is the PostgreSQL db.example/retail, but it can't be used: what the driver says. Correct the address, or what the server allows this user to do.",
      given,
    ),
  );
});

describe.each(DATABASE_PLACES)('on $name', ({ open }) => {
  const place = usePlace(open);

  if (SERVER_PLACES.length > 0) {
    test('a migration whose connection is ended is told by that, and not by what could not be done afterwards', async () => {
      const address = await place.fresh();
      const up = (database: Kysely<unknown>) =>
        sql`select pg_terminate_backend(pg_backend_pid())`.execute(database).then(() => undefined);
      await expect(openDatabase(address, { migrations: { 'of the test': { up } } })).rejects.toMatchObject({
        name: 'DatabaseOpeningError',
        isTransient: true,
        message: expect.stringContaining('terminating connection due to administrator command'),
      });
    });
  }

  test('a database of a newer version is told with the setting', async () => {
    const address = await place.fresh();
    const database = await openDatabase(address);
    await sql`insert into kysely_migration (name, timestamp) values ('2999-01-01-later', '2999-01-01T00:00:00.000Z')`.execute(
      database,
    );
    await database.destroy();
    expect(await refusalOf(address)).toMatch(
      /^DATABASE_URL is the .*, but a newer version of the bot has changed its tables\. Start that version, or set another database\.$/,
    );
  });
});
