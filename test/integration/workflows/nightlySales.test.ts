import type { INodeExecutionData } from 'n8n-workflow';
import { afterEach, expect, test, vi } from 'vitest';
import { pollTrigger } from '../../support/nodes/poll.ts';
import { useService } from '../../support/nodes/service.ts';
import { runExample } from '../../support/workflows/example.ts';
import { parametersOf, readExample } from '../../support/workflows/exampleFile.ts';
import { correctionsSince, saleKey } from '../../support/workflows/expected.ts';
import { withoutOutside } from '../../support/workflows/outside.ts';

const startService = useService();
const following = { now: () => Date.now() };
const example = withoutOutside(readExample('nightly-sales-to-file.json'));
const trigger = 'Sales Available';
afterEach(() => {
  vi.useRealTimers();
});

/** The rows of a Norwegian CSV, as saleKey has them. */
function salesIn(item: INodeExecutionData | undefined): string[] {
  const text = Buffer.from(item?.binary?.data?.data ?? '', 'base64').toString('utf8');
  const [head = '', ...lines] = text.replace('\uFEFF', '').trim().split(/\r?\n/);
  const columns = head.split(';');
  const of = (cells: readonly string[], name: string) => cells[columns.indexOf(name)];
  return lines.map((line) => {
    const cells = line.split(';');
    return ['salesDate', 'storeId', 'productId', 'salesVolume', 'salesQuantity']
      .map((name) => of(cells, name))
      .join(';');
  });
}

test('each missed day with sales becomes its own file, a Sunday none', async () => {
  const service = await startService(following);
  const polled = await pollTrigger(service, parametersOf(example, trigger));
  await polled.at('2026-11-21T08:00:00Z');
  // Saturday's sales on Sunday, none of Sunday, Monday's on Tuesday.
  const fired = await polled.at('2026-11-24T08:00:00Z');
  expect(fired).toHaveLength(3);
  const run = await runExample(example, { service, trigger, fired });
  expect(run.status).toBe('success');
  const files = run.items('Sales of the Day');
  const days = ['2026-11-21', '2026-11-23'];
  expect(run.json('Write Sales').map(({ fileName }) => fileName)).toEqual(
    days.map((day) =>
      expect.stringMatching(new RegExp(`^/home/node/\\.n8n-files/daily-sales_${day}.*\\.csv$`)),
    ),
  );
  for (const [index, day] of days.entries()) {
    expect(salesIn(files[index])).toEqual(service.sandbox.truth.sales(day, day).map(saleKey));
  }
});

test('corrections of earlier days come as a file of their own', async () => {
  const service = await startService(following);
  const polled = await pollTrigger(service, parametersOf(example, trigger));
  const fired = await polled.at('2026-11-20T08:00:00Z');
  const run = await runExample(example, { service, trigger, fired });
  const corrections = correctionsSince(service.sandbox.truth, '2026-11-19').map(saleKey);
  expect(corrections.length).toBeGreaterThan(0);
  expect(salesIn(run.items('Any Corrections')[0])).toEqual(corrections);
  expect(run.json('Write Corrections')).toEqual([
    { fileName: '/home/node/.n8n-files/corrections_2026-11-19.csv' },
  ]);
});

test('corrections that come behind a day without sales are not lost', async () => {
  const service = await startService(following);
  const polled = await pollTrigger(service, parametersOf(example, trigger));
  const fired = await polled.at('2026-11-23T12:00:00Z');
  expect(fired).toMatchObject([{ date: '2026-11-22', empty: true }]);
  const run = await runExample(example, { service, trigger, fired });
  const corrections = correctionsSince(service.sandbox.truth, '2026-11-22').map(saleKey);
  expect(corrections.length).toBeGreaterThan(0);
  expect(run.items('Write Sales')).toEqual([]);
  expect(salesIn(run.items('Any Corrections')[0])).toEqual(corrections);
});

test('a second run writes the same files under the same names', async () => {
  const service = await startService(following);
  const polled = await pollTrigger(service, parametersOf(example, trigger));
  const fired = await polled.at('2026-11-20T08:00:00Z');
  const [one, other] = [
    await runExample(example, { service, trigger, fired }),
    await runExample(example, { service, trigger, fired }),
  ];
  for (const node of ['Write Sales', 'Write Corrections']) expect(other.json(node)).toEqual(one.json(node));
  expect(salesIn(other.items('Sales of the Day')[0])).toEqual(salesIn(one.items('Sales of the Day')[0]));
});

test('no corrections make no file', async () => {
  const service = await startService(following);
  vi.useFakeTimers({ now: new Date('2026-11-20T08:00:00Z'), toFake: ['Date'] });
  service.sandbox.fail({ operation: 'dailySales', fault: { kind: 'shape', body: [] }, times: Infinity });
  const run = await runExample(example, { service, trigger, fired: [{ date: '2026-11-19', empty: false }] });
  expect(run.status).toBe('success');
  expect(run.items('Write Corrections')).toEqual([]);
});
