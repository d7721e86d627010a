import { existsSync, globSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KEPT_MS = 24 * 3_600_000;
/** Not in memory, where tests may have their own files. */
const PLACE = process.env.KEPT_FOLDERS ?? tmpdir();

/**
 * A folder in the machine's tmp that is made once for all test files and for later runs with the same `key`. `make` fills an
 * empty folder, which is given its place when it is whole.
 */
export async function keptFolder(
  prefix: string,
  key: string,
  make: (empty: string, place: string) => Promise<void>,
): Promise<string> {
  const place = join(PLACE, prefix + key);
  if (existsSync(place)) return place;
  forgetOlder(prefix);
  const made = mkdtempSync(join(PLACE, `${prefix}new-`));
  await make(made, place);
  // Another run may have been quicker.
  if (existsSync(place)) rmSync(made, { recursive: true });
  else renameSync(made, place);
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
