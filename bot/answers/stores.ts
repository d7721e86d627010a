import type { Clock, RetailDataClient, Store } from 'retail-data-client';
import { CommandMistake } from '../grammar/mistake.ts';
import type { StoresQuestion } from '../grammar/stores.ts';
import { nearest, nearestNumber } from '../grammar/words.ts';

export interface StoreDirectory {
  /** All stores, not older than a quarter of an hour. */
  all(): Promise<readonly Store[]>;
}

const KEEP_MS = 15 * 60_000;

export function createStoreDirectory(client: RetailDataClient, clock: Pick<Clock, 'now'>): StoreDirectory {
  let held: { readonly stores: Promise<readonly Store[]>; readonly until: number } | undefined;
  return {
    async all() {
      if (held === undefined || clock.now() >= held.until) {
        const stores = client.stores();
        held = { stores, until: clock.now() + KEEP_MS };
        // A failed read must not be what the next one is told.
        stores.catch(() => {
          held = undefined;
        });
      }
      return held.stores;
    },
  };
}

export interface StoresAnswer {
  readonly stores: readonly Store[];
  readonly words: string;
}

/** Stores by number, or with the words in their name or city. @throws CommandMistake when there is none. */
export async function answerStores(
  directory: StoreDirectory,
  question: Exclude<StoresQuestion, { kind: 'help' }>,
): Promise<StoresAnswer> {
  const all = await directory.all();
  if (question.kind === 'number') {
    const stores = all.filter((store) => Number(store.storeId) === Number(question.storeId));
    if (stores.length > 0) return { stores, words: question.storeId };
    const near = nearestNumber(
      question.storeId,
      all.map((store) => store.storeId),
    );
    throw new CommandMistake(`There is no store ${question.storeId}.`, `/stores ${near ?? 'help'}`);
  }
  const wanted = question.words.toLowerCase();
  const stores = all.filter((store) =>
    [store.storeName, store.address.city].some((name) => name.toLowerCase().includes(wanted)),
  );
  if (stores.length > 0) return { stores, words: question.words };
  const near = nearest(
    question.words,
    all.map((store) => store.storeName),
  );
  throw new CommandMistake(
    `No store has "${question.words}" in its name or city.`,
    `/stores ${near ?? 'help'}`,
  );
}
