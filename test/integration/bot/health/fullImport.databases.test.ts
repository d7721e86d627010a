import { expect, test } from 'vitest';
import { refuseStock } from '../../../support/storedData.ts';
import { databaseOfRun, startTestBot } from '../../../support/testBot.ts';

test('an import that finds no room in the database makes the bot unready, until an import has succeeded', async () => {
  const kind = databaseOfRun();
  const bot = await startTestBot({ from: 'evening', at: '2026-11-20 08:29', hasHealth: true });
  const allow = await refuseStock(bot, kind);
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
  await allow();
  await bot.moveTo('08:45');
  expect(await bot.readyz()).toMatch(/^200 /);
});
