import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { core } from '../../../support/nodes/n8n.ts';
import { type Service, useService } from '../../../support/nodes/service.ts';
import { skipRetryWaits } from '../../../support/nodes/waits.ts';
import { until } from '../../../support/until.ts';

const startService = useService();
skipRetryWaits();
const NODE = 'retailDataDailySales';
const dates = { period: 'custom', fromSalesDate: '2026-11-17', toSalesDate: '2026-11-19' };
const folder = mkdtempSync(join(tmpdir(), 'n8n-files-'));

const require = createRequire(createRequire(import.meta.url).resolve('n8n-core'));
const { Container }: typeof import('@n8n/di') = require('@n8n/di');

/** n8n as it runs for people: files are kept on disk. */
beforeAll(async () => {
  Container.get(core.BinaryDataConfig).localStoragePath = folder;
  await Container.get(core.BinaryDataService).init();
});
afterAll(() => {
  // As it was before `init`, for the test files that share this n8n.
  Reflect.set(Container.get(core.BinaryDataService), 'managers', {});
  rmSync(folder, { recursive: true, force: true });
});

function filesKept(): string[] {
  return globSync('**/*', { cwd: folder })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && !path.endsWith('.metadata'));
}

function truthOf({ sandbox }: Service) {
  return sandbox.truth
    .sales(dates.fromSalesDate, dates.toSalesDate)
    .map(({ millilitres: _, ...row }): unknown => row);
}

function salesIn(path: string): unknown[] {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line): unknown => JSON.parse(line));
}

const asFile = (pageSize: number) => ({
  parameters: { ...dates, output: 'file', options: { fileFormat: 'ndjson', pageSize } },
});

test('the file on disk has every sale once, read in pages of any size', async () => {
  const service = await startService({ stores: 9, products: 20 });
  for (const pageSize of [7, 100, 100_000]) {
    const { items, status } = await service.run(NODE, asFile(pageSize));
    expect(status).toBe('success');
    const [path = '', ...others] = filesKept();
    expect(others).toEqual([]);
    expect(salesIn(path)).toEqual(truthOf(service));
    expect(items[0]?.json.rows).toBe(truthOf(service).length);
    expect(items[0]?.binary?.data).toMatchObject({ bytes: statSync(path).size });
    rmSync(path);
  }
});

test('a cancelled read leaves no file', async () => {
  const service = await startService({ stores: 9, products: 20 });
  service.sandbox.fail({ fault: { kind: 'delay', milliseconds: 600_000 }, skip: 1 });
  let cancel = () => {};
  const running = service.run(NODE, {
    ...asFile(100),
    onBegin: (run) => {
      cancel = run.cancel;
    },
    onError: 'continueRegularOutput',
  });
  await until('the second page', async () => service.sandbox.requests[1]);
  cancel();
  expect((await running).status).toBe('canceled');
  expect(filesKept()).toEqual([]);
});

test('a read that breaks for good in the middle gives its own error, and leaves no file', async () => {
  const service = await startService({ stores: 9, products: 20 });
  service.sandbox.fail({ fault: { kind: 'status', status: 400, body: '{"message":"no"}' }, skip: 1 });
  const { outputs } = await service.run(NODE, { ...asFile(100), onError: 'continueErrorOutput' });
  expect(outputs[0]).toEqual([]);
  expect(outputs[1]?.[0]?.json).toMatchObject({ details: { httpStatus: 400, code: 'badRequest' } });
  expect(filesKept()).toEqual([]);
});

test('sales that change under the read begin the file anew', async () => {
  const service = await startService({ stores: 9, products: 20, salesTotalHeader: true });
  const headers = { 'content-type': 'application/json', 'x-total-count': '1' };
  service.sandbox.fail({ fault: { kind: 'status', status: 200, body: '[]', headers }, skip: 1 });
  const { items } = await service.run(NODE, asFile(100));
  const [path = '', ...others] = filesKept();
  expect(others).toEqual([]);
  expect(salesIn(path)).toEqual(truthOf(service));
  expect(items[0]?.json.rows).toBe(truthOf(service).length);
  rmSync(path);
});

test('a disk that takes no file is told of, and the run goes on', async () => {
  const service = await startService({ stores: 9, products: 20 });
  const folderOfRuns = join(folder, 'workflows');
  rmSync(folderOfRuns, { recursive: true, force: true });
  writeFileSync(folderOfRuns, 'in the way');
  const { outputs, status } = await service.run(NODE, { ...asFile(100), onError: 'continueErrorOutput' });
  rmSync(folderOfRuns);
  expect(status).toBe('success');
  expect(outputs[1]?.[0]?.json).toMatchObject({ details: { code: 'n8n' } });
});
