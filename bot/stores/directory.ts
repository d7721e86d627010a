import type { Logger } from 'pino';
import type { RetailDataOperations } from 'retail-data-client/client/client';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Store } from 'retail-data-client/operations/stores';
import type { ServiceImport } from '../health/serviceFacts.ts';
import { isFarShorter } from '../text/numbers.ts';

/** All stores of the chain in memory. */
export interface StoreDirectory {
  /** The stores as they were read last, however long ago; read now when they never were. @throws RetailDataError */
  all(): Promise<readonly Store[]>;
  /** What is held at this moment, without waiting; undefined while nothing is. */
  held(): HeldDirectory | undefined;
  /**
   * Reads them again; what is held stays when that fails, or when the list is empty, or far shorter for the first time:
   * one answer may be cut. @throws RetailDataError
   */
  refresh(): Promise<void>;
}

export interface HeldDirectory {
  readonly stores: readonly Store[];
  /** When they were read, in milliseconds since 1970. */
  readonly readAt: number;
}

/** The stores that are read in, for health checks and metrics. */
export const STORES_IMPORT: ServiceImport = {
  kind: 'stores',
  operation: 'stores',
  title: 'stores',
  days: undefined,
};

/** How old the directory becomes before it is read again in the background. */
export const DIRECTORY_REFRESH_MS = 15 * 60_000;

/** Questions are answered from memory; who opens the directory has `refresh` called now and then (interface: "GET details"). */
export function createStoreDirectory(
  client: RetailDataOperations,
  clock: Pick<Clock, 'now'>,
  log: Logger,
): StoreDirectory {
  let held: HeldDirectory | undefined;
  let reading: Promise<readonly Store[]> | undefined;
  /** The stores of a far shorter list that was refused; the next list is taken when it has the same ones. */
  let refused: string | undefined;

  /** Whether a list takes the place of the one that is held. */
  const isBelieved = (stores: readonly Store[]): boolean => {
    const before = held?.stores.length ?? 0;
    if (!isFarShorter(stores.length, before)) return true;
    const ids = JSON.stringify(stores.map(({ storeId }) => storeId).toSorted());
    const isConfirmed = stores.length > 0 && ids === refused;
    const what = stores.length === 0 ? 'no stores' : 'far fewer stores';
    log.warn(
      { stores: stores.length, before },
      isConfirmed
        ? `the service lists ${what} twice in a row: the list was taken`
        : `the service lists ${what}: the list is refused and the stores from before stay`,
    );
    refused = ids;
    return isConfirmed;
  };

  const read = (): Promise<readonly Store[]> => {
    const readAt = clock.now();
    reading ??= client
      .stores()
      .then((stores) => {
        if (isBelieved(stores)) {
          held = { stores, readAt };
          refused = undefined;
        }
        return held?.stores ?? stores;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };

  return {
    all: async () => held?.stores ?? (await read()),
    held: () => held,
    async refresh() {
      await read();
    },
  };
}
