import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../n8n/install.ts';
import { runNpm } from '../n8n/npm.ts';

const MANIFESTS = ['package.json', 'package-lock.json'];
const manifest = (name: string) => fileURLToPath(new URL(`tools/${name}`, import.meta.url));

/**
 * The folder with what n8n checks packages with. It is installed once per lockfile, outside the checkout: the checks
 * need other versions of eslint, of its plugins and of TypeScript than the project can have.
 */
export function installTools(): string {
  const folder = join(cacheFolder(), `gate-${fingerprint()}`);
  if (!existsSync(folder)) installInto(folder);
  return folder;
}

function fingerprint(): string {
  const sum = createHash('sha256');
  for (const name of MANIFESTS) sum.update(readFileSync(manifest(name)));
  const platform = `${process.platform}-${process.arch}`;
  return `${sum.digest('hex').slice(0, 12)}-${platform}`;
}

/** Beside the folder first, and moved there when whole: an install that was cut off is never taken for one. */
function installInto(folder: string): void {
  const unfinished = `${folder}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  try {
    for (const name of MANIFESTS) copyFileSync(manifest(name), join(unfinished, name));
    runNpm(['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'], unfinished);
    moveTo(folder, unfinished);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function moveTo(folder: string, finished: string): void {
  try {
    renameSync(finished, folder);
  } catch (error) {
    // Another run has installed the same meanwhile.
    if (!existsSync(folder)) throw error;
  }
}
