import { furtherPlace, PLACES, type Place } from './places.ts';
import { between, random } from './random.ts';

/** A store of the chain and what its sales follow from. */
export interface Store {
  /** As it is printed; a filter finds it by its number. */
  readonly id: string;
  readonly number: number;
  readonly place: Place;
  readonly name: string;
  readonly status: 'Open' | 'Closed' | 'Temporarily closed' | 'To be opened';
  /** 1 (small) to 6 (large). */
  readonly category: number;
  readonly hoursInProse: boolean;
}

// By place in the written list, early enough for a chain of a dozen stores to have one of each.
const STATUS_BY_INDEX: Readonly<Record<number, Store['status']>> = {
  5: 'Closed',
  8: 'Temporarily closed',
  11: 'To be opened',
};
const PROSE_INDEX = 6;

/** The first `count` stores: the written list, then generated ones. */
export function createStores(count: number, seed: number): readonly Store[] {
  return Array.from({ length: count }, (_, index) => {
    const place = PLACES[index] ?? furtherPlace(index - PLACES.length);
    const [id, name] = place;
    const number = Number(id);
    return {
      id,
      number,
      place,
      name,
      status: STATUS_BY_INDEX[index] ?? 'Open',
      category: between(random(seed, number, 1), 1, 6),
      hoursInProse: index === PROSE_INDEX,
    };
  });
}
