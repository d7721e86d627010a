import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const packageRoot = fileURLToPath(new URL('../', import.meta.url));

/** The n8n package as npm delivers it. */
export const builtPackage = join(packageRoot, 'dist', 'package');

const SOURCES =
  '{package.json,README.md,CHANGELOG.md,LICENSE,{nodes,credentials,shared,scripts}/**/*.{ts,mjs,json,svg}}';
/** In the checkout: nobody else can take it. */
const LOCK = join(packageRoot, 'node_modules', '.cache', 'retail-data-building');

/** Builds the package when a source is newer. Test files run side by side: the first one builds, the others wait for it. */
export async function ensureBuilt(): Promise<void> {
  mkdirSync(dirname(LOCK), { recursive: true });
  while (!takeLock()) await pause(50);
  try {
    if (isStale())
      execFileSync(process.execPath, [join(packageRoot, 'scripts/build.mjs')], { stdio: 'pipe' });
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

function takeLock(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    // Left behind by a run that was killed while it built.
    if (existsSync(LOCK) && statSync(LOCK).mtimeMs < Date.now() - 60_000) rmSync(LOCK, { recursive: true });
    return false;
  }
}

function isStale(): boolean {
  const built = join(builtPackage, 'README.md');
  if (!existsSync(built)) return true;
  const builtAt = statSync(built).mtimeMs;
  const exclude = (name: string) => name === 'node_modules';
  return globSync(SOURCES, { cwd: packageRoot, exclude }).some(
    (source) => statSync(join(packageRoot, source)).mtimeMs > builtAt,
  );
}
