import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../../tools/build.ts';

/** What n8n checks of a repository, and the config that `n8n.strict` wants unchanged. */
const CHECKED = ['package.json', 'eslint.config.mjs', 'nodes', 'credentials'];
/** What the sources import; the client's types are its sources. */
const IMPORTED = ['n8n-workflow', 'luxon', 'retail-data-client'];

/**
 * A copy of the n8n package's sources alone, in a new temporary folder: `n8n-node lint` lints all there is where it
 * runs, and the bot and the tests are no part of the package.
 */
export function stageSources(tools: string): string {
  const stage = mkdtempSync(join(tmpdir(), 'retail-data-gate-'));
  for (const name of CHECKED) cpSync(join(packageRoot, name), join(stage, name), { recursive: true });
  for (const name of IMPORTED) link(stage, name, join(packageRoot, 'node_modules', name));
  link(stage, '@n8n/node-cli', join(tools, 'node_modules/@n8n/node-cli'));
  link(stage, '.bin/eslint', join(tools, 'node_modules/eslint/bin/eslint.js'));
  return stage;
}

function link(stage: string, name: string, target: string): void {
  const path = join(stage, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

/** Changes a staged file. Throws when there is nothing to change, so that no violation is planted in vain. */
export function edit(folder: string, file: string, found: string | RegExp, instead: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(found, instead);
  if (changed === text) throw new Error(`${file} has no ${found}. Plant the violation elsewhere.`);
  writeFileSync(path, changed);
}
