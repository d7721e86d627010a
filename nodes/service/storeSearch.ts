import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { Store } from 'retail-data-client/portable';
import { openClient } from './client.ts';
import { nodeError } from './failures.ts';

/** The editor shows so many stores at a time and asks for more as one scrolls. */
const STORES_SHOWN = 500;
const TIMEOUT_MS = 30_000;

/** The `methods` of a node that has a `storeField`. */
export const storeSearch = { listSearch: { searchStores } };

/**
 * The stores whose name, city or number has every word of the filter, in any case, by name. All are asked for in one
 * call and searched here: whether the service minds the case of a name is not stated.
 */
async function searchStores(
  this: ILoadOptionsFunctions,
  filter = '',
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  const [asked] = await Promise.allSettled([askForStores(this)]);
  if (asked.status === 'rejected') throw nodeError(this, asked.reason);
  const words = filter.toLocaleLowerCase('nb').split(/\s+/).filter(Boolean);
  const found = asked.value
    .filter((store) => matches(store, words))
    .sort((one, other) => one.storeName.localeCompare(other.storeName, 'nb'));
  const from = Number(paginationToken ?? 0);
  const to = from + STORES_SHOWN;
  return {
    results: found.slice(from, to).map(listed),
    ...(to < found.length ? { paginationToken: String(to) } : {}),
  };
}

async function askForStores(context: ILoadOptionsFunctions): Promise<Store[]> {
  const client = await openClient(context);
  return client.stores({}, { timeoutMs: TIMEOUT_MS, maxWaitMs: 0 });
}

function matches({ storeId, storeName, address }: Store, words: readonly string[]): boolean {
  const text = `${storeId} ${storeName} ${address.city ?? ''}`.toLocaleLowerCase('nb');
  return words.every((word) => text.includes(word));
}

function listed({ storeId, storeName, status }: Store): INodeListSearchItems {
  return {
    name: `${storeName} (${storeId})${status === 'Open' ? '' : `, ${status.toLocaleLowerCase('en')}`}`,
    value: storeId,
  };
}
