import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
const NEEDED_BYTES = 2 ** 30;

/** For TMPDIR of the tests: a folder in memory, where a SQLite file is not slower for all its syncing; else that of the machine. */
export const MEMORY_FOLDER = hasRoom() ? IN_MEMORY : tmpdir();

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}
