import { setTimeout as delay } from 'node:timers/promises';

/** Only for what never comes: a machine may be ten times as slow as usual. */
const PATIENCE_MS = 180_000;

/** Waits for something real to happen. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const giveUp = performance.now() + PATIENCE_MS;
  while (performance.now() < giveUp) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await delay(20);
  }
  throw new Error(`${what} did not come within ${PATIENCE_MS / 1000} seconds`);
}
