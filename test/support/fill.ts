/** `node fill.ts <empty folder> <where it will be found>`: makes the databases of filled.ts. */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oslo } from './bot/time.ts';
import { createSqliteDatabase } from './botDatabase.ts';
import { createFakeClock } from './fakeClock.ts';
import { FILLED_HISTORY_DAYS, type FilledMoment, writeFilled } from './filled.ts';
import { openTestWorld } from './testBot.ts';

/**
 * Three mornings of a bot, and a fourth. #stock has the digest of the stock by the settings, and that of the sales by Kari
 * since the first morning. `folder` is where it will be found.
 */
async function fill(made: string, folder: string): Promise<void> {
  const worldFolder = mkdtempSync(join(tmpdir(), 'retail-data-fill-'));
  let rest = async () => {};
  const clock = createFakeClock(oslo('2026-11-17 08:29'), () => rest());
  const world = await openTestWorld({
    folder: worldFolder,
    database: createSqliteDatabase(worldFolder),
    clock,
    messages: [],
    historyDays: FILLED_HISTORY_DAYS,
  });
  rest = world.rest;
  const bot = await world.bot();
  const keep = async (moment: FilledMoment) => {
    await bot.stop();
    cpSync(bot.databasePlace, join(made, `${moment}.sqlite`));
    writeFilled(made, moment, {
      now: clock.now(),
      database: join(folder, `${moment}.sqlite`),
      messages: world.slack.workspace.all(),
    });
  };
  for (const day of ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']) {
    if (day === '2026-11-20') await keep('evening');
    await bot.stop();
    // What a bot begins at its start goes on side by side. When a digest is due, one thing is done after the other.
    clock.set(oslo(`${day} 08:29`));
    await bot.restart();
    if (day === '2026-11-17') await bot.kari.type('/digest', 'subscribe sales');
    await bot.moveTo(`${day} 08:34`);
  }
  await bot.stop();
  clock.set(oslo('2026-11-20 08:49'));
  await keep('morning');
  await world.close();
}

const [made = '', folder = ''] = process.argv.slice(2);
await fill(made, folder);
