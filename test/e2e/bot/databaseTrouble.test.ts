import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../tools/freePort.ts';
import { openWorld, until } from './world.ts';

const MINUTE = 60_000;

async function startedBot() {
  const world = await openWorld('Socket Mode');
  onTestFinished(() => world.close());
  const healthPort = await freePort();
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${healthPort}${path}`)).text();
  const start = async () => {
    const bot = await world.start({ healthPort, salesHistoryDays: 2 });
    onTestFinished(() => bot.stop(300));
    return bot;
  };
  const databaseLine = async () => /^database: (.*)$/m.exec(await get('/readyz'))?.[1];
  const file = world.settings.databaseUrl;
  return { ...world, file, get, start, databaseLine };
}

const PAGE_BYTES = 4_096;

/** The pages of the file that hold rows of sales. */
function salesPages(file: string): number[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const pages = database.prepare(
      "select pageno from dbstat where name = 'sales_row' and pagetype = 'leaf'",
    );
    return pages.all().map(({ pageno }) => Number(pageno));
  } finally {
    database.close();
  }
}

/** Damages pages, as a broken disk does. */
function overwrite(file: string, pages: readonly number[]): void {
  const descriptor = openSync(file, 'r+');
  for (const page of pages) {
    writeSync(descriptor, Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  }
  closeSync(descriptor);
}

test('a file that another program keeps locked is told by /readyz, and the bot goes on meanwhile', async () => {
  const { start, untilDigests, databaseLine, get, file, clock } = await startedBot();
  await start();
  await untilDigests(1);
  await until('a sound database', async () => ((await databaseLine()) === 'ok' ? true : undefined));
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  await until('the lock', async () => {
    try {
      other.exec('begin exclusive');
      return true;
    } catch {
      return undefined;
    }
  });
  await until('the line', async () => {
    clock.setTo(clock.now() + 15_000);
    expect(await get('/livez')).toBe('ok\n');
    return (await databaseLine())?.includes('database is locked') ? true : undefined;
  });
  expect(await databaseLine()).toBe(
    `not ready: DATABASE_URL is the SQLite file ${file}, but it can't be used: database is locked. Free space on its disk, and end other programs that use the file.`,
  );
  expect(await get('/metrics')).toContain('\nretail_bot_database_writable 0\n');
  other.exec('rollback');
  await until('a sound database', async () => {
    clock.setTo(clock.now() + 15_000);
    return (await databaseLine()) === 'ok' ? true : undefined;
  });
  expect(await get('/metrics')).toContain('\nretail_bot_database_writable 1\n');
});

test('a damaged file makes the bot not ready, and no digest is sent out of it', async () => {
  const { start, untilDigests, digests, databaseLine, get, file, clock } = await startedBot();
  const first = await start();
  await untilDigests(1);
  await until('the sales', async () => (salesPages(file).length > 0 ? true : undefined));
  await first.stop(20_000);
  overwrite(file, salesPages(file).slice(0, 15));
  await start();
  await until('the damage', async () =>
    (await databaseLine())?.includes('but it is damaged (') ? true : undefined,
  );
  expect(await databaseLine()).toMatch(
    /Stop the bot and restore the latest backup\. No digest is posted until then\.$/,
  );
  expect(await get('/metrics')).toContain('\nretail_bot_database_sound 0\n');
  const nextDay = clock.now() + 24 * 60 * MINUTE;
  clock.setTo(nextDay);
  const sweptAt = async () =>
    Number(/\nretail_bot_digest_last_sweep_timestamp_seconds (\S+)/.exec(await get('/metrics'))?.[1]) * 1_000;
  await until('a sweep on the next day', async () => {
    clock.setTo(clock.now() + MINUTE);
    return (await sweptAt()) > nextDay ? true : undefined;
  });
  expect(await digests()).toHaveLength(1);
});
