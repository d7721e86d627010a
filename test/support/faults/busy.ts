import { readdirSync, readFileSync } from 'node:fs';

/**
 * Whether a thread of that process runs, or would if the machine had a core to spare. Only Linux tells; elsewhere, and
 * of a process that is gone, it is false.
 */
export function isBusy(pid: number): boolean {
  try {
    const tasks = `/proc/${pid}/task`;
    return readdirSync(tasks).some((task) =>
      RUNNING.has(stateIn(readFileSync(`${tasks}/${task}/stat`, 'utf8'))),
    );
  } catch {
    return false;
  }
}

/** Running or runnable, and waiting for a disk. */
const RUNNING: ReadonlySet<string> = new Set(['R', 'D']);

/** It stands behind the name, which may hold anything but is in brackets. */
function stateIn(stat: string): string {
  return stat.charAt(stat.lastIndexOf(')') + 2);
}
