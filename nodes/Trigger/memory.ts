import type { IDataObject } from 'n8n-workflow';
import type { DailyEvent, DaysMemory } from './days.ts';
import type { KeptStore } from './keptStore.ts';
import type { Pause } from './pause.ts';
import type { StoresMemory } from './storeChanges.ts';

/**
 * What n8n keeps for the node between polls, as what it is. Notes of another event, or that cannot be read, are none:
 * the trigger then begins anew.
 */
export function readDays(kept: IDataObject, event: DailyEvent): DaysMemory | undefined {
  const { settledDate } = kept;
  if (kept.event !== event || typeof settledDate !== 'string') return undefined;
  return { settledDate, ...readPause(kept) };
}

export function readStores(kept: IDataObject): StoresMemory | undefined {
  const { filters, checkedDay } = kept;
  if (kept.event !== 'storesChanged' || typeof filters !== 'string' || typeof checkedDay !== 'string') {
    return undefined;
  }
  return { filters, checkedDay, ...readPause(kept), stores: readKeptStores(kept.stores) };
}

/** Replaces everything that is kept. */
export function keep(kept: IDataObject, event: string, memory: DaysMemory | StoresMemory): void {
  for (const name of Object.keys(kept)) delete kept[name];
  Object.assign(kept, { event, ...memory });
}

function readPause({ calls, pausedUntil }: IDataObject): Pause {
  return {
    calls: Array.isArray(calls) ? calls.filter((at): at is number => typeof at === 'number') : [],
    pausedUntil: typeof pausedUntil === 'number' ? pausedUntil : null,
  };
}

function readKeptStores(value: unknown): StoresMemory['stores'] {
  if (typeof value !== 'object' || value === null) return null;
  const stores: Record<string, KeptStore> = {};
  for (const [storeId, store] of Object.entries(value)) {
    if (!isKeptStore(store)) return null;
    stores[storeId] = store;
  }
  return stores;
}

function isKeptStore(value: unknown): value is KeptStore {
  if (typeof value !== 'object' || value === null) return false;
  const {
    storeName,
    status,
    address,
    regular,
    exceptions,
    details,
  }: Partial<Record<keyof KeptStore, unknown>> = value;
  return (
    typeof storeName === 'string' &&
    typeof status === 'string' &&
    typeof details === 'string' &&
    isTexts(address) &&
    isRows(regular) &&
    isRows(exceptions)
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isRows(value: unknown): boolean {
  return Array.isArray(value) && value.every(isTexts);
}
