import type { Calendar, Store } from 'retail-data-client';
import {
  changedParts,
  type KeptStore,
  keptStoreOf,
  type StorePart,
  type StoreView,
  viewOf,
} from './keptStore.ts';
import { isTooSoon } from './pause.ts';

/** What is remembered between polls. */
export interface StoresMemory {
  /** The filters of the last check; other filters mean other stores, which is no change of any store. */
  readonly filters: string;
  /** The local day of the last check, yyyy-MM-dd. */
  readonly checkedDay: string;
  /** When a check that failed was made. */
  readonly askedAt: number | null;
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
};

/** The interface names no time at which stores change: the check is made before the working day. */
export const CHECKED_AT = '07:00';
const MOST_BYTES = 500_000;

/** The stores do not fit into what n8n keeps for a workflow. */
export class TooManyStoresError extends Error {
  override readonly name = 'TooManyStoresError';
  readonly description =
    "Set a filter, 'Store ID' or 'Store Name Contains', and use several triggers if need be. Nothing was fired and nothing noted.";

  constructor(bytes: number, stores: number) {
    super(
      `The ${stores} stores take ${Math.ceil(bytes / 1000)} kB to remember, more than the ${MOST_BYTES / 1000} kB a workflow may keep.`,
    );
  }
}

/** Memory of a trigger that has not checked yet, or of which the filters have changed. */
export function beginStores(known: StoresMemory | undefined, filters: string): StoresMemory {
  return known?.filters === filters ? known : { filters, checkedDay: '', askedAt: null, stores: null };
}

/** The first check is due at once, so that changes count from then on; the others once a day. */
export function isCheckDue(memory: StoresMemory, now: number, calendar: Calendar): boolean {
  if (isTooSoon(memory.askedAt, now)) return false;
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
): { readonly fired: readonly StoreChange[]; readonly memory: StoresMemory } {
  const today = calendar.dayOf(now);
  const stores = Object.fromEntries(answer.map((store) => [store.storeId, keptStoreOf(store)]));
  refuseTooMany(stores);
  return {
    fired: memory.stores === null ? [] : changesBetween(memory.stores, stores, today),
    memory: { filters: memory.filters, checkedDay: today, askedAt: null, stores },
  };
}

/** A store as an item would look like, for building a workflow: nothing has changed. */
export function sampleChange(store: Store, today: string): StoreChange {
  const kept = keptStoreOf(store);
  return changeOf(today, store.storeId, kept, kept, []);
}

function changesBetween(
  before: Readonly<Record<string, KeptStore>>,
  after: Readonly<Record<string, KeptStore>>,
  today: string,
): StoreChange[] {
  const changes: StoreChange[] = [];
  for (const storeId of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, fresh] = [before[storeId], after[storeId]];
    const parts = old === undefined || fresh === undefined ? [] : changedParts(old, fresh, today);
    if (old === undefined || fresh === undefined || parts.length > 0) {
      changes.push(changeOf(today, storeId, old, fresh, parts));
    }
  }
  return changes;
}

function changeOf(
  date: string,
  storeId: string,
  before: KeptStore | undefined,
  after: KeptStore | undefined,
  changed: StorePart[],
): StoreChange {
  return {
    event: 'storesChanged',
    date,
    storeId,
    storeName: (after ?? before)?.storeName ?? '',
    change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    changed,
    before: before === undefined ? null : viewOf(before),
    after: after === undefined ? null : viewOf(after),
  };
}

function refuseTooMany(stores: Readonly<Record<string, KeptStore>>): void {
  const { length } = new TextEncoder().encode(JSON.stringify(stores));
  if (length > MOST_BYTES) throw new TooManyStoresError(length, Object.keys(stores).length);
}
