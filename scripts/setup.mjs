/**
 * `node scripts/setup.mjs SCOPE`: installs what a script needs, where it is missing. `bot` is enough to build the bot and
 * for the commands of shared/, `test` for npm test, `all` for the rest. `start` needs what `bot` does, and builds the bot
 * when its sources have changed. Runs on Node 20 or later with npm alone: no compiler, no Python.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build/botSources.mjs';

/** The workspaces of each scope, by name: a folder would include the workspaces inside it. */
const WORKSPACES = {
  bot: ['retail-data-client', 'retail-data-slack-bot'],
  test: ['retail-data-client', 'retail-data-slack-bot', 'retail-data-tests'],
  all: [],
};

/** The settings of the bot. Without one, and without NODE_ENV=production and a filled .env, `npm start` shows the demo. */
const SETTING =
  /^((ACCESS|DIGEST|HEALTH|PRODUCT|RETAIL_DATA|SALES|SLACK|STOCK)_|(PORT|LOG_LEVEL|DATABASE_URL)(_FILE)?$)/i;

/** A line of a .env that sets nothing. */
const UNFILLED = /^\s*((export\s+)?\w+\s*=\s*(""|''|``)?\s*)?(#.*)?$/;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, 'node_modules', '.retail-data-install.json');
// `node` is that of the npm package where it is installed. This process may run on an older one, from before that.
const env = { ...process.env, PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) };

const [scope = ''] = process.argv.slice(2);
if (scope === 'start') prepareStart();
else if (Object.hasOwn(WORKSPACES, scope)) install(scope);
else fail(`setup.mjs takes start, ${Object.keys(WORKSPACES).join(', ')}, not "${scope}".`);

/** A production start installs nothing. */
function prepareStart() {
  const sign = productionSign();
  if (sign === undefined) install('bot');
  else if (!hasNode24() || !(isBuilt(root) || isInstalled('bot'))) {
    fail(
      `${sign}, so this is a production start, which installs nothing, and what builds and runs the bot is not installed. Run npm run build:bot, which installs it, and start again.`,
    );
  }
  if (isBuilt(root)) return;
  const { status } = run('node', [join('scripts', 'buildBot.mjs')]);
  if (status !== 0) process.exit(1);
}

/** What makes it a production start, as the beginning of a sentence; undefined when nothing does. */
function productionSign() {
  const { NODE_ENV, ...others } = process.env;
  // Also in quotation marks, which the env file of a container keeps.
  if (/^\W?production\W?$/i.test(NODE_ENV?.trim() ?? '')) return 'NODE_ENV=production is set';
  const name = Object.keys(others).find((each) => SETTING.test(each) && others[each]?.trim());
  if (name !== undefined) return `${name} is set`;
  // A link to a missing file counts too: its settings did not load.
  const file = join(root, '.env');
  const isThere = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  return isThere && !isUnfilled(file) ? '.env is there and may hold settings' : undefined;
}

/** Whether no line of the file has a value: it is a copy of bot/.env.example as it came. */
function isUnfilled(file) {
  try {
    return readFileSync(file, 'utf8')
      .split(/\r?\n/)
      .every((line) => UNFILLED.test(line));
  } catch {
    return false;
  }
}

function install(wanted) {
  if (isInstalled(wanted)) return;
  // What is installed stays: a start after a test run must not remove the test tools.
  const scopes = [...new Set([...readStamp().scopes, wanted])];
  process.stdout.write('Installing what this needs (once; a minute or two) …\n');
  // `npm ci` empties node_modules first, which may be in use.
  const command = existsSync(join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
  // Some packages would compile in their scripts. Only that of `node` runs: it brings Node 24.
  npm([...command, '--ignore-scripts', ...flagsOf(scopes)]);
  if (!hasNode24()) npm(['rebuild', 'node', '--ignore-scripts=false']);
  if (!hasNode24()) {
    fail(
      'Node 24 could not be installed from the npm package "node". Check the network, or put a Node 24 of your own first on PATH.',
    );
  }
  writeFileSync(stampFile, `${JSON.stringify({ scopes, hash: hashOfManifests() })}\n`);
}

function isInstalled(wanted) {
  const { scopes, hash } = readStamp();
  if (hash !== hashOfManifests() || !hasNode24()) return false;
  const workspaces = workspacesOf(scopes);
  const isPartOfThem = wanted !== 'all' && WORKSPACES[wanted].every((name) => workspaces.has(name));
  return scopes.includes('all') || isPartOfThem;
}

function flagsOf(scopes) {
  if (scopes.includes('all')) return [];
  const tools = scopes.includes('test') ? '--include-workspace-root' : '--omit=dev';
  return [tools, ...[...workspacesOf(scopes)].map((name) => `--workspace=${name}`)];
}

function workspacesOf(scopes) {
  return new Set(scopes.flatMap((each) => WORKSPACES[each]));
}

function hashOfManifests() {
  const sum = createHash('sha256');
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifests = ['', ...workspaces].map((folder) => join(folder, 'package.json'));
  for (const file of ['package-lock.json', ...manifests]) sum.update(readFileSync(join(root, file)));
  return sum.digest('hex');
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    // Not installed, or the process was killed while it wrote the file.
    return { scopes: [] };
  }
}

function hasNode24() {
  const { stdout } = spawnSync('node', ['--version'], { encoding: 'utf8', env });
  return Number(/^v(\d+)/.exec(stdout)?.[1]) >= 24;
}

function npm(parameters) {
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  // The npm that runs this script, where one does.
  const cli = process.env.npm_execpath;
  const [program, first] = cli === undefined ? ['npm', []] : [process.execPath, [cli]];
  const { status, error } = run(program, [...first, ...parameters, ...quiet]);
  if (status !== 0) fail(`npm ${parameters.join(' ')} ended with ${error?.message ?? `code ${status}`}.`);
}

function run(program, parameters) {
  return spawnSync(program, parameters, { cwd: root, stdio: 'inherit', env });
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
