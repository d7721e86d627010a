import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv, type SchemaObject } from 'ajv';
import type { IDataObject } from 'n8n-workflow';
import { beforeAll, describe, expect, test } from 'vitest';
import { builtPackage } from '../../../tools/build.ts';
import { core } from '../../support/nodes/n8n.ts';
import { type LoadedPackage, loadPackage } from '../../support/nodes/package.ts';
import { pollTrigger } from '../../support/nodes/poll.ts';
import { useService } from '../../support/nodes/service.ts';

const startService = useService();
const following = { now: () => Date.now() };
const dates = { period: 'custom', fromSalesDate: '2026-11-18', toSalesDate: '2026-11-19' };
let loaded: LoadedPackage;

beforeAll(async () => {
  loaded = await loadPackage();
});

/** The operation that a node has as it was added; empty for the trigger, which has none. */
function operationOf(node: string): string {
  const { type } = loaded.getNode(node);
  const properties = 'nodeVersions' in type ? [] : type.description.properties;
  const operation = properties.find(({ name }) => name === 'operation')?.default;
  return typeof operation === 'string' ? operation : '';
}

/** The file that n8n serves at /schemas/<package>.<node>/1.0.0/<operation>.json, found the way n8n finds it. */
function schemaOf(node: string): SchemaObject {
  const nodeDir = dirname(join(builtPackage, loaded.known.nodes[node]?.sourcePath ?? ''));
  const path = core.resolveOutputSchemaPath({ nodeDir, version: '1.0.0', operation: operationOf(node) });
  if (path === undefined) throw new Error(`n8n finds no schema of ${node}.`);
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** What is wrong with the value. @throws for a word of the schema that is not checked */
function departures(schema: SchemaObject, value: unknown) {
  const conforms = new Ajv({
    strict: true,
    allowUnionTypes: true,
    formats: { date: /^\d{4}-\d{2}-\d{2}$/ },
  }).compile(schema);
  conforms(value);
  return conforms.errors ?? [];
}

function expectConforming(node: string, items: readonly IDataObject[]): void {
  expect(items.length).toBeGreaterThan(0);
  const schema = schemaOf(node);
  expect(departures({ type: 'array', items: schema }, items)).toEqual([]);
}

/** The fields that the editor shows before a run, whatever the parameters are. */
function shownOf(node: string): string[] {
  return Object.keys(schemaOf(node).properties ?? {});
}

/** What the editor showed before is in every item, and where the node has one form it is all of it. */
function expectShown(node: string, items: readonly IDataObject[]): void {
  for (const item of items) expect(Object.keys(item)).toEqual(shownOf(node));
}

const NODES = [
  'retailDataAccumulatedStock',
  'retailDataDailySales',
  'retailDataPermission',
  'retailDataStores',
  'retailDataTrigger',
];

describe.each(NODES)('%s', (node) => {
  test("is found by n8n's look-up for its assistant too", () => {
    const nodeDir = dirname(join(builtPackage, loaded.known.nodes[node]?.sourcePath ?? ''));
    const operation = operationOf(node);
    const found = core.loadOutputSchema({ nodeDir, version: 1, operation, versionFallback: true });
    expect(found).toEqual(schemaOf(node));
    expect(found?.type).toBe('object');
  });
});

describe('what daily sales gives conforms', () => {
  const node = 'retailDataDailySales';

  test('as one item per sale; the editor shows no fields, since no field is in every output', async () => {
    const { json } = await (await startService()).run(node, { parameters: dates });
    expectConforming(node, json);
    expect(shownOf(node)).toEqual([]);
  });

  test.each([
    { output: 'stores' },
    { output: 'days' },
    { output: 'totals', groupBy: 'product' },
    { output: 'totals', groupBy: 'store' },
    { output: 'totals', groupBy: 'day' },
    { output: 'totals', groupBy: 'week' },
    { output: 'totals', groupBy: ['store', 'month'] },
    { output: 'file' },
    { output: 'file', fromSalesDate: '' },
  ])('as %o', async (parameters) => {
    const service = await startService({ stores: 3, products: 5 });
    const { json } = await service.run(node, { parameters: { ...dates, ...parameters } });
    expectConforming(node, json);
  });
});

describe('what stores gives conforms', () => {
  const node = 'retailDataStores';

  test.each([true, false])('with Simplify %s, and has the fields the editor shows', async (simplify) => {
    const { json } = await (await startService()).run(node, { parameters: { returnAll: true, simplify } });
    expectConforming(node, json);
    expect(shownOf(node)).toEqual(['storeId', 'storeName', 'status', 'telephone']);
    for (const store of json) expect(Object.keys(store)).toEqual(expect.arrayContaining(shownOf(node)));
  });
});

test('what accumulated stock gives conforms, and these are the fields the editor shows', async () => {
  const node = 'retailDataAccumulatedStock';
  const { json } = await (await startService()).run(node);
  expectConforming(node, json);
  expectShown(node, json);
});

test('what permission gives conforms, and these are the fields the editor shows', async () => {
  const node = 'retailDataPermission';
  const service = await startService();
  const [permission] = service.sandbox.truth.permissions();
  const parameters = { ...permission, active: true };
  const { json } = await service.run(node, { parameters });
  expectConforming(node, json);
  expectShown(node, json);
});

describe('what the trigger fires conforms', () => {
  const node = 'retailDataTrigger';

  test.each(['stockUpdated', 'salesAvailable'])('%s', async (event) => {
    const trigger = await pollTrigger(await startService(following), { event });
    expectConforming(node, (await trigger.at('2026-11-20T12:00:00Z')) ?? []);
  });

  test('changed stores, and the sample of one', async () => {
    const trigger = await pollTrigger(await startService(following), { event: 'storesChanged' });
    await trigger.at('2026-09-01T15:00:00Z');
    const sample = (await trigger.at('2026-09-01T15:00:00Z', 'manual')) ?? [];
    expectConforming(node, sample);
    const changes: IDataObject[] = [];
    for (let day = 1; changes.length === 0 && day < 60; day += 1) {
      const noon = Date.parse('2026-09-01T12:00:00Z') + day * 86_400_000;
      changes.push(...((await trigger.at(noon)) ?? []));
    }
    expectConforming(node, changes);
  });
});

test('a field too many, one too few and one of another type do not conform', async () => {
  const node = 'retailDataDailySales';
  const { json } = await (await startService()).run(node, { parameters: { ...dates, limit: 1 } });
  const [row = {}] = json;
  const { storeId: _, ...without } = row;
  for (const wrong of [
    without,
    { ...row, price: 1 },
    { ...row, salesVolume: '1' },
    { ...row, salesDate: 'x' },
  ]) {
    expect(departures(schemaOf(node), wrong)).not.toEqual([]);
  }
});
