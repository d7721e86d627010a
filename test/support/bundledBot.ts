import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleBot } from '../../scripts/build/bot.mjs';
import { buildOf } from '../../scripts/build/botSources.mjs';
import { keptFolder } from './keptFolders.ts';

const TESTED = 'test/support/botModule.ts';
const CHILD = 'test/support/faults/botChild.ts';
/** With what the two import. */
const SOURCES = [TESTED, 'test/support/faults/*.ts', 'tools/random.ts'];

export type BotModule = typeof import('./botModule.ts');

/** Paths of files. */
export interface BundledBot {
  readonly module: string;
  /** botChild.ts, which is a bot in a process of its own. */
  readonly child: string;
}

/**
 * Bundles the bot, once for all test files and for later runs of the same sources. Its threads and processes start in a
 * third of the time that TypeScript takes, and a test file loads a few modules in place of hundreds.
 */
export async function bundleOnce(root: string): Promise<BundledBot> {
  const key = buildOf(root, globSync(SOURCES, { cwd: root }).toSorted());
  const folder = await keptFolder('bundled-', key, async (empty) => {
    await bundleBot(root, empty, { testedBot: TESTED, botChild: CHILD });
  });
  return { module: join(folder, 'testedBot.js'), child: join(folder, 'botChild.js') };
}

export function importBot(file: string): Promise<BotModule> {
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}
