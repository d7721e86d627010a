// Brings in what a script needs before it runs: `demo` for npm start and the commands beside it, `test` for npm test,
// `all` for the rest. Runs on whatever Node starts it (20 or later) and needs npm alone: no compiler, no Python.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, 'node_modules', '.retail-data-install.json');

/** Each scope holds the ones before it but for the local Slack, which `demo` has and `test` does without. */
const SCOPES = {
  demo: {
    words: 'what the bot and its demo need',
    flags: ['--omit=dev', ...workspaces('retail-data-client', 'retail-data-slack-bot', 'retail-data-demo')],
  },
  test: {
    words: 'what the tests need',
    flags: [
      '--include-workspace-root',
      ...workspaces('retail-data-client', 'retail-data-slack-bot', 'retail-data-tests'),
    ],
  },
  all: { words: 'everything, the browser driver and the local Slack included', flags: [] },
};

const wanted = process.argv[2];
if (!Object.hasOwn(SCOPES, wanted ?? '')) {
  process.stderr.write(
    `install.mjs takes one of ${Object.keys(SCOPES).join(', ')}, not "${wanted ?? ''}".\n`,
  );
  process.exit(1);
}

const hash = hashOfManifests();
const stamp = readStamp();
if (stamp?.hash !== hash || !covers(stamp.scope, wanted) || !hasNode24()) install();

function install() {
  const scope = withWhatIsThere(stamp?.scope);
  process.stdout.write(`Installing ${SCOPES[scope].words} (once; a minute or two) …\n`);
  // `npm ci` empties node_modules first, which would pull it from under a bot that runs; so only when there is none.
  const command = existsSync(join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
  // Scripts stay off: some packages would compile. The one that is needed brings Node 24 and is run by name.
  npm([...command, '--ignore-scripts', ...SCOPES[scope].flags]);
  if (!hasNode24()) npm(['rebuild', 'node', '--ignore-scripts=false']);
  if (!hasNode24()) {
    process.stderr.write(
      'Node 24 could not be installed from the npm package "node". Check the network, or put a Node 24 of your own first on PATH.\n',
    );
    process.exit(1);
  }
  writeFileSync(stampFile, `${JSON.stringify({ scope, hash })}\n`);
}

/** What was there stays: a start after a test run must not remove the test tools. */
function withWhatIsThere(present) {
  if (present === undefined || present === wanted) return wanted;
  return 'all';
}

/** By name: a folder would stand for the workspaces inside it too. */
function workspaces(...names) {
  return names.map((name) => `--workspace=${name}`);
}

function npm(parameters) {
  const cli = process.env.npm_execpath;
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  const [program, first] = cli === undefined ? ['npm', []] : [process.execPath, [cli]];
  const { status, error } = spawnSync(program, [...first, ...parameters, ...quiet], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status === 0) return;
  process.stderr.write(`npm ${parameters.join(' ')} ended with ${error?.message ?? `code ${status}`}.\n`);
  process.exit(1);
}

function hashOfManifests() {
  const sum = createHash('sha256');
  const { workspaces: folders } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifests = ['', ...folders].map((folder) => join(folder, 'package.json'));
  for (const file of ['package-lock.json', ...manifests]) sum.update(readFileSync(join(root, file)));
  return sum.digest('hex');
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    // None yet, or one that was cut off while it was written: then the install runs again.
    return undefined;
  }
}

function covers(scope, need) {
  return scope === 'all' || scope === need;
}

/** The Node that an npm script gets: that of the package `node` where it is installed, else the first on PATH. */
function hasNode24() {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const { status, stdout } = spawnSync('node', ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
  return status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) >= 24;
}
