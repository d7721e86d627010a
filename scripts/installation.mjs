import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptEnvironment } from './scriptNode.mjs';

/** The workspaces each scope needs, by name: a folder would stand for the workspaces inside it too. */
const WORKSPACES = {
  bot: ['retail-data-client', 'retail-data-slack-bot'],
  demo: ['retail-data-client', 'retail-data-slack-bot', 'retail-data-demo'],
  test: ['retail-data-client', 'retail-data-slack-bot', 'retail-data-tests'],
  all: [],
};

export const SCOPES = Object.keys(WORKSPACES);

/** Whether what that scope needs is there, as the lockfile has it now. Writes nothing. */
export function isInstalled(root, scope) {
  const stamp = readStamp(root);
  const present = stamp?.hash === hashOfManifests(root) ? stamp.scopes : [];
  const workspaces = new Set(present.flatMap((each) => WORKSPACES[each]));
  const isPartOfThem = scope !== 'all' && WORKSPACES[scope].every((name) => workspaces.has(name));
  return (present.includes('all') || isPartOfThem) && hasNode24(root);
}

/** Brings in what that scope needs, where it is not there yet. Ends the process when it cannot. */
export function install(root, scope) {
  if (isInstalled(root, scope)) return;
  // What was there stays: a start after a test run must not remove the test tools.
  const scopes = [...new Set([...(readStamp(root)?.scopes ?? []), scope])];
  process.stdout.write('Installing what this needs (once; a minute or two) …\n');
  // `npm ci` empties node_modules first, which would pull it from under what runs there; so only when there is none.
  const command = existsSync(join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
  // Scripts stay off: some packages would compile. The one that is needed brings Node 24 and is run by name.
  npm(root, [...command, '--ignore-scripts', ...flagsOf(scopes)]);
  if (!hasNode24(root)) npm(root, ['rebuild', 'node', '--ignore-scripts=false']);
  if (!hasNode24(root)) {
    process.stderr.write(
      'Node 24 could not be installed from the npm package "node". Check the network, or put a Node 24 of your own first on PATH.\n',
    );
    process.exit(1);
  }
  writeFileSync(stampFile(root), `${JSON.stringify({ scopes, hash: hashOfManifests(root) })}\n`);
}

function flagsOf(scopes) {
  if (scopes.includes('all')) return [];
  const workspaces = new Set(scopes.flatMap((scope) => WORKSPACES[scope]));
  const tools = scopes.includes('test') ? '--include-workspace-root' : '--omit=dev';
  return [tools, ...[...workspaces].map((name) => `--workspace=${name}`)];
}

function npm(root, parameters) {
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

function hashOfManifests(root) {
  const sum = createHash('sha256');
  const { workspaces: folders } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifests = ['', ...folders].map((folder) => join(folder, 'package.json'));
  for (const file of ['package-lock.json', ...manifests]) sum.update(readFileSync(join(root, file)));
  return sum.digest('hex');
}

function stampFile(root) {
  return join(root, 'node_modules', '.retail-data-install.json');
}

function readStamp(root) {
  try {
    const { hash, scopes } = JSON.parse(readFileSync(stampFile(root), 'utf8'));
    return Array.isArray(scopes) ? { hash, scopes } : undefined;
  } catch {
    // None yet, or one that was cut off while it was written: then the install runs again.
    return undefined;
  }
}

export function hasNode24(root) {
  const { status, stdout } = spawnSync('node', ['--version'], {
    encoding: 'utf8',
    env: scriptEnvironment(root),
  });
  return status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) >= 24;
}
