/** Below those that the system hands out by itself, and for each process of the tests others. */
const FIRST = 10_000;
const EACH = 70;
const PROCESSES = 310;

let taken = 0;

/** A port of this machine for a server that a test starts. */
export function nextPort(): number {
  taken += 1;
  return FIRST + (process.pid % PROCESSES) * EACH + (taken % EACH);
}
