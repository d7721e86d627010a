/** Lets everything else that waits go first. Long work in memory does this now and then, so that nobody waits for it. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
