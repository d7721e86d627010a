import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { RetailDataOperations } from 'retail-data-client/client/client';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Store } from 'retail-data-client/operations/stores';
import type { ServiceImport } from '../health/serviceFacts.ts';
import { isBelieved, isFarShorter } from '../text/numbers.ts';
import type { UnderWay } from '../workers/underWay.ts';

/** All stores of the chain, in memory. */
export interface StoreDirectory {
  /** The stores as last fetched, however long ago; fetches them if they never were. @throws RetailDataError */
  all(): Promise<readonly Store[]>;
  /** The stores as last fetched, without waiting; undefined until then. */
  stored(): StoredDirectory | undefined;
  /**
   * Fetches the stores again. Keeps the current ones if that fails, if the new list is empty, or if it is far shorter,
   * since an answer may be cut: as with stock, two readings have to agree, from noon on. @throws RetailDataError
   */
  refresh(): Promise<void>;
}

export interface StoredDirectory {
  readonly stores: readonly Store[];
  /** When they were fetched, in milliseconds since 1970. */
  readonly readAt: number;
}

/** Describes the import of stores to health checks and metrics. */
export const STORES_IMPORT: ServiceImport = {
  kind: 'stores',
  operation: 'stores',
  title: 'stores',
  days: undefined,
};

/** A far shorter list isn't taken earlier: the rule of stock, whose list the service corrects until then. */
const TAKEN_FROM = '12:00';

/** How often to call `refresh`. */
export const DIRECTORY_REFRESH_MS = 15 * 60_000;

/** Answers from memory. The caller calls `refresh` every DIRECTORY_REFRESH_MS (interface: "GET details"). */
export function createStoreDirectory(
  client: RetailDataOperations,
  clock: Pick<Clock, 'now'>,
  calendar: Pick<Calendar, 'dayOf' | 'instantOf'>,
  underWay: Pick<UnderWay, 'track' | 'wait'>,
  log: Logger,
): StoreDirectory {
  let current: StoredDirectory | undefined;
  let reading: Promise<readonly Store[]> | undefined;
  /** The store ids of a refused far shorter list; the next list is accepted if it has the same. */
  let refused: string | undefined;

  /** Whether a list replaces the current one. */
  const isTaken = (stores: readonly Store[]): boolean => {
    const before = current?.stores.length ?? 0;
    const hash = JSON.stringify(stores.map(({ storeId }) => storeId).toSorted());
    const now = clock.now();
    const mayShrink = now >= calendar.instantOf(calendar.dayOf(now), TAKEN_FROM);
    const isNow = isBelieved({ count: stores.length, hash }, before, mayShrink ? refused : undefined);
    if (isFarShorter(stores.length, before) && (isNow || hash !== refused)) {
      const what = stores.length === 0 ? 'no stores' : 'far fewer stores';
      log.warn(
        { stores: stores.length, before },
        isNow
          ? `the service lists ${what} twice in a row: the list was taken`
          : `the service lists ${what}: the list is refused and the stores from before stay`,
      );
    }
    refused = isNow ? undefined : hash;
    return isNow;
  };

  const read = (): Promise<readonly Store[]> => {
    const readAt = clock.now();
    reading ??= underWay
      .track(() => client.stores())
      .then((stores) => {
        if (isTaken(stores)) current = { stores, readAt };
        return current?.stores ?? stores;
      })
      .finally(() => {
        reading = undefined;
      });
    return underWay.wait(reading);
  };

  return {
    all: async () => current?.stores ?? (await read()),
    stored: () => current,
    async refresh() {
      await read();
    },
  };
}
