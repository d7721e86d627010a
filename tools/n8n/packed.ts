import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtPackage, ensureBuilt } from '../build.ts';
import { runNpm } from '../npm.ts';

/** Builds the package and packs it as npm would publish it; gives the path of the tarball in that folder. */
export async function packPackage(folder: string): Promise<string> {
  await ensureBuilt();
  mkdirSync(folder, { recursive: true });
  const said = runNpm(['pack', '--json', `--pack-destination=${folder}`], builtPackage);
  const name = /"filename":\s*"([^"]+\.tgz)"/.exec(said)?.[1];
  if (name === undefined) throw new Error(`npm pack named no tarball:\n${said}`);
  return join(folder, name);
}
