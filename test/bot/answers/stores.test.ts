import type { Store } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { answerStores, createStoreDirectory } from '../../../bot/answers/stores.ts';
import { CommandMistake } from '../../../bot/grammar/mistake.ts';
import { parseStores } from '../../../bot/grammar/stores.ts';
import { rejection } from '../../support/testClient.ts';
import { startWarehouse, type Warehouse } from '../support/service.ts';

const storeCalls = ({ sandbox }: Warehouse) =>
  sandbox.requests.filter(({ path }) => path.includes('/stores/')).length;

async function openDirectory() {
  const warehouse = await startWarehouse('2026-11-20 09:00', { stores: 36 });
  const directory = createStoreDirectory(warehouse.client, warehouse.clock);
  const ask = async (text: string) => {
    const question = parseStores(text);
    if (question.kind === 'help') throw new Error('help');
    return answerStores(directory, question);
  };
  return { warehouse, directory, ask };
}

describe('the directory of stores', () => {
  test('is read once in a quarter of an hour, by however many at once', async () => {
    const { warehouse, directory } = await openDirectory();
    await Promise.all([directory.all(), directory.all(), directory.all()]);
    warehouse.clock.set(warehouse.clock.now() + 15 * 60_000 - 1);
    expect(await directory.all()).toHaveLength(36);
    expect(storeCalls(warehouse)).toBe(1);
    warehouse.clock.set(warehouse.clock.now() + 1);
    await directory.all();
    expect(storeCalls(warehouse)).toBe(2);
  });

  test('does not keep a failure', async () => {
    const { warehouse, directory } = await openDirectory();
    warehouse.sandbox.fail({ operation: 'stores', fault: { kind: 'status', status: 400 } });
    await expect(directory.all()).rejects.toThrow();
    expect(await directory.all()).toHaveLength(36);
  });
});

describe('a search', () => {
  test('finds a store by its number, with and without zeros', async () => {
    const { warehouse, ask } = await openDirectory();
    for (const storeId of warehouse.sandbox.truth.storeIds()) {
      const { stores } = await ask(String(Number(storeId)));
      expect(stores.map((store) => store.storeId)).toEqual([storeId]);
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
      if (!(error instanceof CommandMistake)) throw error;
      expect(error.message).toMatch(/\.$/);
      if (error.corrected !== '/stores help') {
        expect((await ask(error.corrected.replace('/stores ', ''))).stores.length).toBeGreaterThan(0);
      }
    },
  );
});

function matches(name: string, part: string): boolean {
  return name.toLowerCase().includes(part.toLowerCase());
}

function idsOf(stores: readonly Store[]): string[] {
  return stores.map((store) => store.storeId).toSorted();
}
