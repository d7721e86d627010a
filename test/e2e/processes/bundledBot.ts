import { globSync } from 'node:fs';
import { join } from 'node:path';
import { bundleBot } from '../../../scripts/build/bot.mjs';
import { buildOf } from '../../../scripts/build/botSources.mjs';
import { keptFolder } from '../../support/keptFolders.ts';

const CHILD = 'test/e2e/processes/botChild.ts';
/** With what it imports. */
const SOURCES = ['test/{e2e/processes,support/faults}/*.ts', 'tools/random.ts'];

/** The file of a bot in a process of its own: bundled, once for all test files and for later runs of the same sources. */
export async function bundleBotChild(root: string): Promise<string> {
  const key = buildOf(root, globSync(SOURCES, { cwd: root }).toSorted());
  const folder = await keptFolder('bundled-', key, async (empty) => {
    await bundleBot(root, empty, { botChild: CHILD });
  });
  return join(folder, 'botChild.js');
}
