import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runNpm } from './npm.ts';

const MANIFESTS = ['package.json', 'package-lock.json'];

/** Keeps what is installed there instead of in the user's cache folder. */
const CACHE_SETTING = 'RETAIL_DATA_N8N_CACHE';

/** What makes the folder of a lockfile. */
export interface Installation {
  /** Installs the packages into a folder that has a copy of both manifests. */
  readonly install: (folder: string) => void;
  /** What comes after the packages. If it fails, the next call finds them installed and only tries this again. */
  readonly finish?: (folder: string) => void;
}

/**
 * The folder of what the lockfile in `manifests` names, outside the checkout. It is installed when there is no such
 * folder yet. Another lockfile, Node or machine is another folder.
 */
export function installLocked(name: string, manifests: URL, { install, finish }: Installation): string {
  const folder = join(cacheFolder(), `${name}-${fingerprint(manifests)}`);
  if (existsSync(folder)) return folder;
  // Beside the folder first, and moved there when whole: an install that was cut off is never taken for one.
  const unfinished = `${folder}.${process.pid}`;
  const packages = `${folder}.packages`;
  rmSync(unfinished, { recursive: true, force: true });
  try {
    if (!taken(packages, unfinished)) {
      mkdirSync(unfinished, { recursive: true });
      for (const file of MANIFESTS) copyFileSync(new URL(file, manifests), join(unfinished, file));
      install(unfinished);
    }
    try {
      finish?.(unfinished);
    } catch (error) {
      moveTo(packages, unfinished);
      throw error;
    }
    moveTo(folder, unfinished);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** Installs what the lockfile there names. No package runs a script: most of those would compile something. */
export function installPackages(folder: string): void {
  runNpm(['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'], folder);
}

function cacheFolder(): string {
  const chosen = process.env[CACHE_SETTING];
  if (chosen !== undefined && chosen !== '') return chosen;
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'n8n-nodes-retail-data');
}

function fingerprint(manifests: URL): string {
  const sum = createHash('sha256');
  for (const file of MANIFESTS) sum.update(readFileSync(new URL(file, manifests)));
  const { versions, platform, arch } = process;
  return `${sum.digest('hex').slice(0, 12)}-node${versions.modules}-${platform}-${arch}`;
}

/** Whether `from` was there and is now `to`. Of two runs at once only one gets it. */
function taken(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (existsSync(from)) throw error;
    return false;
  }
}

function moveTo(folder: string, finished: string): void {
  try {
    renameSync(finished, folder);
  } catch (error) {
    // Another run has installed the same in the meantime.
    if (!existsSync(folder)) throw error;
  }
}
