import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KEPT_MS = 24 * 3_600_000;
/** In the checkout: code from a folder that everybody can write to could be anybody's. */
const PLACE = fileURLToPath(new URL('../../node_modules/.cache/retail-data-tests', import.meta.url));

/**
 * A folder in node_modules/.cache that is made once for all test files and for later runs with the same `key`. `make` fills an
 * empty folder, which is given its place when it is whole.
 */
export async function keptFolder(
  prefix: string,
  key: string,
  make: (empty: string, place: string) => Promise<void>,
): Promise<string> {
  const place = join(PLACE, prefix + key);
  if (existsSync(place)) return place;
  mkdirSync(PLACE, { recursive: true });
  forgetOlder(prefix);
  const made = mkdtempSync(join(PLACE, `${prefix}new-`));
  await make(made, place);
  try {
    renameSync(made, place);
  } catch (error) {
    // Another run may have been quicker.
    rmSync(made, { recursive: true });
    if (!existsSync(place)) throw error;
  }
  return place;
}

/** Another run may still use what is not old. */
function forgetOlder(prefix: string): void {
  for (const name of globSync(`${prefix}*`, { cwd: PLACE })) {
    const folder = join(PLACE, name);
    const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changedAt > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}
