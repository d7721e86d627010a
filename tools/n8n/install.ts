import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installLocked, installPackages } from '../locked.ts';
import { runNpm } from '../npm.ts';

/** Node 24 and the start file of an installed n8n. */
export interface InstalledN8n {
  readonly node: string;
  readonly entry: string;
  readonly folder: string;
}

/** Real n8n, which later calls find where the first one installed it. Throws with what is missing on a machine that can't. */
export function installN8n(say: (line: string) => void): InstalledN8n {
  const folder = installLocked('n8n', new URL('lock/', import.meta.url), {
    install(unfinished) {
      say(`Installing n8n into ${dirname(unfinished)} (once; 2 GB, some five minutes) …`);
      installPackages(unfinished);
    },
    // Of the packages that compile something n8n needs one, its database driver.
    finish: (unfinished) => buildDriver(unfinished, say),
  });
  return { node: process.execPath, entry: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'), folder };
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
    // The fix comes last: npm says more than a screen.
    throw new Error(
      `${error instanceof Error ? error.message : error}\n\nsqlite3, the database driver of n8n, could neither be downloaded from github.com nor compiled here. Allow the download, or install a compiler (Debian: apt-get install python3 make g++). Then run this again: n8n itself isn't installed a second time.`,
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
