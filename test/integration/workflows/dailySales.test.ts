import type { INodeExecutionData } from 'n8n-workflow';
import { expect, test, vi } from 'vitest';
import { readExample } from '../../../tools/n8n/exampleFile.ts';
import { useService } from '../../support/nodes/service.ts';
import { correctionsSince, saleKey, salesInFile } from '../../support/workflows/expected.ts';
import { withoutOutside } from '../../support/workflows/outside.ts';
import { runExample } from './example.ts';

const startService = useService();
const following = { now: () => Date.now() };
const example = withoutOutside(readExample('daily-sales-to-file.json'));
const trigger = 'Sales Available';

function salesIn(item: INodeExecutionData | undefined): string[] {
  return salesInFile(Buffer.from(item?.binary?.data?.data ?? '', 'base64').toString('utf8'));
}

/** What the trigger fires for these sales dates, at that instant. */
function firedAt(instant: string, dates: readonly string[]) {
  vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });
  return dates.map((date) => ({ event: 'salesAvailable', date, empty: false, settled: true }));
}

test('corrections made on a day without sales, which starts nothing, come with the next day', async () => {
  const service = await startService(following);
  const fired = firedAt('2026-11-24T08:00:00Z', ['2026-11-23']);
  const run = await runExample(example, { service, trigger, fired });
  const onSunday = correctionsSince(service.sandbox.truth, '2026-11-22', '2026-11-22').filter(
    ({ lastChangedDate }) => lastChangedDate === '2026-11-22',
  );
  expect(onSunday.length).toBeGreaterThan(0);
  const inFiles = run.items('Any Corrections').flatMap(salesIn);
  expect(inFiles).toEqual(expect.arrayContaining(onSunday.map(saleKey)));
});

test('each correction of the week before is in one of the files, and no recent sale that never changed', async () => {
  const service = await startService(following);
  const fired = firedAt('2026-11-17T08:00:00Z', ['2026-11-16']);
  const run = await runExample(example, { service, trigger, fired });
  const corrected = correctionsSince(service.sandbox.truth, '2026-11-16', '2026-11-09').map(saleKey);
  expect(run.items('Any Corrections').flatMap(salesIn).toSorted()).toEqual(corrected.toSorted());
});

test('no corrections make no file', async () => {
  const service = await startService(following);
  vi.useFakeTimers({ now: new Date('2026-11-20T08:00:00Z'), toFake: ['Date'] });
  service.sandbox.fail({ operation: 'dailySales', fault: { kind: 'shape', body: [] }, times: Infinity });
  const run = await runExample(example, {
    service,
    trigger,
    fired: [{ date: '2026-11-19', empty: false, settled: true }],
  });
  expect(run.status).toBe('success');
  expect(run.items('Write Corrections')).toEqual([]);
});
