// Brings in what a script needs before it runs: `demo` for npm start, `all` for everything else. Runs on whatever
// Node starts it (20 or later) and needs npm alone: no compiler, no Python.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, 'node_modules', '.retail-data-install.json');
const node24 = join(root, 'node_modules', '.bin', 'node');

const SCOPES = {
  demo: {
    words: 'what the bot and its demo need',
    flags: ['--omit=dev', '--workspace=shared', '--workspace=bot'],
  },
  all: { words: 'everything, the test tools and n8n included', flags: [] },
};

const wanted = process.argv[2];
if (wanted !== 'demo' && wanted !== 'all') {
  process.stderr.write(`install.mjs takes "demo" or "all", not "${wanted ?? ''}".\n`);
  process.exit(1);
}

const hash = hashOfManifests();
const stamp = readStamp();
if (stamp?.hash !== hash || !covers(stamp.scope, wanted) || !hasNode24()) install();

function install() {
  // What was there stays: a start after a test run must not remove the test tools.
  const scope = stamp?.scope === 'all' ? 'all' : wanted;
  process.stdout.write(`Installing ${SCOPES[scope].words} (once; a minute or two) …\n`);
  // `npm ci` empties node_modules first, which would pull it from under a bot that runs; so only when there is none.
  const command = existsSync(join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
  // Scripts stay off: some packages would compile. The one that is needed brings Node 24 and is run by name.
  npm([...command, '--ignore-scripts', '--legacy-peer-deps', ...SCOPES[scope].flags]);
  npm(['rebuild', 'node', '--ignore-scripts=false']);
  if (!hasNode24()) {
    process.stderr.write(
      'Node 24 could not be installed from the npm package "node". Check the network, or run the scripts with a Node 24 of your own first on PATH.\n',
    );
    process.exit(1);
  }
  writeFileSync(stampFile, `${JSON.stringify({ scope, hash })}\n`);
}

function npm(parameters) {
  const cli = process.env.npm_execpath;
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
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
  const files = [
    'package-lock.json',
    'package.json',
    ...['shared', 'bot', 'test'].map((name) => join(name, 'package.json')),
  ];
  for (const file of files) sum.update(readFileSync(join(root, file)));
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

function hasNode24() {
  const { status, stdout } = spawnSync(node24, ['--version'], { encoding: 'utf8' });
  return status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) >= 24;
}
