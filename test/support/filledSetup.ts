import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { oslo } from './bot/time.ts';
import { createSqliteDatabase } from './botDatabase.ts';
import { type BotModule, bundleOnce, importBot } from './bundledBot.ts';
import { COMPILE_CACHE } from './compileCache.ts';
import { createFakeClock } from './fakeClock.ts';
import { type FilledMoment, writeFilled } from './filled.ts';
import { forgetOlder } from './keptFolders.ts';
import { atRest } from './rest.ts';
import { openTestWorld } from './testBot.ts';

/** What a bot of these sources has made of its mornings is made again when one of them has changed. */
const SOURCES = ['bot/**/*.{ts,json}', 'shared/**/*.ts', 'test/support/**/*.ts'];
const PREFIX = 'retail-data-filled-';

/** Made once for all test files, and kept for later runs; each test takes a copy. */
export default async function setup({ config, provide }: TestProject): Promise<void> {
  const bundledBot = await bundleOnce(config.root);
  const folder = join(tmpdir(), PREFIX + hashOf(config.root));
  if (!existsSync(folder)) {
    forgetOlder(PREFIX);
    const made = mkdtempSync(join(tmpdir(), `${PREFIX}new-`));
    // The imports are processes of their own.
    process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
    await fill(await importBot(bundledBot), made, folder);
    // Another run may have been quicker.
    if (existsSync(folder)) rmSync(made, { recursive: true });
    else renameSync(made, folder);
  }
  provide('bundledBot', bundledBot);
  provide('filled', folder);
}

/**
 * Three mornings of a bot, and a fourth. #stock has the digest of the stock by the settings, and that of the sales by Kari
 * since the first morning. `folder` is where it will be found.
 */
async function fill(module: BotModule, made: string, folder: string): Promise<void> {
  const worldFolder = join(made, 'world');
  mkdirSync(worldFolder);
  const clock = createFakeClock(oslo('2026-11-17 08:29'), atRest);
  const world = await openTestWorld({
    module,
    folder: worldFolder,
    database: createSqliteDatabase(worldFolder),
    clock,
    messages: [],
  });
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

function hashOf(root: string): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: root, exclude: (path) => path.includes('node_modules') });
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}
