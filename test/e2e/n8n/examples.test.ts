import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleFiles, readExample } from '../../support/workflows/exampleFile.ts';
import {
  grouped,
  litresInReport,
  quantityPerProduct,
  soldOutNow,
  totalPerStore,
} from '../../support/workflows/expected.ts';
import { playedAt, startedByHand, withoutOutside } from '../../support/workflows/outside.ts';
import { type ExampleStarting, startsFor } from '../../support/workflows/starts.ts';
import { nextStep, type StockQuestion } from '../../support/workflows/stockModel.ts';
import { type Execution, execute, importCredentials, importWorkflows } from './commandLine.ts';
import { idOf, storedExample } from './examples.ts';
import { type LanguageModel, startLanguageModel } from './languageModel.ts';
import { fileOf, jsonOf, outputsOf } from './runs.ts';
import { openWorld, type World } from './world.ts';

const SALES_DATE = '2026-11-19';
/** The Friday after it. */
const NOW = '2026-11-20T09:00:00+01:00';
const KARI = 'kari.nordmann@supplier.example';

let world: World;
let model: LanguageModel;
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
  starts = startsFor({ salesDate: SALES_DATE, stockDate: '2026-11-20', email: KARI, question });
  model = await startLanguageModel((answers) => nextStep(question, answers));
  await importCredentials(world.folder, [model.credential]);
});
afterAll(() => model?.close());

const executed = new Set<string>();

/** Imports the example with its trigger fired, and executes it from n8n's command line to its last node. */
async function run(file: string): Promise<Execution> {
  const start = starts.find((one) => one.file === file);
  if (start === undefined) throw new Error(`startsFor has no start for ${file}.`);
  executed.add(file);
  const { trigger, fired, answers = {}, last } = start;
  const example = startedByHand(
    withoutOutside(playedAt(readExample(file), NOW), { answers }),
    trigger,
    fired,
  );
  const { id, name } = model.credential;
  await importWorkflows(world.folder, [storedExample(idOf(file), example, { openAiApi: { id, name } })]);
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

test('stock-out alert to Slack: one message with each own product that is sold out', async () => {
  const execution = await run('stock-out-alert-to-slack.json');
  const [from, to] = ['2026-10-21', SALES_DATE];
  const expected = soldOutNow(world.sandbox.truth, from, to);
  const quantities = quantityPerProduct(world.sandbox.truth, from, to);
  expect(expected.length).toBeGreaterThan(1);
  const text = String(jsonOf(execution, 'Tell the Channel')[0]?.text);
  expect(text).toContain(`*Sold out in all stores: ${expected.length} products*`);
  for (const id of expected)
    expect(text).toContain(`• Product ${id}: ${quantities.get(id)} sold in the last 30 days`);
});

test('weekly sales per store: one mail with the litres and items of the week', async () => {
  const execution = await run('weekly-sales-per-store.json');
  const stores = [...totalPerStore(world.sandbox.truth, '2026-11-09', '2026-11-15').values()];
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  const litres = litresInReport(sum(stores.map(({ millilitres }) => millilitres)));
  const items = grouped(sum(stores.map(({ quantity }) => quantity)));
  const [mail] = jsonOf(execution, 'Send the Report');
  expect(mail?.subject).toBe(`Sales 2026-W46: ${litres} litres`);
  expect(mail?.html).toContain(`<b>${litres} litres</b>, ${items} items in ${stores.length} stores`);
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

  test('the model is offered the three tools that read, none that changes access', () => {
    expect(model.requests.length).toBeGreaterThan(0);
    for (const request of model.requests) {
      for (const tool of ['Stock', 'Sales', 'Stores']) expect(request).toContain(`"name":"${tool}"`);
      expect(request).not.toMatch(/permission/i);
    }
  });
});

test('every example was executed', () => {
  expect([...executed].toSorted()).toEqual(exampleFiles().toSorted());
});
