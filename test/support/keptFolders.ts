import { globSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KEPT_MS = 24 * 3_600_000;

/** Removes what earlier runs made for all test files. Another run may still use what is not old. */
export function forgetOlder(prefix: string): void {
  for (const name of globSync(`${prefix}*`, { cwd: tmpdir() })) {
    const folder = join(tmpdir(), name);
    const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changedAt > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}
