import type { Calendar, Store } from 'retail-data-client/portable';
import {
  changedParts,
  type KeptStore,
  keptStoreOf,
  type StorePart,
  type StoreView,
  viewOf,
} from './keptStore.ts';
import { asking, callsFree, NO_PAUSE, type Pause } from './pause.ts';

/** What is remembered between polls. */
export interface StoresMemory extends Pause {
  /** The filters of the last check; other filters mean other stores, which is no change of any store. */
  readonly filters: string;
  /** The local day of the last check, yyyy-MM-dd. */
  readonly checkedDay: string;
  /** By store id; null until the first check. */
  readonly stores: Readonly<Record<string, KeptStore>> | null;
}

/** One changed store. A type, not an interface, so that n8n takes it for the json of an item. */
export type StoreChange = {
  event: 'storesChanged';
  /** The day of the check. */
  date: string;
  storeId: string;
  storeName: string;
  change: 'added' | 'changed' | 'removed';
  /** What differs; `details` is telephone, e-mail or category. */
  changed: StorePart[];
  before: StoreView | null;
  after: StoreView | null;
  /** What the trigger remembers of all its stores, and how much that may be. */
  remembered: Remembered;
};

export type Remembered = { stores: number; kilobytes: number; mostKilobytes: number };

/** The interface names no time at which stores change: the check is made before the working day. */
export const CHECKED_AT = '07:00';
const MOST_BYTES = 500_000;

/** The stores do not fit into what n8n keeps for a workflow. */
export class TooManyStoresError extends Error {
  override readonly name = 'TooManyStoresError';
  readonly description =
    "Set a filter, 'Store' or 'Store Name Contains', and use several triggers if need be. Nothing was fired and nothing noted.";

  constructor({ stores, kilobytes, mostKilobytes }: Remembered) {
    super(
      `The ${stores} stores take ${kilobytes} kB to remember, more than the ${mostKilobytes} kB a workflow may keep.`,
    );
  }
}

/** Memory of a trigger that has not checked yet, or of which the filters have changed. */
export function beginStores(known: StoresMemory | undefined, filters: string): StoresMemory {
  return known?.filters === filters ? known : { filters, checkedDay: '', ...NO_PAUSE, stores: null };
}

/** The first check is due at once, so that changes count from then on; the others once a day. */
export function isCheckDue(memory: StoresMemory, now: number, calendar: Calendar): boolean {
  if (callsFree(memory, now) === 0) return false;
  if (memory.stores === null) return true;
  return calendar.dayOf(now) !== memory.checkedDay && calendar.timeOf(now) >= CHECKED_AT;
}

/**
 * What to fire and to remember, given all stores of the filters.
 * @throws TooManyStoresError when they are too many to remember.
 */
export function concludeStores(
  memory: StoresMemory,
  answer: readonly Store[],
  now: number,
  calendar: Calendar,
): {
  readonly fired: readonly StoreChange[];
  readonly memory: StoresMemory;
  readonly remembered: Remembered;
} {
  const today = calendar.dayOf(now);
  const stores = keptStoresOf(answer);
  const remembered = sizeOf(stores);
  const { calls } = asking(memory, now, 1);
  return {
    fired: memory.stores === null ? [] : changesBetween(memory.stores, stores, today, remembered),
    memory: { filters: memory.filters, checkedDay: today, calls, pausedUntil: null, stores },
    remembered,
  };
}

/**
 * The first store as an item would look like, for building a workflow: nothing has changed. None when there is no store.
 * @throws TooManyStoresError as a check would.
 */
export function sampleChange(answer: readonly Store[], today: string): StoreChange[] {
  const [store] = answer;
  if (store === undefined) return [];
  const kept = keptStoreOf(store);
  const remembered = sizeOf(keptStoresOf(answer));
  return [
    changeOf({ date: today, storeId: store.storeId, before: kept, after: kept, changed: [], remembered }),
  ];
}

function keptStoresOf(answer: readonly Store[]): Record<string, KeptStore> {
  return Object.fromEntries(answer.map((store) => [store.storeId, keptStoreOf(store)]));
}

function changesBetween(
  before: Readonly<Record<string, KeptStore>>,
  after: Readonly<Record<string, KeptStore>>,
  date: string,
  remembered: Remembered,
): StoreChange[] {
  const changes: StoreChange[] = [];
  for (const storeId of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, fresh] = [before[storeId], after[storeId]];
    const changed = old === undefined || fresh === undefined ? [] : changedParts(old, fresh, date);
    if (old === undefined || fresh === undefined || changed.length > 0) {
      changes.push(changeOf({ date, storeId, before: old, after: fresh, changed, remembered }));
    }
  }
  return changes;
}

interface Change {
  readonly date: string;
  readonly storeId: string;
  readonly before: KeptStore | undefined;
  readonly after: KeptStore | undefined;
  readonly changed: StorePart[];
  readonly remembered: Remembered;
}

function changeOf({ date, storeId, before, after, changed, remembered }: Change): StoreChange {
  return {
    event: 'storesChanged',
    date,
    storeId,
    storeName: (after ?? before)?.storeName ?? '',
    change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    changed,
    before: before === undefined ? null : viewOf(before),
    after: after === undefined ? null : viewOf(after),
    remembered,
  };
}

function sizeOf(kept: Readonly<Record<string, KeptStore>>): Remembered {
  const { length } = new TextEncoder().encode(JSON.stringify(kept));
  const remembered = {
    stores: Object.keys(kept).length,
    kilobytes: Math.ceil(length / 1000),
    mostKilobytes: MOST_BYTES / 1000,
  };
  if (length > MOST_BYTES) throw new TooManyStoresError(remembered);
  return remembered;
}
