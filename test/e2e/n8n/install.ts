import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { runNpm } from './npm.ts';

/** The n8n that is installed. The newest of its line whose packages are all there. */
export const N8N_VERSION = '2.41.1';

/** What n8n asks for of these three is newer than what the registry gives; the pinned ones do the same. */
const MANIFEST = {
  name: 'real-n8n',
  private: true,
  dependencies: { n8n: N8N_VERSION },
  overrides: {
    linkedom: '0.18.12',
    '@langchain/langgraph-checkpoint': '1.1.5',
    '@langchain/protocol': '0.0.19',
  },
};

/** The folder to keep n8n in, when not below the user's cache folder. */
const CACHE_SETTING = 'RETAIL_DATA_N8N_CACHE';

/** Node 24 and the start file of an installed n8n. */
export interface InstalledN8n {
  readonly node: string;
  readonly entry: string;
  readonly folder: string;
}

/**
 * Real n8n, installed once per version into a cache outside the checkout; later calls find it there. Throws with what
 * is missing when the machine cannot install it.
 */
export function installN8n(say: (line: string) => void): InstalledN8n {
  const folder = join(cacheFolder(), cacheKey());
  if (!existsSync(join(folder, 'node_modules'))) installInto(folder, say);
  return { node: process.execPath, entry: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'), folder };
}

export function cacheFolder(): string {
  const chosen = process.env[CACHE_SETTING];
  if (chosen !== undefined && chosen !== '') return chosen;
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'n8n-nodes-retail-data');
}

/** Another version, override, Node or machine is another folder. */
function cacheKey(): string {
  const hash = createHash('sha256').update(JSON.stringify(MANIFEST)).digest('hex').slice(0, 8);
  return `n8n-${N8N_VERSION}-${hash}-node${process.versions.modules}-${process.platform}-${process.arch}`;
}

/** Beside the folder first, and moved there when whole: an install that was cut off is never taken for one. */
function installInto(folder: string, say: (line: string) => void): void {
  const unfinished = `${folder}.${process.pid}`;
  say(`Installing n8n ${N8N_VERSION} into ${folder} (once; 2 GB, some five minutes) …`);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  try {
    writeFileSync(join(unfinished, 'package.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
    // Of the packages that compile something n8n needs one, its database driver.
    runNpm(['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'], unfinished);
    buildDriver(unfinished, say);
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** A ready-made driver where its makers publish one for this machine, else a compiled one. */
function buildDriver(folder: string, say: (line: string) => void): void {
  const rebuild = (compile: boolean) =>
    runNpm(['rebuild', 'sqlite3', '--ignore-scripts=false'], folder, {
      ...nodeHeaders(),
      ...(compile ? { npm_config_build_from_source: 'sqlite3' } : {}),
    });
  say('Fetching or compiling sqlite3, the database driver of n8n …');
  try {
    rebuild(false);
    if (!driverLoads(folder)) rebuild(true);
  } catch (error) {
    throw new Error(
      `sqlite3, the database driver of n8n, could neither be downloaded from github.com nor compiled here. Allow the download, or install a compiler (Debian: apt-get install python3 make g++), then run this again.\n${error instanceof Error ? error.message : error}`,
    );
  }
  if (!driverLoads(folder))
    throw new Error(
      'sqlite3, the database driver of n8n, was built but does not load on this machine. Install python3, make and g++ and run this again.',
    );
}

function driverLoads(folder: string): boolean {
  const script =
    "new (require('sqlite3').Database)(':memory:', (error) => process.exit(error === null ? 0 : 1))";
  return spawnSync(process.execPath, ['-e', script], { cwd: folder, stdio: 'ignore' }).status === 0;
}

/** Node that came as a package brings its headers; else node-gyp fetches them. */
function nodeHeaders(): Record<string, string> {
  const prefix = dirname(dirname(process.execPath));
  const places = [prefix, join(prefix, 'node_modules', `node-${process.platform}-${process.arch}`)];
  const found = places.find((place) => existsSync(join(place, 'include', 'node', 'node.h')));
  return found === undefined ? {} : { npm_config_nodedir: found };
}
