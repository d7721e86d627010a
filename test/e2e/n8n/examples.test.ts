import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleFiles, parametersOf, readExample } from '../../support/workflows/exampleFile.ts';
import { playedAt, startedByHand, withoutOutside } from '../../support/workflows/outside.ts';
import {
  ACTIVE_EXAMPLES,
  DAILY_EXAMPLES,
  type ExampleStarting,
  MCP_EXAMPLE,
  startsFor,
} from '../../support/workflows/starts.ts';
import { nextStep, type StockQuestion } from '../../support/workflows/stockModel.ts';
import { type Execution, execute, importCredentials, importWorkflows } from './commandLine.ts';
import { idOf, storedExample } from './examples.ts';
import { type LanguageModel, startLanguageModel } from './languageModel.ts';
import { jsonOf } from './runs.ts';
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
  starts = startsFor({
    salesDate: SALES_DATE,
    stockDate: '2026-11-20',
    email: KARI,
    question,
  });
  model = await startLanguageModel((answers) => nextStep(question, answers));
  await importCredentials(world.folder, [model.credential]);
});
afterAll(async () => {
  await model?.close();
  await world?.close();
});

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
      expect(String(jsonOf(execution, 'Stock Agent')[0]?.output)).toContain("'Product IDs'");
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

test('every example was executed, but those that run active elsewhere', () => {
  expect([...executed, ...ACTIVE_EXAMPLES, ...DAILY_EXAMPLES, MCP_EXAMPLE].toSorted()).toEqual(
    exampleFiles().toSorted(),
  );
});
