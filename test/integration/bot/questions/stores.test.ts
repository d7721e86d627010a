import { hoursOn } from 'retail-data-client/stores/openingHours';
import { describe, expect, test } from 'vitest';
import { ParseError } from '../../../../bot/parser/parseError.ts';
import { parseStores } from '../../../../bot/parser/stores.ts';
import { answerStores, type FoundStore, kilometresBetween } from '../../../../bot/questions/stores.ts';
import { createStoreDirectory } from '../../../../bot/stores/directory.ts';
import { createRecordingLog } from '../../../support/bot/recordingLog.ts';
import { startWarehouse, type Warehouse } from '../../../support/bot/service.ts';
import { rejection } from '../../../support/testClient.ts';

const storeCalls = ({ sandbox }: Warehouse) =>
  sandbox.requests.filter(({ path }) => path.includes('/stores/')).length;

async function openDirectory() {
  const warehouse = await startWarehouse('2026-11-20 09:00', { stores: 36 });
  const recording = createRecordingLog();
  const directory = createStoreDirectory(warehouse.client, warehouse.clock, recording.log);
  const { calendar, clock } = warehouse;
  const ask = async (text: string) => {
    const question = parseStores(text);
    if (question.kind === 'help' || question.kind === 'form') throw new Error(question.kind);
    return answerStores(directory, calendar, clock.now(), question, 10_000);
  };
  return { warehouse, directory, recording, ask };
}

describe('the directory of stores', () => {
  test('is read once, by however many at once, and again when it is refreshed', async () => {
    const { warehouse, directory } = await openDirectory();
    await Promise.all([directory.all(), directory.all(), directory.all()]);
    expect(await directory.all()).toHaveLength(36);
    expect(storeCalls(warehouse)).toBe(1);
    await directory.refresh();
    expect(storeCalls(warehouse)).toBe(2);
  });

  test('keeps its stores when a list is cut, and takes a shorter one that comes twice', async () => {
    const { warehouse, directory, recording } = await openDirectory();
    const all = await directory.all();
    const listed = (body: readonly object[]) => {
      warehouse.sandbox.fail({ operation: 'stores', fault: { kind: 'shape', body } });
      return directory.refresh();
    };
    await listed([]);
    await listed([]);
    expect(await directory.all()).toEqual(all);
    await listed(all.slice(0, 12));
    await listed(all.slice(12, 24));
    expect(await directory.all()).toEqual(all);
    expect(recording.text()).toContain('the service lists far fewer stores: the list is refused');
    await listed(all.slice(12, 24));
    expect(await directory.all()).toEqual(all.slice(12, 24));
    expect(directory.held()?.readAt).toBe(warehouse.clock.now());
  });

  test('that is empty at first is asked for again by the next question', async () => {
    const { warehouse, directory } = await openDirectory();
    warehouse.sandbox.fail({ operation: 'stores', fault: { kind: 'shape', body: [] } });
    expect(await directory.all()).toEqual([]);
    expect(await directory.all()).toHaveLength(36);
  });

  test('does not keep a failure', async () => {
    const { warehouse, directory } = await openDirectory();
    warehouse.sandbox.fail({ operation: 'stores', fault: { kind: 'status', status: 400 } });
    await expect(directory.all()).rejects.toThrow();
    expect(await directory.all()).toHaveLength(36);
  });

  test('keeps what it has while the service is out, and knows how old that is', async () => {
    const { warehouse, directory } = await openDirectory();
    await directory.refresh();
    const readAt = warehouse.clock.now();
    warehouse.clock.set(readAt + 3_600_000);
    warehouse.sandbox.fail({ operation: 'stores', fault: { kind: 'status', status: 400 } });
    await expect(directory.refresh()).rejects.toThrow();
    expect(directory.held()).toMatchObject({ readAt });
    expect(await directory.all()).toHaveLength(36);
  });
});

describe('a search', () => {
  test('finds a store by its number, with and without zeros', async () => {
    const { warehouse, ask } = await openDirectory();
    for (const storeId of warehouse.sandbox.truth.storeIds()) {
      const { stores } = await ask(String(Number(storeId)));
      expect(stores.map(({ store }) => store.storeId)).toEqual([storeId]);
    }
  });

  test('finds in names and cities, whatever the case', async () => {
    const { warehouse, ask } = await openDirectory();
    const cities = [...new Set(warehouse.sandbox.truth.stores().map((store) => store.address.city))];
    for (const city of cities) {
      const expected = warehouse.sandbox.truth
        .stores()
        .filter((store) => [store.storeName, store.address.city].some((name) => matches(name, city)));
      const { stores } = await ask(city.toUpperCase());
      expect(idsOf(stores)).toEqual(expected.map((store) => store.storeId).toSorted());
    }
  });

  test.each(['9999999', 'olso', 'zzzzzz', "x'y"])(
    'for %s is corrected to one that finds a store',
    async (text) => {
      const { ask } = await openDirectory();
      const error = await rejection(ask(text));
      if (!(error instanceof ParseError)) throw error;
      expect(error.message).toMatch(/\.$/);
      if (error.corrected !== '/stores help') {
        expect((await ask(error.corrected.replace('/stores ', ''))).stores.length).toBeGreaterThan(0);
      }
    },
  );
});

test('letters that a phone lacks are found without their rings and dots, and a slip is put right by a city', async () => {
  const { warehouse, ask } = await openDirectory();
  const inTroms = warehouse.sandbox.truth
    .stores()
    .filter((store) => [store.storeName, store.address.city].some((name) => matches(name, 'tromsø')));
  expect(inTroms.length).toBeGreaterThan(0);
  for (const typed of ['tromso', 'Tromsoe']) {
    expect(idsOf((await ask(typed)).stores)).toEqual(inTroms.map((store) => store.storeId).toSorted());
  }
  const error = await rejection(ask('olso'));
  expect(error).toMatchObject({ corrected: '/stores Oslo' });
});

function matches(name: string, part: string): boolean {
  return name.toLowerCase().includes(part.toLowerCase());
}

function idsOf(found: readonly FoundStore[]): string[] {
  return found.map(({ store }) => store.storeId).toSorted();
}

test('distances are those of the globe', () => {
  const oslo = { latitude: 59.9139, longitude: 10.7522 };
  const bergen = { latitude: 60.3913, longitude: 5.3221 };
  expect(kilometresBetween(oslo, bergen)).toBeCloseTo(305, -1);
  expect(kilometresBetween(oslo, oslo)).toBe(0);
});

test('stores near a place come nearest first; those that nobody can place are counted', async () => {
  const { warehouse, ask } = await openDirectory();
  const answer = await ask('near 59.91,10.75');
  const distances = answer.stores.map(({ kilometres }) => kilometres ?? -1);
  expect(distances).toEqual(distances.toSorted((one, other) => one - other));
  expect(answer.storeCount + answer.placeUnknown).toBe(warehouse.sandbox.truth.stores().length);
});

test('stores near a city come nearest to the middle of its stores first', async () => {
  const { warehouse, ask } = await openDirectory();
  const [city = ''] = warehouse.sandbox.truth.stores().map((store) => store.address.city);
  const { stores, storeCount, placeUnknown } = await ask(`near ${city}`);
  const distances = stores.map(({ kilometres }) => kilometres ?? -1);
  expect(distances).toEqual(distances.toSorted((one, other) => one - other));
  expect(storeCount + placeUnknown).toBe(warehouse.sandbox.truth.stores().length);
  expect(stores[0]?.store.address.city).toBe(city);
  expect(await rejection(ask('near zzzzzz'))).toMatchObject({
    message: 'No store has "zzzzzz" in its name or city.',
  });
});

test('stores that open at some time of a day, whatever time it is now', async () => {
  const { warehouse, ask } = await openDirectory();
  warehouse.clock.set(Date.parse('2026-11-20T22:30:00Z'));
  const openOn = (day: string, time?: string) =>
    warehouse.sandbox.truth.stores().flatMap((store) => {
      const hours = hoursOn(store, day);
      const isOpen =
        hours.kind === 'open' && (time === undefined || (hours.opens <= time && time < hours.closes));
      return isOpen ? [store.storeId] : [];
    });
  expect((await ask('open now')).storeCount).toBe(0);
  const cases = [
    ['open today', '2026-11-20', undefined],
    ['open at 12', '2026-11-20', '12:00'],
    ['open tomorrow at 19', '2026-11-21', '19:00'],
    ['open friday', '2026-11-20', undefined],
    ['open sunday', '2026-11-22', undefined],
    ['open monday kl 10', '2026-11-23', '10:00'],
    ['open 24 december', '2026-12-24', undefined],
    ['open 1 november', '2026-11-01', undefined],
    ['open 1 october', '2027-10-01', undefined],
  ] as const;
  for (const [text, day, time] of cases) {
    const answer = await ask(text);
    expect([answer.day, idsOf(answer.stores)], text).toEqual([day, openOn(day, time).toSorted()]);
  }
  expect((await ask('open at 12')).storeCount).toBeGreaterThan(0);
});
