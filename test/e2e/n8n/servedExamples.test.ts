import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Example, parametersOf, readExample } from '../../../tools/n8n/exampleFile.ts';
import { idOf, storedExample } from '../../../tools/n8n/examples.ts';
import { SERVED_EXAMPLES } from '../../support/workflows/starts.ts';
import { type ActiveServer, openActiveServer } from './activeServer.ts';
import { type LanguageModel, startLanguageModel } from './languageModel.ts';
import { inWords, nextStep, type StockQuestion } from './stockModel.ts';

/** Examples that a person starts, active in one real n8n, behind a password as their notes demand. */
const [FORM, CHAT] = SERVED_EXAMPLES;
const PASSWORD = { id: 'password', name: 'Password' };
const LOGIN = { user: 'colleague', password: 'password-of-the-test' };
const AUTHORIZATION = `Basic ${Buffer.from(`${LOGIN.user}:${LOGIN.password}`).toString('base64')}`;
/** A Wednesday. */
const FIRST_DAY = '2026-11-18';

let n8n: ActiveServer;
let model: LanguageModel;
let question: StockQuestion;
beforeAll(async () => {
  model = await startLanguageModel((answers) => nextStep(question, answers));
  const { id, name } = model.credential;
  n8n = await openActiveServer(FIRST_DAY, {
    credentials: [model.credential, { ...PASSWORD, type: 'httpBasicAuth', data: LOGIN }],
    examples: () =>
      SERVED_EXAMPLES.map((file) =>
        storedExample(idOf(file), madePublic(readExample(file)), {
          openAiApi: { id, name },
          httpBasicAuth: PASSWORD,
        }),
      ),
  });
  for (const file of SERVED_EXAMPLES) await n8n.activate(file);
});
afterAll(async () => {
  await n8n?.close();
  await model?.close();
});

/** The example with its chat, if it has one, public and behind a password. */
function madePublic(example: Example): Example {
  const nodes = example.nodes.map((node) =>
    node.type.endsWith('.chatTrigger')
      ? { ...node, parameters: { ...node.parameters, public: true, authentication: 'basicAuth' } }
      : node,
  );
  return { ...example, nodes };
}

/** The address of the node of that name, below the given kind of address. */
function addressOf(file: string, kind: string, node: string): string {
  const { webhookId } = readExample(file).nodes.find(({ name }) => name === node) ?? {};
  return `${n8n.url}/${kind}/${webhookId}`;
}

/** n8n answers before the address is there. */
const once200 = (url: string, init: RequestInit) =>
  vi.waitFor(
    async () => {
      const response = await fetch(url, init);
      expect(response.status, await response.clone().text()).toBe(200);
      return response;
    },
    { timeout: 240_000, interval: 500 },
  );

describe('access from a form', () => {
  const headers = { authorization: AUTHORIZATION };
  const KARI = 'kari.nordmann@supplier.example';
  const ONBOARDING = 'Onboarding: give access';
  const OFFBOARDING = 'Offboarding: take access away';
  const isActive = () =>
    n8n.world.sandbox.truth.permissions().find(({ email, roleId }) => email === KARI && roleId === '12')
      ?.active;
  const fields = (...values: readonly string[]) => {
    const data = new FormData();
    for (const [index, value] of values.entries()) data.append(`field-${index}`, value);
    return data;
  };
  /** The page that is next after the one with that title, asked for as the form's own script does. */
  const pageAfter = (title: string, at: string) => {
    const status = new URL(at);
    status.pathname += '/n8n-execution-status';
    return vi.waitFor(
      async () => {
        expect(await (await fetch(status, { headers })).text()).toBe('form-waiting');
        const page = await (await fetch(at, { headers })).text();
        expect(page).not.toContain(title);
        return page;
      },
      { timeout: 240_000, interval: 200 },
    );
  };
  /** Sends the form and answers the question; gives the question and the last page. */
  const send = async (change: string, email: string, answer: string) => {
    const form = addressOf(FORM, 'form', 'Access Form');
    const sent = await fetch(form, { method: 'POST', headers, body: fields(change, email, 'Purchaser') });
    const { formWaitingUrl } = Object(await sent.json());
    const asked = await pageAfter('Access to our retail data', formWaitingUrl);
    const answered = await fetch(formWaitingUrl, { method: 'POST', headers, body: fields(answer) });
    expect(answered.status, await answered.text()).toBe(200);
    const end = await pageAfter('Please confirm', formWaitingUrl);
    // The last page sends this itself.
    await fetch(formWaitingUrl, { method: 'POST', headers });
    await vi.waitFor(async () => expect((await n8n.executionsOf(FORM))[0]?.status).toBe('success'), {
      timeout: 240_000,
      interval: 200,
    });
    return { asked, end };
  };

  test('shows itself to who has the password only', async () => {
    const form = addressOf(FORM, 'form', 'Access Form');
    expect(await (await once200(form, { headers })).text()).toContain('Access to our retail data');
    expect((await fetch(form)).status).toBe(401);
    expect((await fetch(form, { method: 'POST', body: fields(OFFBOARDING, KARI, 'Purchaser') })).status).toBe(
      401,
    );
    expect(isActive()).toBe(true);
  });

  test.each([
    [OFFBOARDING, 'No', 'takes away from', 'Nothing was changed', true],
    [OFFBOARDING, 'Yes', 'takes away from', 'Access is taken away', false],
    [OFFBOARDING, 'Yes', 'takes away from', 'Access is taken away', false],
    [ONBOARDING, 'Yes', 'gives', 'Access is given', true],
  ])('%s, %s: %s, then %s', async (change, answer, asks, ends, active) => {
    const { asked, end } = await send(change, KARI, answer);
    expect(asked).toContain(`This ${asks} ${KARI}`);
    expect(end).toContain(ends);
    expect(isActive()).toBe(active);
  });

  test('says why nothing was changed, and an address is text', async () => {
    const { asked, end } = await send(OFFBOARDING, '<img src=x>@supplier.example', 'Yes');
    expect(asked).not.toContain('<img src=x>');
    expect(end).toContain('The access was not changed');
    expect(end).not.toContain('<img src=x>');
  });
});

describe('questions about stock', () => {
  const ask = (url: string, headers: Readonly<Record<string, string>>, chatInput: string) =>
    fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'sendMessage', sessionId: 'session', chatInput }),
    });
  const chat = () => `${addressOf(CHAT, 'webhook', 'Stock Chat')}/chat`;
  const answer = async (asked: StockQuestion): Promise<string> => {
    question = asked;
    const response = await ask(chat(), { authorization: AUTHORIZATION }, inWords(asked));
    return String(Object(await response.json()).output);
  };
  /** A question of what was sold up to the day before. */
  const questionOn = (to: string): StockQuestion => {
    const { truth } = n8n.world.sandbox;
    const storeName = truth.stores()[1]?.storeName ?? '';
    return { productId: truth.productIds()[0] ?? '', from: '2026-11-16', to, storeName };
  };

  test('answers who has the password only', async () => {
    await vi.waitFor(async () => expect((await ask(chat(), {}, 'Hello')).status).toBe(401), {
      timeout: 240_000,
      interval: 500,
    });
    expect(model.requests).toEqual([]);
  });

  test.each([
    ['2026-11-18', '2026-11-17'],
    ['2026-11-19', '2026-11-18'],
    ['2026-11-20', '2026-11-19'],
  ])("on %s n8n's own agent reaches each tool and hands on that day's figures", async (today, to) => {
    n8n.goTo(today);
    const asked = questionOn(to);
    const text = await answer(asked);
    const { truth } = n8n.world.sandbox;
    const sold = truth.sales(asked.from, to).filter(({ productId }) => productId === asked.productId);
    const quantity = sold.reduce((sum, { salesQuantity }) => sum + salesQuantity, 0);
    const stock = truth.stock().find(({ productId }) => productId === asked.productId)?.stock;
    expect(text).toContain(`"stock":${stock}`);
    expect(text).toContain(`"salesQuantity":${quantity}`);
    expect(text).toContain(asked.storeName);
    expect(model.requests.at(-1)).toContain(today);
  });

  test('the model reads what was wrong with its question, and remembers the one before', async () => {
    expect(await answer({ ...questionOn('2026-11-19'), productId: 'all of them' })).toContain(
      "'Product IDs'",
    );
    expect(model.requests.at(-1)).toContain(inWords(questionOn('2026-11-19')));
  });

  test('the model is offered the three tools that read, none that changes access', () => {
    expect(model.requests.length).toBeGreaterThan(0);
    for (const request of model.requests) {
      for (const tool of ['Stock', 'Sales', 'Stores']) {
        expect(request).toContain(`"name":"${tool}"`);
        expect(request).toContain(JSON.stringify(parametersOf(readExample(CHAT), tool).toolDescription));
      }
      expect(request).not.toMatch(/permission/i);
    }
  });
});
