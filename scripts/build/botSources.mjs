import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Besides the sources below: the packages that are bundled, and what bundles them. */
const FILES = [
  'package-lock.json',
  'tsconfig.json',
  'LICENSE',
  'scripts/buildBot.mjs',
  'scripts/build/bot.mjs',
  'scripts/build/licenses.mjs',
  'scripts/build/botSources.mjs',
  'scripts/build/readme.mjs',
  'bot/README.md',
  'bot/CHANGELOG.md',
];
const FOLDERS = ['bot', 'shared'];
const BUNDLED = /\.(tsx?|json|css|html)$/;
const NOT_OURS = /\/(node_modules|dist)\//;

/** Names a build by what it is made of, `more` files among them: the same sources make the same build. */
export function buildOf(root, more = []) {
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)),
  ).filter((file) => BUNDLED.test(file) && !NOT_OURS.test(file));
  const sum = createHash('sha256');
  for (const file of [...FILES, ...more, ...sources.sort()])
    sum
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return sum.digest('hex').slice(0, 12);
}

/** The manifest of bot/dist/, which names the current build; empty when nothing is built. */
export function currentManifest(root) {
  try {
    return JSON.parse(readFileSync(join(root, 'bot', 'dist', 'package.json'), 'utf8'));
  } catch {
    return {};
  }
}

/** Whether bot/dist/ is built from the sources as they are. */
export function isBuilt(root) {
  const { build } = currentManifest(root);
  return build === buildOf(root) && existsSync(join(root, 'bot', 'dist', build, 'main.js'));
}
