import { readFileSync } from 'node:fs';

/** Whether a signal has stopped that process. Only Linux tells; elsewhere, and of a process that is gone, it is false. */
export function isStopped(pid: number): boolean {
  try {
    return stateIn(readFileSync(`/proc/${pid}/stat`, 'utf8')) === 'T';
  } catch {
    return false;
  }
}

/** It stands behind the name, which may hold anything but is in brackets. */
function stateIn(stat: string): string {
  return stat.charAt(stat.lastIndexOf(')') + 2);
}
