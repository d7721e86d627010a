/**
 * Builds bot/dist/: the bot in one folder that needs Node 24 alone. Each build has a folder of its own in it, named by
 * its sources, and each command beside them imports it from the current one. So a bot that runs keeps
 * its files when another is built, and a command is there at any moment.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { uptime } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleBot, COMMAND_NAMES } from './build/bot.mjs';
import { licensesOf } from './build/botLicenses.mjs';
import { buildOf, commitOf, currentBuild, currentManifest } from './build/botSources.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'bot', 'dist');
const REFUSALS = ['EACCES', 'EPERM', 'EROFS'];

try {
  const before = currentBuild(root);
  const build = buildOf(root);
  if (before === build) {
    process.stdout.write(`bot/dist/ is built from these sources: ${build}.\n`);
    // A commit that changes nothing of the bot makes no other build.
    if (currentManifest(root).commit !== commitOf(root)) writeManifest(build);
  } else {
    await bundle(build);
    if (before !== undefined) touch(join(dist, before));
    point(build);
    removeUnused(build);
    process.stdout.write(`Built bot/dist/: ${COMMAND_NAMES.map((name) => `${name}.js`).join(', ')}.\n`);
  }
} catch (error) {
  if (!REFUSALS.includes(error.code)) throw error;
  process.stderr.write(
    `bot/dist/ is not built from these sources, and this user may not write it (${error.message}). Run npm run build:bot as the user whom the folder belongs to.\n`,
  );
  process.exit(1);
}

/** Into a new folder, which gets its name when it is whole. */
async function bundle(build) {
  const unfinished = join(dist, `${build}.${process.pid}`);
  mkdirSync(unfinished, { recursive: true });
  try {
    const files = await bundleBot(root, unfinished);
    writeFileSync(join(unfinished, 'LICENSES.txt'), licensesOf(root, files));
    renameSync(unfinished, join(dist, build));
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // From an earlier time, or by another process just now: what has that name is whole, and the same.
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  }
}

/** The manifest comes last, as it is what says that the build is current. */
function point(build) {
  for (const name of COMMAND_NAMES) replace(`${name}.js`, commandOf(`./${build}/${name}.js`));
  writeManifest(build);
}

function writeManifest(build) {
  const { version, license } = JSON.parse(readFileSync(join(root, 'bot', 'package.json'), 'utf8'));
  const name = 'retail-data-slack-bot';
  const commit = commitOf(root);
  const manifest = { name, version, private: true, license, type: 'module', build, commit };
  replace('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Node older than 24 would end with an error that does not tell what is wrong. */
function commandOf(file) {
  return `if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(\`The bot needs Node 24 or later, and this is \${process.versions.node}.\\n\`);
  process.exit(78);
}
await import('${file}');
`;
}

function replace(name, content) {
  const unfinished = join(dist, `${name}.${process.pid}`);
  writeFileSync(unfinished, content);
  renameSync(unfinished, join(dist, name));
}

/**
 * A process that was started from an older build looks for its threads there as long as it lives. Only what was current
 * for the last time before this machine was started is surely out of use.
 */
function removeUnused(build) {
  const booted = Date.now() - uptime() * 1_000;
  for (const entry of readdirSync(dist, { withFileTypes: true })) {
    const path = join(dist, entry.name);
    const isOld = entry.isDirectory() && entry.name !== build && statSync(path).mtimeMs < booted;
    if (isOld) rmSync(path, { recursive: true });
  }
}

/** Notes in the folder until when it was current. */
function touch(folder) {
  const now = new Date();
  utimesSync(folder, now, now);
}
