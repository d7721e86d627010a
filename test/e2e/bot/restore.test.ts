import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { migrationState } from '../../../bot/database/migrations.ts';
import { databaseUrlOf, newDatabaseFile } from '../../support/bot/databases.ts';
import { oslo } from '../../support/bot/time.ts';
import { until } from '../../support/until.ts';
import { digestsIn } from '../processes/heldDigests.ts';
import { untilQuiet } from '../processes/morning.ts';
import { openProofWorld, type ProofWorld } from '../processes/proofWorld.ts';
import { goToDigests, letStockComeToRest } from '../processes/restingStock.ts';
import { cleanEnvironment, projectFolder, run } from '../start/strangersMachine.ts';

const PATIENCE_MS = 180_000;
const CHANNELS = 5;

async function command(name: string, databaseUrl: string, ...parameters: string[]) {
  const process_ = run(process.execPath, [join(projectFolder, 'bot', 'cli', `${name}.ts`), ...parameters], {
    cwd: tmpdir(),
    env: { ...cleanEnvironment(process.env.PATH ?? ''), DATABASE_URL: databaseUrlOf(databaseUrl) },
  });
  const code = await process_.exit(PATIENCE_MS);
  return { code, output: process_.output() };
}

/** A bot that was copied while it ran at 08:20, sent its digests after 08:30, was started again, and was killed. */
async function openMorning() {
  const world = await openProofWorld({ at: '2025-01-07 08:20', channels: CHANNELS });
  onTestFinished(() => world.close());
  const { databasePlace: file } = world;
  const copy = join(dirname(file), 'backups', 'bot.sqlite');
  await world.setTime(oslo('2025-01-07 08:20'), 1);
  const first = await world.start();
  const backup = await command('backup', file, '--to', copy);
  await goToDigests(world, '2025-01-07 08:31', CHANNELS);
  expect(await first.stop()).toBe(0);
  const second = await world.start();
  await world.setTime(world.clock.now() + 70_000, 1);
  await untilQuiet(world);
  // A morning like any other.
  expect(looks(world)).toBe(0);
  await second.kill();
  return { world, file, copy, backup };
}

const looks = (world: ProofWorld) =>
  world.slack.calls.filter(({ method }) => method === 'conversations.history').length;

test.each<[string, (file: string, copy: string) => Promise<void>]>([
  [
    'restored by npm run restore',
    async (file, copy) => {
      const { code, output } = await command('restore', file, '--from', copy);
      expect(output).toMatch(/^Restored .* Start the bot: it checks the channels for digests/s);
      expect(code).toBe(0);
      const kept = readdirSync(dirname(file)).filter((name) => name.includes('.replaced-'));
      expect(kept.length).toBeGreaterThan(0);
    },
  ],
  [
    'put back manually',
    async (file, copy) => {
      for (const part of ['-wal', '-shm']) rmSync(file + part, { force: true });
      copyFileSync(copy, file);
    },
  ],
  [
    'gone',
    async (file) => {
      for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true });
    },
  ],
])('a database that is %s sends no digest of the day a second time', async (_, lose) => {
  const { world, file, copy, backup } = await openMorning();
  expect(backup).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^Copied .*: \d+\.\d MB, 5 subscriptions, 0 digests\. SQLite found nothing/,
    ),
  });
  expect((statSync(copy).mode & 0o777).toString(8)).toBe('600');
  expect(readdirSync(dirname(copy))).toEqual([basename(copy)]);

  await lose(file, copy);
  const third = await world.start();
  const found = () => third.log().match(/the message was found in its channel/g)?.length ?? 0;
  await until('all of them in their channels', async () => found() === CHANNELS || undefined);
  expect(digestsIn(world.slack.workspace)).toHaveLength(CHANNELS);
  // Each is looked for once, and twice more for a second copy that may have been on its way.
  for (const [minutes, times] of [
    [2, 2],
    [15, 3],
  ] as const) {
    await world.setTime(world.clock.now() + minutes * 60_000, 1);
    await until('the checks', async () => looks(world) === times * CHANNELS || undefined);
  }

  // The next day is one like any other.
  await goToDigests(world, '2025-01-08 08:31', 2 * CHANNELS);
  expect(looks(world)).toBe(3 * CHANNELS);
});

test('a digest that was not sent before the database was put back is sent', async () => {
  const world = await openProofWorld({ at: '2025-01-07 08:20', channels: 1 });
  onTestFinished(() => world.close());
  const { databasePlace: file } = world;
  await world.setTime(oslo('2025-01-07 08:20'), 1);
  const first = await world.start();
  await first.kill();
  const copy = join(dirname(file), 'copy.sqlite');
  expect((await command('backup', file, '--to', copy)).code).toBe(0);
  expect((await command('restore', file, '--from', copy)).code).toBe(0);
  await world.setTime(oslo('2025-01-07 08:31'), 1);
  const calls = world.service.stockCalls.length;
  await world.start();
  await letStockComeToRest(world, calls);
  await until('the digest', async () => digestsIn(world.slack.workspace).length === 1 || undefined);
});

test('a copy that is made while another program writes holds one moment, whole', async () => {
  const file = newDatabaseFile();
  await (await openDatabase(file)).destroy();
  // Each transaction writes the same number into two tables that lie far apart.
  const writer = run(process.execPath, ['--input-type=module', '--eval', WRITER, file], {
    cwd: tmpdir(),
    env: process.env,
  });
  await writer.until('writes', PATIENCE_MS);
  const copy = join(dirname(file), 'copy.sqlite');
  const { code, output } = await command('backup', file, '--to', copy);
  writer.signal('SIGKILL');
  expect(code, output).toBe(0);
  const opened = new DatabaseSync(copy, { readOnly: true });
  onTestFinished(() => opened.close());
  const newest = opened
    .prepare('select (select max(n) from one) as one, (select max(n) from other) as other')
    .get();
  expect(newest?.one).toBeGreaterThan(1_000);
  expect(newest?.other).toBe(newest?.one);
  expect(readdirSync(dirname(file)).filter((name) => name.startsWith('copy'))).toEqual([basename(copy)]);
});

const WRITER = `
  import { DatabaseSync } from 'node:sqlite';
  const file = new DatabaseSync(process.argv[1], { timeout: 10_000 });
  file.exec('create table one (n, x); create table filler (x); create table other (n, x)');
  file.exec('insert into filler values (zeroblob(20000000))');
  for (let n = 1; ; n += 1) {
    file.exec("begin immediate; insert into one values (" + n + ", zeroblob(500)); insert into other values (" + n + ", zeroblob(500)); commit");
    if (n === 2000) process.stdout.write('writes');
  }`;

test('what cannot be copied or put back is refused in one sentence, and nothing is lost', async () => {
  const world = await openProofWorld({ at: '2025-01-07 08:20', channels: 1 });
  onTestFinished(() => world.close());
  const { databasePlace: file } = world;
  const bot = await world.start();
  const copy = join(dirname(file), 'copy.sqlite');
  expect(await command('backup', file, '--to', copy)).toMatchObject({ code: 0 });
  expect(await command('backup', file, '--to', copy)).toEqual({
    code: 1,
    output: `${copy} is there already. Give the name of a new file.\n`,
  });
  expect(await command('restore', file, '--from', copy)).toEqual({
    code: 1,
    output: `A bot, or another program, has ${file} open. End it first.\n`,
  });
  await bot.stop();
  const broken = join(dirname(file), 'broken.sqlite');
  writeFileSync(broken, 'no database');
  for (const from of [broken, join(dirname(file), 'nowhere.sqlite')]) {
    const { code, output } = await command('restore', file, '--from', from);
    expect(output).toMatch(/^There is no SQLite file at .* that can be read \(.*\)\.\n$/);
    expect(code).toBe(1);
  }
  const address = 'postgres://bot:secret@127.0.0.1:1/bot';
  const [backup, restore] = [
    await command('backup', address, '--to', 'x'),
    await command('restore', address, '--from', 'x'),
  ];
  expect(backup.output).toMatch(/pg_dump --format=custom --file=x postgres:\/\/USER@127\.0\.0\.1:1\/bot\n$/);
  expect(restore.output).toMatch(/pg_restore .* FILE, while no bot uses it\.\n$/);
  expect(backup.output + restore.output).not.toContain('secret');
  expect(existsSync(file)).toBe(true);
  // A file that is damaged does not stand in the way of a copy that is whole.
  writeFileSync(file, 'no database any more');
  expect(await command('restore', file, '--from', copy)).toMatchObject({ code: 0 });
});

test('a copy is restored also after a restore that was killed, and nothing is left beside it', async () => {
  const file = newDatabaseFile();
  await (await openDatabase(file)).destroy();
  const copy = join(dirname(file), 'copy.sqlite');
  expect(await command('backup', file, '--to', copy)).toMatchObject({ code: 0 });
  // What a lost file may leave behind.
  rmSync(file);
  writeFileSync(`${file}-wal`, 'of another file');
  mkdirSync(`${file}.restoring`);
  writeFileSync(join(`${file}.restoring`, 'copy.sqlite-wal'), 'of another file');
  expect(await command('restore', file, '--from', copy)).toMatchObject({ code: 0 });
  const left = readdirSync(dirname(file)).filter((name) => !name.includes('.replaced-'));
  expect(left.toSorted()).toEqual([basename(file), basename(copy)]);
  const restored = await openDatabase(file);
  onTestFinished(() => restored.destroy());
  expect((await migrationState(restored)).pending).toEqual([]);
});

test('a restore keeps the owner and mode of the file that was there', async () => {
  const file = newDatabaseFile();
  await (await openDatabase(file)).destroy();
  const copy = `${file}.copy`;
  expect((await command('backup', file, '--to', copy)).code).toBe(0);
  chmodSync(file, 0o400);
  // Only root may give a file away.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) chownSync(file, 65_534, 65_534);
  const before = statSync(file);
  const { code, output } = await command('restore', file, '--from', copy);
  expect(code, output).toBe(0);
  const { uid, gid, mode } = statSync(file);
  expect({ uid, gid, mode }).toEqual({ uid: before.uid, gid: before.gid, mode: before.mode });
});
