import { expect, test, vi } from 'vitest';
import { type Example, readExample } from '../../../tools/n8n/exampleFile.ts';
import { useService } from '../../support/nodes/service.ts';
import { coverOf } from '../../support/workflows/expected.ts';
import { withoutOutside } from '../../support/workflows/outside.ts';
import { runExample } from './example.ts';

const startService = useService();
const following = { now: () => Date.now() };
const example = withoutOutside(readExample('days-of-cover-to-slack.json'));
const trigger = 'Stock Updated';
const fired = [{ event: 'stockUpdated', date: '2026-11-20', empty: false, settled: true }];

async function startFriday() {
  vi.useFakeTimers({ now: new Date('2026-11-20T08:00:00Z'), toFake: ['Date'] });
  return startService(following);
}

test('a day on which nothing is short is one line', async () => {
  const service = await startFriday();
  const patient: Example = JSON.parse(
    JSON.stringify(example).replace('"name":"shortDays","value":14', '"name":"shortDays","value":0'),
  );
  const run = await runExample(patient, { service, trigger, fired });
  expect(run.status).toBe('success');
  const { size } = coverOf(service.sandbox.truth, '2026-10-23', '2026-11-19');
  expect(run.json('Tell the Channel')).toEqual([
    { text: `Days of cover: all ${size} products last 0 days or longer.` },
  ]);
});

test.each(['dailySales', 'accumulatedStock'] as const)(
  'an empty answer of %s is told as a failure',
  async (operation) => {
    const service = await startFriday();
    service.sandbox.fail({ operation, fault: { kind: 'shape', body: [] }, times: Infinity });
    const run = await runExample(example, { service, trigger, fired });
    expect(run.status).toMatch(/^error: .*could not be fetched/);
    expect(run.json('Tell of the Failure')).toMatchObject([{ text: expect.stringContaining('lists no') }]);
    expect(run.items('Tell the Channel')).toEqual([]);
  },
);

test.each(['dailySales', 'accumulatedStock'] as const)(
  '%s that cannot be read is told once, and the run ends as failed',
  async (operation) => {
    const service = await startFriday();
    service.sandbox.fail({ operation, fault: { kind: 'status', status: 400 }, times: Infinity });
    const run = await runExample(example, { service, trigger, fired });
    expect(run.status).toMatch(/^error: .*could not be fetched/);
    expect(run.json('Tell of the Failure')).toEqual([
      { text: expect.stringMatching(/^The days of cover could not be calculated today\. .{20,}/) },
    ]);
    expect(run.items('Tell the Channel')).toEqual([]);
  },
);
