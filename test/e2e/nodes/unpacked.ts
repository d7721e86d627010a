import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../../tools/build.ts';
import { packPackage } from '../../../tools/n8n/packed.ts';
import { runNpm } from '../../../tools/npm.ts';
import { PACKAGE } from '../../support/nodes/package.ts';

export interface Unpacked {
  /** What npm delivers, in a folder from which only n8n-workflow and luxon can be required. */
  readonly folder: string;
  /** Size of the tarball in bytes. */
  readonly bytes: number;
  remove(): void;
}

/** Packs the package and unpacks it away from the checkout. npm unpacks: a machine need not have tar. */
export async function unpackPackage(): Promise<Unpacked> {
  const place = mkdtempSync(join(tmpdir(), 'retail-data-unpacked-'));
  const tarball = await packPackage(join(place, 'packed'));
  const installed = join(place, 'installed');
  mkdirSync(installed);
  // Without one npm installs where it finds one further up, and a temporary folder may hold anything.
  writeFileSync(join(installed, 'package.json'), '{}');
  runNpm(
    [
      'install',
      tarball,
      '--no-save',
      '--offline',
      '--ignore-scripts',
      '--legacy-peer-deps',
      '--no-audit',
      '--no-fund',
    ],
    installed,
  );
  const folder = join(place, 'package');
  renameSync(join(installed, 'node_modules', PACKAGE), folder);
  mkdirSync(join(place, 'node_modules'));
  for (const name of ['n8n-workflow', 'luxon']) {
    symlinkSync(join(packageRoot, 'node_modules', name), join(place, 'node_modules', name));
  }
  return {
    folder,
    bytes: statSync(tarball).size,
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}
