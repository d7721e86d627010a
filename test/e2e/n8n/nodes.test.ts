import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Execution, execute, importWorkflows, runCommand } from '../../../tools/n8n/commandLine.ts';
import { EVERY_ACTION, FROM_DATE, TO_DATE, use, workflowOf } from '../../../tools/n8n/everyNode.ts';
import { openWorld, type World } from '../../../tools/n8n/world.ts';
import { fileOf, hintsOf, jsonOf, outputsOf } from './runs.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const salesOf = (from: string, to: string) =>
  world.sandbox.truth.sales(from, to).map(({ millilitres: _, ...sale }) => sale);
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

describe('every action, in one run from the command line', () => {
  let run: Execution;
  beforeAll(async () => {
    await importWorkflows(world.folder, [workflowOf('everynode', 'Every node', EVERY_ACTION)]);
    run = await execute(world.folder, 'everynode');
  });

  test('the run succeeds', () => {
    expect(run.code, run.stdout.slice(-3000)).toBe(0);
    expect(run.run?.status).toBe('success');
  });

  test('daily sales gives each sale as the service knows it', () => {
    const sales = salesOf(FROM_DATE, TO_DATE);
    expect(sales.length).toBeGreaterThan(1000);
    expect(jsonOf(run, 'Sales')).toEqual(sales);
  });

  test('daily sales says which dates it asked for', () => {
    expect(hintsOf(run, 'Sales').join('\n')).toContain(FROM_DATE);
    expect(hintsOf(run, 'Sales of Yesterday').join('\n')).toContain('2026-11-19');
  });

  test('yesterday is the Thursday before the Friday that n8n believes it is', () => {
    expect(jsonOf(run, 'Sales of Yesterday')).toEqual(salesOf('2026-11-19', '2026-11-19'));
  });

  test('daily sales per day and per store holds the same sales', () => {
    const days = jsonOf(run, 'Sales per Day');
    expect(days.map(({ salesDate }) => salesDate)).toEqual([
      ...new Set(salesOf(FROM_DATE, TO_DATE).map(({ salesDate }) => salesDate)),
    ]);
    const stores = new Set(salesOf(FROM_DATE, TO_DATE).map(({ salesDate, storeId }) => salesDate + storeId));
    expect(jsonOf(run, 'Sales per Store')).toHaveLength(stores.size);
  });

  test('totals add up to the millilitre', () => {
    const totals = jsonOf(run, 'Totals');
    const sales = world.sandbox.truth.sales(FROM_DATE, TO_DATE);
    expect(totals.map(({ productId }) => productId).toSorted()).toEqual(
      [...new Set(sales.map(({ productId }) => productId))].toSorted(),
    );
    expect(sumOf(totals.map((total) => Math.round(Number(total.salesVolume) * 1000)))).toBe(
      sumOf(sales.map(({ millilitres }) => millilitres)),
    );
    expect(sumOf(totals.map((total) => Number(total.salesQuantity)))).toBe(
      sumOf(sales.map(({ salesQuantity }) => salesQuantity)),
    );
  });

  test('the CSV file has a line for each sale and is kept as a file of n8n', () => {
    const { name, text } = fileOf(world.folder, outputsOf(run, 'Sales File')[0]?.[0]);
    expect(name).toMatch(/\.csv$/);
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(1 + salesOf(FROM_DATE, TO_DATE).length);
    const [names = '', first = ''] = lines;
    const [sale] = salesOf(FROM_DATE, TO_DATE);
    expect(names.split(',').toSorted()).toEqual(Object.keys(sale ?? {}).toSorted());
    const cells = Object.fromEntries(names.split(',').map((name, place) => [name, first.split(',')[place]]));
    expect(cells).toEqual(
      Object.fromEntries(Object.entries(sale ?? {}).map(([name, value]) => [name, String(value)])),
    );
  });

  test('stores gives each store once, simplified', () => {
    const stores = jsonOf(run, 'Stores');
    expect(stores.map(({ storeId }) => storeId)).toEqual(world.sandbox.truth.storeIds());
    for (const store of stores) expect(Object.keys(store).length).toBeLessThanOrEqual(10);
  });

  test('accumulated stock gives each product, sold out ones too, and says how many calls are left', () => {
    expect(jsonOf(run, 'Stock')).toEqual(world.sandbox.truth.stock());
    expect(hintsOf(run, 'Stock').join('\n')).toMatch(/\b(18|398) calls left\b/);
  });

  test('the subscription key is nowhere in what n8n kept and said', () => {
    expect(run.stdout + run.stderr).not.toContain(world.sandbox.subscriptionKey);
  });
});

describe('permission', () => {
  test('switches a permission off and returns what the service answered', async () => {
    const [existing] = world.sandbox.truth.permissions();
    const { email = '', roleId = '', mainRoleId = '' } = existing ?? {};
    const off = use('Permission', 'retailDataPermission', { email, roleId, mainRoleId, active: false });
    await importWorkflows(world.folder, [workflowOf('permission', 'Permission', [off])]);
    const run = await execute(world.folder, 'permission');
    expect(run.code, run.stdout.slice(-3000)).toBe(0);
    expect(jsonOf(run, 'Permission')).toMatchObject([{ email, roleId, mainRoleId, active: false }]);
    expect(world.sandbox.truth.permissions()[0]).toMatchObject({ email, active: false });
  });
});

describe('a permission that does not exist', () => {
  const unknown = use('Permission', 'retailDataPermission', {
    email: 'nobody@example.com',
    roleId: '1',
    mainRoleId: '1',
    active: true,
  });

  test('stops the workflow with what to do about it', async () => {
    await importWorkflows(world.folder, [workflowOf('unknown', 'Unknown permission', [unknown])]);
    const run = await execute(world.folder, 'unknown');
    expect(run.code).toBe(1);
    expect(run.stdout + run.stderr).toContain('422');
  });

  test('goes to the error output when the node continues there', async () => {
    const lenient = { ...unknown, onError: 'continueErrorOutput' as const };
    await importWorkflows(world.folder, [workflowOf('lenient', 'Error output', [lenient])]);
    const run = await execute(world.folder, 'lenient');
    expect(run.code, run.stdout.slice(-3000)).toBe(0);
    const [good, failed] = outputsOf(run, 'Permission');
    expect(good).toEqual([]);
    expect(failed).toHaveLength(1);
    expect(failed?.[0]).toMatchObject({ json: { details: { httpStatus: 422 } }, pairedItem: { item: 0 } });
  });
});

test('n8n knows each node and the trigger, and makes a tool for AI agents of each node that gets data', async () => {
  const file = join(world.folder.path, 'nodes.json');
  const end = await runCommand(world.folder, ['export:nodes', `--output=${file}`]);
  expect(end.code, end.stderr).toBe(0);
  const types: readonly INodeTypeDescription[] = JSON.parse(readFileSync(file, 'utf8'));
  const own = types.filter(({ name }) => name.startsWith('n8n-nodes-retail-data.'));
  const named = new Map(own.map((type) => [type.name.replace('n8n-nodes-retail-data.', ''), type]));
  const tools = ['retailDataAccumulatedStock', 'retailDataDailySales', 'retailDataStores'];
  expect([...named.keys()].toSorted()).toEqual(
    [
      ...tools.flatMap((name) => [name, `${name}Tool`]),
      'retailDataPermission',
      'retailDataTrigger',
    ].toSorted(),
  );
  for (const name of tools) {
    const { properties = [] } = named.get(`${name}Tool`) ?? {};
    const field = (wanted: string) => properties.find((property) => property.name === wanted);
    // What the model is told of the tool where the builder says nothing else.
    expect(field('descriptionType')?.default).toBe('auto');
    expect(field('toolDescription')?.default).toBe(named.get(name)?.description);
    // No expression can stand in it, so n8n never offers it to the model.
    expect(field('operation')).toMatchObject({ noDataExpression: true });
  }
});
