import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { COMPILE_CACHE } from './compileCache.ts';
import { keptFolder } from './keptFolders.ts';
import { MEMORY_FOLDER } from './memoryFolder.ts';

/** What a bot of these sources has made of its mornings is made again when one of them has changed. */
const SOURCES = ['bot/**/*.{ts,json}', 'shared/**/*.ts', 'test/support/**/*.ts'];
const FILL = fileURLToPath(new URL('fill.ts', import.meta.url));

/** Made once for all test files, and kept for later runs; each test takes a copy. */
export default async function setup(project: TestProject): Promise<void> {
  const { config, provide } = project;
  const prepare = async () => provide('filled', await fill(config.root));
  await prepare();
  provide('writesRecordings', config.snapshotOptions.updateSnapshot === 'all');
  project.onTestsRerun(prepare);
}

function fill(root: string): Promise<string> {
  return keptFolder('filled-', hashOf(root), async (empty, place) => {
    // In a process of its own, which loads TypeScript as it is.
    execFileSync(process.execPath, [FILL, empty, place], {
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, TMPDIR: MEMORY_FOLDER },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  });
}

function hashOf(root: string): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: root, exclude: (path) => path.includes('node_modules') });
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}
