/**
 * Builds bot/dist/: the bot in one folder that needs only Node 24, and can be packed for npm. Each build has a folder of its own in it, named by its
 * sources, and the commands in bot/dist/ import it from the current one. So a running bot keeps its files.
 */
import { spawnSync } from 'node:child_process';
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
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleBot, COMMAND_NAMES } from './build/bot.mjs';
import { buildOf, currentManifest, isBuilt } from './build/botSources.mjs';
import { licensesOf } from './build/licenses.mjs';
import { publishedReadme } from './build/readme.mjs';

/** As npm calls it, and its command. */
const PACKAGE = 'retail-data-bot';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'bot', 'dist');
const build = buildOf(root);

try {
  if (isBuilt(root)) {
    process.stdout.write(`bot/dist/ is built from these sources: ${build}.\n`);
    // A commit that changes nothing in the bot needs no other build.
    if (currentManifest(root).commit !== currentCommit()) writePackage();
  } else {
    await bundle();
    for (const name of COMMAND_NAMES) replace(`${name}.js`, commandOf(`./${build}/${name}.js`));
    removeUnused();
    writePackage();
    process.stdout.write(`Built bot/dist/: ${COMMAND_NAMES.map((name) => `${name}.js`).join(', ')}.\n`);
  }
} catch (error) {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  process.stderr.write(
    `bot/dist/ is not built from these sources, and this user may not write it (${error.message}). Run npm run build:bot as the user whom the folder belongs to.\n`,
  );
  process.exitCode = 1;
}

/** Into a new folder, which gets its name when it is complete. */
async function bundle() {
  const unfinished = join(dist, `${build}.${process.pid}`);
  mkdirSync(unfinished, { recursive: true });
  try {
    const files = await bundleBot(root, unfinished);
    writeFileSync(join(unfinished, 'LICENSES.txt'), licensesOf(root, files));
    renameSync(unfinished, join(dist, build));
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another process, or an earlier run, has built the same.
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  }
}

/** What npm delivers besides the build: its manifest, README, changelog and licence. */
function writePackage() {
  const { version, description, license, type } = manifestOf('bot');
  const { author, repository } = manifestOf('.');
  const bin = { [PACKAGE]: `${PACKAGE}.js` };
  const files = [build, ...COMMAND_NAMES.map((name) => `${name}.js`), 'CHANGELOG.md'];
  const published = { name: PACKAGE, version, description, license, author, repository, type, bin, files };
  replace('README.md', publishedReadme(root, 'bot', repository.url));
  for (const file of ['bot/CHANGELOG.md', 'LICENSE']) replace(basename(file), readFileSync(join(root, file)));
  // Last, since it says which build is current.
  const manifest = { ...published, engines: { node: '>=24' }, build, commit: currentCommit() };
  replace('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

/** The commit of the sources, marked when they are changed; `unknown` without git. */
function currentCommit() {
  if (process.env.COMMIT) return process.env.COMMIT;
  // Only a repository of this folder itself counts, not one that it lies in.
  const repository = [`--git-dir=${join(root, '.git')}`, `--work-tree=${root}`];
  const parameters = ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty=-changed'];
  const { status, stdout } = spawnSync('git', [...repository, ...parameters], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : 'unknown';
}

/** A Node older than 24 would end with an error that doesn't say what is wrong. */
function commandOf(file) {
  return `#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < 24) {
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
 * A process of an older build starts its threads from there as long as it runs. Only a build that was replaced before
 * this machine started is surely out of use.
 */
function removeUnused() {
  const { build: before } = currentManifest(root);
  const booted = Date.now() - uptime() * 1_000;
  for (const entry of readdirSync(dist, { withFileTypes: true })) {
    const path = join(dist, entry.name);
    if (!entry.isDirectory() || entry.name === build) continue;
    // The folder's time says until when it was current.
    if (entry.name === before) utimesSync(path, new Date(), new Date());
    else if (statSync(path).mtimeMs < booted) rmSync(path, { recursive: true });
  }
}
