import type { StoreDetails } from 'retail-data-client/sandbox';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useService } from '../../support/nodes/service.ts';
import { runExample } from '../../support/workflows/example.ts';
import { readExample } from '../../support/workflows/exampleFile.ts';
import { withoutOutside } from '../../support/workflows/outside.ts';

const startService = useService();
const original = readExample('store-changes-to-slack.json');
const example = withoutOutside(original);
const trigger = 'Stores Changed';

afterEach(() => {
  vi.useRealTimers();
});

/** Two stores of the service; `served` says how they stand. */
async function startStores() {
  vi.useFakeTimers({ now: new Date('2026-11-20T08:00:00Z'), toFake: ['Date'] });
  const service = await startService({ now: () => Date.now() });
  const [one, other] = service.sandbox.truth.stores();
  if (one === undefined || other === undefined) throw new Error('The service has two stores.');
  const hours = {
    regularHours: [{ dayOfTheWeek: 'Saturday', openingTime: '10:00', closingTime: '15:00', closed: false }],
    exceptionHours: [
      { date: '2026-11-19', openingTime: '', closingTime: '', message: 'Vareopptelling' },
      { date: '2026-12-24', openingTime: '10:00', closingTime: '13:00', message: 'Julaften' },
    ],
  };
  const stores: readonly [StoreDetails, StoreDetails] = [
    { ...one, status: 'Open', openingHours: hours },
    { ...other, status: 'To be opened', openingHours: hours },
  ];
  const served = (answer: readonly object[]) => {
    service.sandbox.clearFaults();
    service.sandbox.fail({
      operation: 'stores',
      fault: { kind: 'shape', body: [...answer] },
      times: Infinity,
    });
  };
  return { service, stores, served };
}

describe('the first run', () => {
  test('tells how the changed stores stand now and learns all', async () => {
    const { service, stores, served } = await startStores();
    served(stores);
    const run = await runExample(example, { service, trigger, fired: [{ storeId: stores[0].storeId }] });
    expect(run.status).toBe('success');
    expect(String(run.json('Tell the Channel')[0]?.text).split('\n')).toEqual([
      `*${stores[0].storeName}* (store ${stores[0].storeId})`,
      '• changed; it is now Open',
      '• Saturday: 10:00–15:00',
    ]);
    const ids = stores.map(({ storeId }) => storeId);
    expect(Object.keys(Object(run.remembered.global).stores).toSorted()).toEqual(ids.toSorted());
  });
});

describe('later runs', () => {
  async function learnt() {
    const world = await startStores();
    world.served(world.stores);
    const fired = world.stores.map(({ storeId }) => ({ storeId }));
    const { remembered } = await runExample(example, { service: world.service, trigger, fired });
    return { ...world, remembered, fired };
  }

  test('tell what status and hours were and what they are', async () => {
    const { service, stores, served, remembered, fired } = await learnt();
    const [one, other] = stores;
    const [saturday] = one.openingHours.regularHours;
    const [, eve] = one.openingHours.exceptionHours;
    served([
      {
        ...one,
        openingHours: {
          regularHours: [{ ...saturday, closingTime: '16:00' }],
          exceptionHours: [
            { ...eve, closingTime: '12:00' },
            { date: '2026-12-31', openingTime: '', closingTime: '', message: '' },
          ],
        },
      },
      { ...other, status: 'Open' },
    ]);
    const run = await runExample(example, { service, trigger, fired, remembered });
    expect(String(run.json('Tell the Channel')[0]?.text).split('\n')).toEqual(
      expect.arrayContaining([
        `*${one.storeName}* (store ${one.storeId})`,
        '• Saturday: 10:00–15:00 → 10:00–16:00',
        '• 2026-12-24: 10:00–13:00, Julaften → 10:00–12:00, Julaften',
        '• 2026-12-31: as usual → no hours',
        `*${other.storeName}* (store ${other.storeId})`,
        '• To be opened → Open',
      ]),
    );
    expect(run.json('Tell the Channel')[0]?.text).not.toContain('2026-11-19');
  });

  test('tell a store that is new and one that is gone', async () => {
    const { service, stores, served, remembered, fired } = await learnt();
    served([stores[0], { ...stores[1], storeId: '9999', storeName: 'Ny' }]);
    const run = await runExample(example, { service, trigger, fired, remembered });
    const text = String(run.json('Tell the Channel')[0]?.text);
    expect(text).toContain('*Ny* (store 9999)\n• new in the list: To be opened');
    expect(text).toContain(`(store ${stores[1].storeId})\n• no longer listed, was To be opened`);
  });

  test('say nothing of a telephone number, and come to their end', async () => {
    const { service, stores, served, remembered, fired } = await learnt();
    served([{ ...stores[0], telephone: '00 00 00 00' }, stores[1]]);
    const run = await runExample(example, { service, trigger, fired, remembered });
    expect(run.status).toBe('success');
    expect(run.items('Tell the Channel')).toEqual([]);
    expect(run.items('Remember')).toHaveLength(1);
  });

  test('tell again what Slack did not take', async () => {
    const { service, stores, served, remembered, fired } = await learnt();
    served([{ ...stores[0], status: 'Closed' }, stores[1]]);
    const broken = withoutOutside(original, { failing: ['Tell the Channel'] });
    const failed = await runExample(broken, { service, trigger, fired, remembered });
    expect(failed.status).toMatch(/^error/);
    const next = await runExample(example, { service, trigger, fired, remembered: failed.remembered });
    expect(next.json('Tell the Channel')[0]?.text).toContain('• Open → Closed');
  });

  test('take an empty answer for a failed read, not for closed stores', async () => {
    const { service, served, remembered, fired } = await learnt();
    served([]);
    const run = await runExample(example, { service, trigger, fired, remembered });
    expect(run.status).toMatch(/^error: The service listed no store at all/);
    expect(run.items('Tell the Channel')).toEqual([]);
    expect(run.remembered).toEqual(remembered);
  });

  test('cannot mention anyone or make a link by what a store is called', async () => {
    const { service, stores, served, remembered, fired } = await learnt();
    served([{ ...stores[0], storeName: '<!channel> & co', status: 'Closed' }, stores[1]]);
    const run = await runExample(example, { service, trigger, fired, remembered });
    const text = String(run.json('Tell the Channel')[0]?.text);
    expect(text).toContain('*&lt;!channel&gt; &amp; co*');
    expect(text).not.toMatch(/[<>]/);
  });
});
