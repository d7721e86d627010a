// Brings in what a script needs before it runs: `demo` for npm start and the commands beside it, `test` for npm test,
// `all` for the rest. Runs on whatever Node starts it (20 or later) and needs npm alone: no compiler, no Python.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptEnvironment } from './scriptNode.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, 'node_modules', '.retail-data-install.json');

/** The workspaces each scope needs, by name: a folder would stand for the workspaces inside it too. */
const WORKSPACES = {
  demo: ['retail-data-client', 'retail-data-slack-bot', 'retail-data-demo'],
  test: ['retail-data-client', 'retail-data-slack-bot', 'retail-data-tests'],
  all: [],
};

const wanted = process.argv[2] ?? '';
if (!Object.hasOwn(WORKSPACES, wanted)) {
  process.stderr.write(`install.mjs takes ${Object.keys(WORKSPACES).join(', ')}, not "${wanted}".\n`);
  process.exit(1);
}

const hash = hashOfManifests();
const stamp = readStamp();
const present = stamp?.hash === hash ? stamp.scopes : [];
if (!(present.includes('all') || present.includes(wanted)) || !hasNode24()) install();

function install() {
  // What was there stays: a start after a test run must not remove the test tools.
  const scopes = [...new Set([...(stamp?.scopes ?? []), wanted])];
  process.stdout.write('Installing what this needs (once; a minute or two) …\n');
  // `npm ci` empties node_modules first, which would pull it from under a bot that runs; so only when there is none.
  const command = existsSync(join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
  // Scripts stay off: some packages would compile. The one that is needed brings Node 24 and is run by name.
  npm([...command, '--ignore-scripts', ...flagsOf(scopes)]);
  if (!hasNode24()) npm(['rebuild', 'node', '--ignore-scripts=false']);
  if (!hasNode24()) {
    process.stderr.write(
      'Node 24 could not be installed from the npm package "node". Check the network, or put a Node 24 of your own first on PATH.\n',
    );
    process.exit(1);
  }
  writeFileSync(stampFile, `${JSON.stringify({ scopes, hash })}\n`);
}

function flagsOf(scopes) {
  if (scopes.includes('all')) return [];
  const workspaces = new Set(scopes.flatMap((scope) => WORKSPACES[scope]));
  const tools = scopes.includes('test') ? '--include-workspace-root' : '--omit=dev';
  return [tools, ...[...workspaces].map((name) => `--workspace=${name}`)];
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
    const { hash, scopes } = JSON.parse(readFileSync(stampFile, 'utf8'));
    return Array.isArray(scopes) ? { hash, scopes } : undefined;
  } catch {
    // None yet, or one that was cut off while it was written: then the install runs again.
    return undefined;
  }
}

function hasNode24() {
  const { status, stdout } = spawnSync('node', ['--version'], {
    encoding: 'utf8',
    env: scriptEnvironment(root),
  });
  return status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) >= 24;
}
