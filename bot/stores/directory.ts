import type { Clock, RetailDataClient, Store } from 'retail-data-client/core';

/** All stores of the chain in memory. */
export interface StoreDirectory {
  /** The stores as they were read last, however long ago; read now when they never were. @throws RetailDataError */
  all(): Promise<readonly Store[]>;
  /** What is held at this moment, without waiting; undefined while nothing is. */
  held(): HeldDirectory | undefined;
  /** Reads them again; what is held stays when that fails. @throws RetailDataError */
  refresh(): Promise<void>;
}

export interface HeldDirectory {
  readonly stores: readonly Store[];
  /** When they were read, in milliseconds since 1970. */
  readonly readAt: number;
}

/** How old the directory becomes before it is read again in the background. */
export const DIRECTORY_REFRESH_MS = 15 * 60_000;

/** Questions are answered from memory; who opens the directory has `refresh` called now and then (interface: "GET details"). */
export function createStoreDirectory(client: RetailDataClient, clock: Pick<Clock, 'now'>): StoreDirectory {
  let held: HeldDirectory | undefined;
  let reading: Promise<HeldDirectory> | undefined;

  const read = (): Promise<HeldDirectory> => {
    const readAt = clock.now();
    reading ??= client
      .stores()
      .then((stores) => {
        held = { stores, readAt };
        return held;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };

  return {
    all: async () => (held ?? (await read())).stores,
    held: () => held,
    async refresh() {
      await read();
    },
  };
}
