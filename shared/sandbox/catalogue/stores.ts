import { between, draw } from '../hash.ts';
import type { Numbered } from './idOrder.ts';
import { furtherPlace, PLACES, type Place } from './places.ts';

export type StoreStatus = 'Open' | 'Closed' | 'Temporarily closed' | 'To be opened';

/** A store of the chain and what its sales follow from. */
export interface Store extends Numbered {
  readonly place: Place;
  readonly name: string;
  readonly status: StoreStatus;
  /** 1 (small) to 6 (large). */
  readonly category: number;
  readonly weekdayClosing: string;
  readonly saturdayClosing: string;
  readonly hoursInProse: boolean;
}

// By place in the written list, early enough for a chain of a dozen stores to have one of each.
const STATUS_BY_INDEX: Readonly<Record<number, StoreStatus>> = {
  5: 'Closed',
  8: 'Temporarily closed',
  11: 'To be opened',
};
const PROSE_INDEX = 6;

/** The first `count` stores, in the order of the written list. */
export function createStores(count: number, seed: number): readonly Store[] {
  return Array.from({ length: count }, (_, index) => createStore(index, seed));
}

function createStore(index: number, seed: number): Store {
  const place = PLACES[index] ?? furtherPlace(index - PLACES.length);
  const [id, name] = place;
  const number = Number(id);
  const category = between(draw(seed, number, 1), 1, 6);
  return {
    id,
    number,
    place,
    name,
    status: STATUS_BY_INDEX[index] ?? 'Open',
    category,
    weekdayClosing: category >= 5 ? '20:00' : '18:00',
    saturdayClosing: category >= 5 ? '16:00' : '15:00',
    hoursInProse: index === PROSE_INDEX,
  };
}
