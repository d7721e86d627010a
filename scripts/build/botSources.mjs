import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Besides the folders below: the packages that are bundled, and what bundles them. */
const FILES = [
  'package-lock.json',
  'tsconfig.json',
  'LICENSE',
  'scripts/buildBot.mjs',
  'scripts/build/bot.mjs',
  'scripts/build/botLicenses.mjs',
  'scripts/build/botSources.mjs',
];
const FOLDERS = ['bot', 'shared'];
const BUNDLED = /\.(ts|json)$/;
const NOT_OURS = /\/(node_modules|dist)\//;

/** The build that bot/dist/ stands at; undefined when there is none. */
export function currentBuild(root) {
  const { build } = currentManifest(root);
  return existsSync(join(root, 'bot', 'dist', String(build), 'main.js')) ? build : undefined;
}

/** What bot/dist/ says of itself; without anything when there is none. */
export function currentManifest(root) {
  try {
    return JSON.parse(readFileSync(join(root, 'bot', 'dist', 'package.json'), 'utf8'));
  } catch {
    return {};
  }
}

/** The commit that the sources stand at, with a word when they are changed; `unknown` without git, or outside of one. */
export function commitOf(root) {
  const told = process.env.COMMIT;
  if (told) return told;
  const parameters = ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty=-changed'];
  // Only a repository of this folder itself counts, not one that it lies in.
  const { status, stdout } = spawnSync(
    'git',
    [`--git-dir=${join(root, '.git')}`, `--work-tree=${root}`, ...parameters],
    {
      encoding: 'utf8',
    },
  );
  return status === 0 ? stdout.trim() : 'unknown';
}

/** Names a build by what it is made of: the same sources make the same build. */
export function buildOf(root) {
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)),
  ).filter((file) => BUNDLED.test(file) && !NOT_OURS.test(file));
  const sum = createHash('sha256');
  for (const file of [...FILES, ...sources.sort()])
    sum
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return sum.digest('hex').slice(0, 12);
}

/** Whether bot/dist/ is built from the sources as they are. */
export function isBuilt(root) {
  return currentBuild(root) === buildOf(root);
}
