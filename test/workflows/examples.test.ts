import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { packageRoot } from '../nodes/harness/build.ts';
import { pollTrigger } from '../nodes/harness/poll.ts';
import { useService } from '../nodes/harness/service.ts';
import { parametersOf, readExample, runExample } from './example.ts';

const startService = useService();
const following = { now: () => Date.now() };
afterEach(() => {
  vi.useRealTimers();
});

test('daily sales to a CSV file: one file for each day that was missed and had sales', async () => {
  const example = readExample('daily-sales-to-csv-file.json');
  const service = await startService(following);
  const trigger = await pollTrigger(service, parametersOf(example, 'Sales Available'));
  await trigger.at('2026-11-21T08:00:00Z');
  // Saturday's sales on Sunday, none of Sunday, Monday's on Tuesday.
  const fired = await trigger.at('2026-11-24T08:00:00Z');
  const run = await runExample(example, service, 'Sales Available', fired);
  expect(run.status).toBe('success');
  const files = run.items('Sales as CSV').map(({ binary }) => binary?.data);
  expect(files).toHaveLength(2);
  for (const [index, date] of ['2026-11-21', '2026-11-23'].entries()) {
    const lines = Buffer.from(files[index]?.data ?? '', 'base64')
      .toString('utf8')
      .trim()
      .split(/\r?\n/);
    expect(lines).toHaveLength(1 + service.sandbox.truth.sales(date, date).length);
    expect(lines[1]).toMatch(new RegExp(`^"?${date}"?;`));
  }
});

describe('stock-out alert', () => {
  const soldOut = 'Product \\d+ is sold out in all stores since \\d{4}-\\d{2}-\\d{2}\\.';

  test('tells each product that has sold out that day', async () => {
    const example = readExample('stock-out-alert.json');
    const service = await startService(following);
    const trigger = await pollTrigger(service, parametersOf(example, 'Stock Updated'));
    const run = await runExample(example, service, 'Stock Updated', await trigger.at('2026-11-20T08:00:00Z'));
    expect(run.status).toBe('success');
    const truth = service.sandbox.truth
      .stock()
      .filter(({ stock, updatedDate }) => stock === 0 && updatedDate === '2026-11-20');
    expect(truth.length).toBeGreaterThan(0);
    expect(run.items('Sentence').map(({ json }) => json)).toEqual(
      truth.map(({ productId }) => ({
        text: `Product ${productId} is sold out in all stores since 2026-11-20.`,
      })),
    );
  });

  test('says nothing on a Sunday', async () => {
    const example = readExample('stock-out-alert.json');
    const service = await startService(following);
    const trigger = await pollTrigger(service, parametersOf(example, 'Stock Updated'));
    const fired = await trigger.at('2026-11-22T12:00:00Z');
    expect(fired).toMatchObject([{ date: '2026-11-22', empty: true }]);
    const run = await runExample(example, service, 'Stock Updated', fired);
    expect(run.items('Sentence')).toEqual([]);
    expect(service.sandbox.requests).toHaveLength(1);
  });

  test('tells all that are sold out when tested by hand', async () => {
    const example = readExample('stock-out-alert.json');
    const service = await startService();
    const run = await runExample(example, service, 'Test by Hand', null);
    const truth = service.sandbox.truth.stock().filter(({ stock }) => stock === 0);
    const sentences = run.items('Sentence').map(({ json }) => json.text);
    expect(sentences).toHaveLength(truth.length);
    for (const sentence of sentences) expect(sentence).toMatch(new RegExp(`^${soldOut}$`));
  });
});

test('stores with a new status or new hours: one sentence for each', async () => {
  const example = readExample('store-status-and-hours.json');
  const service = await startService(following);
  const trigger = await pollTrigger(service, parametersOf(example, 'Stores Changed'));
  await trigger.at('2026-09-01T15:00:00Z');
  const fired = await trigger.at('2026-10-15T15:00:00Z');
  const run = await runExample(example, service, 'Stores Changed', fired);
  expect(run.status).toBe('success');
  expect(fired?.length).toBeGreaterThan(1);
  const sentences = run.items('Sentence').map(({ json }) => json.text);
  expect(sentences).toEqual(
    fired?.map(({ storeId, storeName }) =>
      expect.stringMatching(`^Store ${storeId} ${storeName}: changed openingHours \\(status was \\w`),
    ),
  );
});

describe.each(readdirSync(join(packageRoot, 'workflows')))('%s', (file) => {
  test('says what it does, holds no credential and starts switched off', () => {
    const example = readExample(file);
    expect(example).toMatchObject({ active: false, settings: { timezone: 'Europe/Oslo' } });
    const notes = example.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
    expect(notes.map(({ parameters }) => parameters.content)).toEqual([
      expect.stringContaining('**Set up:**'),
    ]);
    expect(example.nodes.filter((node) => 'credentials' in node)).toEqual([]);
  });

  test('runs when it is tested in the editor', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
    const example = readExample(file);
    const trigger = example.nodes.find(({ type }) => type.endsWith('.retailDataTrigger'));
    const run = await runExample(example, await startService(following), trigger?.name ?? '', null);
    expect(run.status).toBe('success');
    expect(run.items(trigger?.name ?? '')).toHaveLength(1);
  });
});
