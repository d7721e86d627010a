import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundlePage } from '../../bot/demo/bundlePage.ts';
import { bundledFiles } from './licenses.mjs';

/** What can be started, and the threads and processes that a bot starts by the names of their files. */
const COMMANDS = {
  main: 'bot/main.ts',
  start: 'bot/start.ts',
  demo: 'bot/demo/main.ts',
  moveToPostgres: 'bot/cli/moveToPostgres.ts',
  backup: 'bot/cli/backup.ts',
  restore: 'bot/cli/restore.ts',
  check: 'bot/cli/check.ts',
  'retail-data-bot': 'bot/start.ts',
  sandbox: 'shared/sandbox/main.ts',
};
const WORKERS = {
  processMain: 'bot/workers/processMain.ts',
  threadMain: 'bot/workers/threadMain.ts',
  readWorker: 'bot/readWorker.ts',
  importProcess: 'bot/importProcess.ts',
  workbookProcess: 'bot/workbooks/workbookProcess.ts',
  damageProcess: 'bot/health/damageProcess.ts',
};

export const COMMAND_NAMES = Object.keys(COMMANDS);

/** What is bundled as CommonJS asks for Node's modules by `require`, which an ES module does not have. */
const REQUIRE =
  "import { createRequire as createRequireHere } from 'node:module';\nconst require = createRequireHere(import.meta.url);";

/**
 * Bundles the bot with everything it imports into `folder`, which then needs Node alone, and what else is to be started
 * with the same code: files by their names. Gives the bundled files by their paths. Names and short lines stay, for stack traces: Node prints the whole line of a fatal error.
 */
export async function bundleBot(root, folder, more = {}) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { ...COMMANDS, ...WORKERS, ...more },
    outdir: folder,
    // Beside the commands: a chunk finds the workers, and the demo its page, by its own place.
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Node holds the text of what it runs: white space alone would be 7 MB of the bot's memory.
    minifyWhitespace: true,
    lineLimit: 200,
    // They come in a file of their own.
    legalComments: 'none',
    banner: { js: REQUIRE },
    // Asked for by pg only when somebody wants it; the script of the demo's page is bundled below.
    external: ['pg-native', 'esbuild'],
    metafile: true,
    logLevel: 'warning',
  });
  const files = bundledFiles(metafile).map((file) => join(root, file));
  return [...files, ...(await placePage(root, join(folder, 'page')))];
}

/** Puts the files of the demo's page into `folder`. Gives what is bundled in them by paths. */
async function placePage(root, folder) {
  mkdirSync(folder);
  for (const name of ['index.html', 'page.css'])
    cpSync(join(root, 'bot', 'demo', 'page', name), join(folder, name));
  const { script, files } = await bundlePage();
  writeFileSync(join(folder, 'main.js'), script);
  return files.map((file) => join(root, file));
}
