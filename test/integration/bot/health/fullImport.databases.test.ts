import { expect, test } from 'vitest';
import { databaseOfRun, startTestBot } from '../../../support/testBot.ts';

/** Of a table that refuses what an import writes, as a server does whose disk is full. */
const REFUSING = {
  postgres: [
    `create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
    'create trigger refusing before insert on stock_level execute function refuse()',
  ],
  sqlite: [
    `create trigger refusing before insert on stock_level
      begin select raise(abort, 'No space left on device'); end`,
  ],
};
const ALLOWING = { postgres: 'drop trigger refusing on stock_level', sqlite: 'drop trigger refusing' };

test('an import that finds no room in the database makes the bot unready, until an import has succeeded', async () => {
  const kind = databaseOfRun();
  const bot = await startTestBot({ from: 'evening', at: '2026-11-20 08:29', hasHealth: true });
  for (const statement of REFUSING[kind]) await bot.database.execute(statement);
  await bot.moveTo('08:33');
  for (let round = 0; round < 8; round += 1) {
    expect(await bot.readyz()).toMatch(
      /^503 .*import: not ready: reading the stock failed \([^\n]*No space left on device/s,
    );
    await bot.pass(15);
  }
  if (kind === 'postgres') {
    expect(await bot.readyz()).toMatch(/No space left on device\. Free space on the disk of PostgreSQL\./);
    expect(bot.logText()).toContain('an outage of the database has begun: DATABASE_URL is the PostgreSQL');
  }
  await bot.database.execute(ALLOWING[kind]);
  await bot.moveTo('08:45');
  expect(await bot.readyz()).toMatch(/^200 /);
});
