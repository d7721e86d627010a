/** How many open stores don't have a product in stock. The service gives a count of stores, not which they are. */
interface StoresWithout {
  readonly openStores: number;
  readonly atLeast: number;
  /** Higher than `atLeast` where stores that aren't open may be among those that have the product. */
  readonly atMost: number;
}

/**
 * Open stores without stock are between open − with and open − (with − not open), within 0 and open.
 *
 * `storesWithStock` is the service's count (interface: "Accumulated stock", numberOfStoresWithStock); `openStores` and
 * `otherStores` count the directory by status, "Open" and all others. Undefined when no store is open. Not every store
 * sells every product, but the service doesn't say which.
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
