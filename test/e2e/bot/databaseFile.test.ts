import { chmodSync, copyFileSync, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { newDatabaseFile } from '../../support/bot/databases.ts';
import { oslo } from '../../support/bot/time.ts';
import { openProofWorld } from '../processes/proofWorld.ts';
import { letStockComeToRest } from '../processes/restingStock.ts';
import { openWorld, until } from './world.ts';

async function world() {
  const opened = await openWorld('Socket Mode');
  onTestFinished(() => opened.close());
  return opened;
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** How many rows a copy of the file, and of nothing beside it, has; 0 where it has not even the table. */
function rowsInCopy(file: string, table: string): number {
  const copy = newDatabaseFile();
  copyFileSync(file, copy);
  const database = new DatabaseSync(copy);
  try {
    return Number(database.prepare(`select count(*) as rows from ${table}`).get()?.rows);
  } catch {
    return 0;
  } finally {
    database.close();
  }
}

describe('the SQLite file', () => {
  test('is for its owner alone, with all beside it and the folder that was made for it', async () => {
    const databaseUrl = join(dirname(newDatabaseFile()), 'data', 'bot.sqlite');
    const { start, untilDigests } = await world();
    const bot = await start({ databaseUrl, salesHistoryDays: 2 });
    onTestFinished(() => bot.stop(300));
    await untilDigests(1);
    expect(modeOf(dirname(databaseUrl))).toBe('700');
    for (const part of ['', '-wal', '-shm'])
      expect(`${part} ${modeOf(databaseUrl + part)}`).toBe(`${part} 600`);
  });

  test('that others could read until now is closed to them', async () => {
    const file = newDatabaseFile();
    await (await openDatabase(file)).destroy();
    chmodSync(file, 0o644);
    const database = await openDatabase(file);
    onTestFinished(() => database.destroy());
    for (const part of ['', '-wal', '-shm']) expect(modeOf(file + part)).toBe('600');
  });

  test('has in itself what was imported, while the bot runs', async () => {
    const { start, untilDigests, settings } = await world();
    const bot = await start({ salesHistoryDays: 2 });
    onTestFinished(() => bot.stop(300));
    await untilDigests(1);
    expect(existsSync(`${settings.databaseUrl}-wal`)).toBe(true);
    await until('the stock', async () => rowsInCopy(settings.databaseUrl, 'stock_level') > 0 || undefined);
    await until('the sales', async () => rowsInCopy(settings.databaseUrl, 'sales_row') > 0 || undefined);
  });

  test('has everything in itself after SIGTERM, even while somebody else has it open', async () => {
    const proof = await openProofWorld({ at: '2025-01-07 08:35', channels: 1 });
    onTestFinished(() => proof.close());
    await proof.setTime(oslo('2025-01-07 08:35'), 1);
    const bot = await proof.start();
    await letStockComeToRest(proof);
    const other = new DatabaseSync(proof.databasePlace);
    onTestFinished(() => other.close());
    const sent = () => other.prepare("select count(*) as sent from digest_run where state = 'sent'").get();
    await until('the digest', async () => Number(sent()?.sent) > 0 || undefined);
    expect(await bot.stop()).toBe(0);
    expect(rowsInCopy(proof.databasePlace, "digest_run where state = 'sent'")).toBe(1);
  });
});
