import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleBot } from '../../scripts/build/bot.mjs';
import { buildOf } from '../../scripts/build/botSources.mjs';
import { forgetOlder } from './keptFolders.ts';

const PREFIX = 'retail-data-bundled-';
const TESTED = 'test/support/botModule.ts';

export type BotModule = typeof import('./botModule.ts');

/**
 * Bundles the bot, once for all test files and for later runs of the same sources. Its threads and processes start in a
 * third of the time that TypeScript takes, and a test file loads a few modules in place of hundreds.
 */
export async function bundleOnce(root: string): Promise<string> {
  const folder = join(tmpdir(), PREFIX + buildOf(root, [TESTED]));
  if (!existsSync(folder)) {
    forgetOlder(PREFIX);
    const made = mkdtempSync(join(tmpdir(), `${PREFIX}new-`));
    await bundleBot(root, made, { testedBot: TESTED });
    // Another run may have been quicker.
    if (existsSync(folder)) rmSync(made, { recursive: true });
    else renameSync(made, folder);
  }
  return join(folder, 'testedBot.js');
}

export function importBot(file: string): Promise<BotModule> {
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}
