import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createOnServer, type PostgresServer, startPglite } from '../../support/bot/postgresServers.ts';
import { exampleFiles, parametersOf, readExample } from '../../support/workflows/exampleFile.ts';
import { changedSince, coverOf } from '../../support/workflows/expected.ts';
import { POSTGRES, playedAt, startedByHand, withoutOutside } from '../../support/workflows/outside.ts';
import {
  ACTIVE_EXAMPLES,
  type ExampleStarting,
  MCP_EXAMPLE,
  startsFor,
} from '../../support/workflows/starts.ts';
import { nextStep, type StockQuestion } from '../../support/workflows/stockModel.ts';
import { type Execution, execute, importCredentials, importWorkflows } from './commandLine.ts';
import { idOf, storedExample } from './examples.ts';
import { type LanguageModel, startLanguageModel } from './languageModel.ts';
import { fileOf, jsonOf, outputsOf } from './runs.ts';
import type { StoredCredential } from './stored.ts';
import { openWorld, type World } from './world.ts';

const SALES_DATE = '2026-11-19';
/** The Friday after it. */
const NOW = '2026-11-20T09:00:00+01:00';
const KARI = 'kari.nordmann@supplier.example';

let world: World;
let model: LanguageModel;
let server: PostgresServer;
let database: Client;
let question: StockQuestion;
let starts: readonly ExampleStarting[];
beforeAll(async () => {
  world = await openWorld();
  const { truth } = world.sandbox;
  question = {
    productId: truth.productIds()[0] ?? '',
    from: '2026-11-16',
    to: SALES_DATE,
    storeName: truth.stores()[1]?.storeName ?? '',
  };
  starts = startsFor({
    salesDate: SALES_DATE,
    stockDate: '2026-11-20',
    email: KARI,
    question,
  });
  model = await startLanguageModel((answers) => nextStep(question, answers));
  const postgres = inject('postgresServer');
  server = postgres === undefined ? await startPglite() : await createOnServer(postgres);
  database = new Client({ connectionString: server.url });
  await database.connect();
  await importCredentials(world.folder, [model.credential, postgresCredential(server.url)]);
});
afterAll(async () => {
  await database?.end();
  await server?.stop();
  await model?.close();
  await world?.close();
});

const DATABASE = { id: 'database', name: 'Database' };

function postgresCredential(url: string): StoredCredential {
  const { hostname, port, pathname, username, password } = new URL(url);
  const data = {
    host: hostname,
    port: Number(port),
    database: pathname.slice(1),
    user: username,
    password,
    ssl: 'disable',
    maxConnections: 2,
  };
  return { ...DATABASE, type: 'postgres', data };
}

const executed = new Set<string>();

/** Imports the example with its trigger fired, and executes it from n8n's command line to its last node. */
async function run(file: string): Promise<Execution> {
  const start = starts.find((one) => one.file === file);
  if (start === undefined) throw new Error(`startsFor has no start for ${file}.`);
  executed.add(file);
  const { trigger, fired, answers = {}, last } = start;
  const example = startedByHand(
    withoutOutside(playedAt(readExample(file), NOW), { answers, reached: [POSTGRES] }),
    trigger,
    fired,
  );
  const { id, name } = model.credential;
  await importWorkflows(world.folder, [
    storedExample(idOf(file), example, { openAiApi: { id, name }, postgres: DATABASE }),
  ]);
  const execution = await execute(world.folder, idOf(file));
  expect(execution.code, execution.stdout.slice(-3000)).toBe(0);
  expect(jsonOf(execution, last).length, last).toBeGreaterThan(0);
  return execution;
}

test('nightly sales to a file: the day becomes one CSV file with every sale', async () => {
  const execution = await run('nightly-sales-to-file.json');
  const { name, text } = fileOf(world.folder, outputsOf(execution, 'Sales of the Day')[0]?.[0]);
  const sales = world.sandbox.truth.sales(SALES_DATE, SALES_DATE);
  expect(text.trim().split('\r\n')).toHaveLength(1 + sales.length);
  expect(jsonOf(execution, 'Write Sales')).toEqual([{ fileName: `/home/node/.n8n-files/${name}` }]);
});

test('sales to PostgreSQL: each changed sale is a row, and a second run mends what differs', async () => {
  const truth = changedSince(world.sandbox.truth, SALES_DATE, '2026-11-12');
  const rows = async () => {
    const { rows } = await database.query(
      'select sales_date::text, store_id, product_id, (sales_volume * 1000)::int, sales_quantity::float8, last_changed_date::text, last_changed_time from daily_sales',
    );
    return rows.map((row) => Object.values(Object(row)).join(' ')).toSorted();
  };
  const expected = truth
    .map((sale) =>
      [
        sale.salesDate,
        sale.storeId,
        sale.productId,
        sale.millilitres,
        sale.salesQuantity,
        sale.lastChangedDate,
        sale.lastChangedTime,
      ].join(' '),
    )
    .toSorted();
  expect(truth.some(({ salesDate }) => salesDate < '2026-11-12')).toBe(true);
  const execution = await run('sales-to-postgres.json');
  expect(jsonOf(execution, 'What Was Written')).toMatchObject([
    { rows: truth.length, newestSalesDate: SALES_DATE },
  ]);
  expect(await rows()).toEqual(expected);
  await database.query("update daily_sales set sales_quantity = 0 where sales_date = '2026-11-18'");
  await run('sales-to-postgres.json');
  expect(await rows()).toEqual(expected);
});

test('daily stock history: one row per day and product, however often the day runs', async () => {
  await run('daily-stock-history.json');
  const execution = await run('daily-stock-history.json');
  const { rows } = await database.query(
    'select stock_date::text, product_id, stock, stores_with_stock from stock_history order by product_id::int',
  );
  const truth = world.sandbox.truth.stock().toSorted((one, other) => +one.productId - +other.productId);
  expect(rows).toEqual(
    truth.map(({ productId, stock, numberOfStoresWithStock }) => ({
      stock_date: '2026-11-20',
      product_id: productId,
      stock,
      stores_with_stock: numberOfStoresWithStock,
    })),
  );
  expect(jsonOf(execution, 'Write the Stock')).toEqual([{ date: '2026-11-20', products: truth.length }]);
});

test('days of cover to Slack: one message with the products that last less than 14 days', async () => {
  const execution = await run('days-of-cover-to-slack.json');
  const covers = coverOf(world.sandbox.truth, '2026-10-23', SALES_DATE);
  const short = [...covers].filter(([, { days }]) => days < 14);
  const [title, ...lines] = String(jsonOf(execution, 'Tell the Channel')[0]?.text).split('\n');
  expect(title).toBe(`*Less than 14 days of cover: ${short.length} of ${covers.size} products*`);
  const [first = ''] = lines;
  const productId = /Product (\d+):/.exec(first)?.[1] ?? '';
  const cover = covers.get(productId);
  expect(cover?.days).toBe(Math.min(...short.map(([, { days }]) => days)));
  expect(first).toContain(`(${cover?.stock} in stock, ${cover?.perDay.toFixed(1)} sold a day)`);
});

test('access from a form: the permission is switched off and the person is told', async () => {
  const permission = () =>
    world.sandbox.truth.permissions().find(({ email, roleId }) => email === KARI && roleId === '12');
  expect(permission()?.active).toBe(true);
  const execution = await run('access-form.json');
  expect(jsonOf(execution, 'Done')).toMatchObject([{ title: 'Access is taken away' }]);
  expect(permission()?.active).toBe(false);
});

describe('questions about stock', () => {
  test("n8n's own agent reaches each tool and hands on its figures", async () => {
    const execution = await run('stock-questions-agent.json');
    const { truth } = world.sandbox;
    const { productId, from, to, storeName } = question;
    const sold = truth.sales(from, to).filter((sale) => sale.productId === productId);
    const quantity = sold.reduce((sum, { salesQuantity }) => sum + salesQuantity, 0);
    const stock = truth.stock().find((product) => product.productId === productId)?.stock;
    const answer = String(jsonOf(execution, 'Stock Agent')[0]?.output);
    expect(answer).toContain(`"stock":${stock}`);
    expect(answer).toContain(`"salesQuantity":${quantity}`);
    expect(answer).toContain(storeName);
  });

  test('the model reads what was wrong with its question', async () => {
    const asked = question;
    question = { ...asked, productId: 'all of them' };
    try {
      const execution = await run('stock-questions-agent.json');
      expect(String(jsonOf(execution, 'Stock Agent')[0]?.output)).toContain("'Product ID'");
    } finally {
      question = asked;
    }
  });

  test('the model is offered the three tools that read, none that changes access', () => {
    expect(model.requests.length).toBeGreaterThan(0);
    for (const request of model.requests) {
      for (const tool of ['Stock', 'Sales', 'Stores']) {
        expect(request).toContain(`"name":"${tool}"`);
        expect(request).toContain(
          JSON.stringify(parametersOf(readExample('stock-questions-agent.json'), tool).toolDescription),
        );
      }
      expect(request).not.toMatch(/permission/i);
    }
  });
});

test('every example was executed, but those of activeExamples.test.ts and mcp.test.ts', () => {
  expect([...executed, ...ACTIVE_EXAMPLES, MCP_EXAMPLE].toSorted()).toEqual(exampleFiles().toSorted());
});
