/** Below those that the system hands out by itself, and for each worker of the tests others. */
const FIRST = 10_000;
const EACH = 400;
const WORKERS = 50;

let taken = 0;
/** Tests of another checkout may run at the same time. */
const checkout = [...process.cwd()].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % WORKERS, 0);

/** A port of this machine for a server that a test starts. */
export function nextPort(): number {
  const worker = (checkout + Number(process.env.VITEST_POOL_ID ?? process.pid)) % WORKERS;
  taken += 1;
  return FIRST + worker * EACH + (taken % EACH);
}
