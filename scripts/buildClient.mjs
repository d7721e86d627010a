/**
 * Builds shared/dist/, the client as npm delivers it: JavaScript and declarations for each source file, and a manifest
 * that points at them. That of the workspace points at the sources, which Node runs everywhere but in node_modules.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const shared = join(root, 'shared');
const dist = join(shared, 'dist');
const ENTRIES = { '.': 'index', './portable': 'portable', './sandbox': 'sandbox/index' };

rmSync(dist, { recursive: true, force: true });
const tsc = join(root, 'node_modules', '.bin', 'tsc');
const { status } = spawnSync(tsc, ['--project', join(shared, 'tsconfig.build.json')], { stdio: 'inherit' });
if (status !== 0) process.exit(1);

const { private: _, devDependencies: __, exports: ___, ...manifest } = readManifest(shared);
const { repository, author } = readManifest(root);
const published = {
  ...manifest,
  author,
  repository: { ...repository, directory: 'shared' },
  bin: { 'retail-data-client': 'cli/main.js' },
  exports: {
    ...Object.fromEntries(
      Object.entries(ENTRIES).map(([name, file]) => [
        name,
        { types: `./${file}.d.ts`, default: `./${file}.js` },
      ]),
    ),
    './openapi.json': './openapi.json',
  },
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
for (const file of ['README.md', 'TESTING.md', 'CHANGELOG.md', 'openapi.json'])
  copyFileSync(join(shared, file), join(dist, file));
copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));
process.stdout.write('Built shared/dist/: the client as npm delivers it.\n');

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
