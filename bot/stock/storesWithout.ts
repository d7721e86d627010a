/** How many of the open stores have none in stock. The service gives a count of stores, not which they are. */
interface StoresWithout {
  readonly openStores: number;
  /** At least so many of the open stores have none. */
  readonly atLeast: number;
  /** At most so many: stores that are not open may be among those that have some. The same where all are open. */
  readonly atMost: number;
}

/**
 * Open stores without stock lie between open − with and open − (with − not open), neither below 0 nor above open.
 *
 * `storesWithStock` is the count of the service (interface: "Accumulated stock", numberOfStoresWithStock), `openStores` and
 * `otherStores` count the directory by status, "Open" and all the rest. Undefined when no store is open: then there is
 * nothing to be out of. Not every store has every product in its range; that the service does not tell.
 */
export function storesWithout(
  storesWithStock: number,
  openStores: number,
  otherStores: number,
): StoresWithout | undefined {
  if (openStores <= 0) return undefined;
  const having = Math.max(0, storesWithStock);
  const bounded = (count: number) => Math.min(openStores, Math.max(0, count));
  return {
    openStores,
    atLeast: bounded(openStores - having),
    atMost: bounded(openStores - Math.max(0, having - otherStores)),
  };
}
