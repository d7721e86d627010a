import { describe, expect, test } from 'vitest';
import { createStoreDirectory } from '../../../../bot/stores/directory.ts';
import { createUnderWay } from '../../../../bot/workers/underWay.ts';
import { createRecordingLog } from '../../../support/bot/recordingLog.ts';
import { startWarehouse, type Warehouse } from '../../../support/bot/service.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';

const storeCalls = ({ sandbox }: Warehouse) =>
  sandbox.requests.filter(({ path }) => path.includes('/stores/')).length;

async function openDirectory() {
  const warehouse = await startWarehouse('2026-11-20 09:00', { stores: 36 });
  const recording = createRecordingLog();
  const { client, clock } = warehouse;
  const directory = createStoreDirectory(client, clock, calendar, createUnderWay(), recording.log);
  return { warehouse, directory, recording };
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

  test('keeps its stores when a list is cut, and from noon on takes a shorter one that comes twice', async () => {
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
    // Until noon it stays refused, which is told once.
    const told = recording.text();
    await listed(all.slice(12, 24));
    await listed(all.slice(12, 24));
    expect(await directory.all()).toEqual(all);
    expect(recording.text()).toBe(told);
    warehouse.clock.set(oslo('2026-11-20 12:00'));
    await listed(all.slice(12, 24));
    expect(await directory.all()).toEqual(all.slice(12, 24));
    expect(recording.text()).toContain('far fewer stores twice in a row: the list was taken');
    expect(directory.stored()?.readAt).toBe(warehouse.clock.now());
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
    expect(directory.stored()).toMatchObject({ readAt });
    expect(await directory.all()).toHaveLength(36);
  });
});
