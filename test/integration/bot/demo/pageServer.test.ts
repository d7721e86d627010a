import { systemClock } from 'retail-data-client/clock/systemClock';
import { expect, onTestFinished, test } from 'vitest';
import type { Act, Change, MessagePage, Snapshot } from '../../../../bot/demo/page/protocol.ts';
import { type PageOptions, startPageServer } from '../../../../bot/demo/pageServer.ts';
import { PEOPLE, PLACES } from '../../../../bot/demo/slack/cast.ts';
import { createHands } from '../../../../bot/demo/slack/hands.ts';
import type { Payload } from '../../../../bot/demo/slack/payloads.ts';
import { startSlack } from '../../../../bot/demo/slack/slack.ts';
import { freePort } from '../../../../tools/freePort.ts';

const STOCK = PLACES['#stock'].id;
const { kari, ola } = PEOPLE;

/** The page on a workspace in which `app` answers what it gets. */
async function open(
  app: (payload: Payload) => unknown = () => undefined,
  place: Partial<Pick<PageOptions, 'port' | 'isFixed'>> = {},
) {
  const slack = await startSlack({ clock: systemClock, places: ['#stock'] });
  onTestFinished(() => slack.close());
  for (const { id } of [kari, ola]) slack.workspace.direct(id);
  const sent: Payload[] = [];
  const hands = createHands(slack, {
    async send(payload) {
      sent.push(payload);
      return app(payload);
    },
  });
  const page = await startPageServer({
    slack,
    hands,
    channelIds: slack.workspace.channelIds,
    moveClock: async () => {},
    port: 0,
    isFixed: true,
    host: undefined,
    facts: () => ({
      team: 'Team',
      app: { userId: 'U0BOT', name: 'App', description: '' },
      people: [],
      clock: { now: 0, timeZone: 'Europe/Oslo', isMoving: false, jumps: [] },
      commands: [],
      suggestions: [],
    }),
    ...place,
  });
  onTestFinished(() => page.close());
  const get = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${page.address}${path}`, init);
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const post = (given: unknown, as = kari.id, headers = {}) =>
    get(`/act?as=${as}`, { method: 'POST', body: JSON.stringify(given), headers });
  const act = (given: Act, as = kari.id) => post(given, as);
  const state = async (as = kari.id): Promise<Snapshot> => (await get(`/state?as=${as}`)).body;
  return { slack, page, sent, get, post, act, state };
}

/** What a browser is told from now on. */
async function watch(address: string, as: string) {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const { body } = await fetch(`${address}/events?as=${as}`, { signal: leaving.signal });
  const told: Change[] = [];
  const read = async () => {
    let waiting = '';
    for await (const text of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const events = `${waiting}${text}`.split('\n\n');
      waiting = events.pop() ?? '';
      told.push(...events.map((event): Change => JSON.parse(event.replace('data: ', ''))));
    }
  };
  read().catch(() => {});
  await expect.poll(() => told.length).toBeGreaterThan(0);
  return told;
}

const post = (slack: Awaited<ReturnType<typeof open>>['slack'], fields: object) =>
  slack.workspace.post({
    channel: STOCK,
    threadTs: undefined,
    text: '',
    blocks: [],
    metadata: null,
    ...fields,
  });

test('each browser is told what its person sees: messages, replies, changes and what is gone', async () => {
  const { slack, page } = await open();
  const told = { kari: await watch(page.address, kari.id), ola: await watch(page.address, ola.id) };
  const first = post(slack, { text: 'for all' });
  post(slack, { text: 'for Ola', onlyFor: ola.id });
  post(slack, { text: 'a reply', threadTs: first.ts });
  slack.workspace.update(STOCK, first.ts, { text: 'for everybody' });
  slack.workspace.delete(STOCK, first.ts);
  const textsOf = (changes: readonly Change[]) =>
    changes.map((change) => (change.kind === 'message' ? change.message.text : change.kind));
  await expect
    .poll(() => textsOf(told.kari))
    .toEqual(['snapshot', 'for all', 'for all', 'a reply', 'for everybody', 'removed']);
  await expect.poll(() => textsOf(told.ola)).toContain('for Ola');
  const parent = told.kari[2];
  expect(parent).toMatchObject({ message: { replies: { count: 1, users: ['U0BOT'] } } });
});

test('ten thousand messages: the latest fifty come at once, earlier ones when they are asked for', async () => {
  const { slack, get, state } = await open();
  for (let at = 0; at < 10_000; at += 1) post(slack, { text: `message ${at}` });
  const [channel] = (await state()).channels;
  expect(channel).toMatchObject({ hasEarlier: true });
  expect(channel?.messages.map(({ text }) => text)).toEqual(
    Array.from({ length: 50 }, (_, at) => `message ${9_950 + at}`),
  );
  const before = channel?.messages[0]?.ts;
  const { body }: { body: MessagePage } = await get(`/messages?channel=${STOCK}&before=${before}`);
  expect(body.messages.at(-1)?.text).toBe('message 9949');
});

test('what is typed reaches the app as Slack sends it, and an unknown command does not', async () => {
  const { act, sent } = await open();
  await act({ kind: 'command', channel: STOCK, command: '/stock', text: '<b> & #stock' });
  await act({ kind: 'message', channel: STOCK, text: '@Retail Data hi @kari' });
  await act({ kind: 'message', channel: STOCK, text: 'nothing for the app' });
  await act({ kind: 'message', channel: 'D0OLA', text: 'hei' }, ola.id);
  expect(sent).toMatchObject([
    { command: '/stock', text: `&lt;b&gt; &amp; <#${STOCK}|stock>`, user_id: kari.id },
    { event: { type: 'app_mention', text: `<@U0BOT> hi <@${kari.id}>` } },
    { event: { type: 'message', channel_type: 'im', text: 'hei', channel: 'D0OLA' } },
  ]);
  expect((await act({ kind: 'command', channel: STOCK, command: '/foo', text: '' })).body).toEqual({
    error: '/foo is not a valid command.',
  });
});

const FORM = {
  type: 'modal',
  title: { type: 'plain_text', text: 'Form' },
  submit: { type: 'plain_text', text: 'Send' },
  blocks: [
    {
      type: 'input',
      block_id: 'name',
      label: { type: 'plain_text', text: 'Name' },
      element: { type: 'plain_text_input', action_id: 'name' },
    },
  ],
};

test('a form: a field that must be filled, mistakes of the app, its next window, and its end', async () => {
  const answers: unknown[] = [
    { response_action: 'errors', errors: { name: 'Too short' } },
    { response_action: 'update', view: { ...FORM, title: { type: 'plain_text', text: 'Saved' } } },
    undefined,
  ];
  const { slack, act, sent, state } = await open(() => answers.shift());
  slack.views.open(kari.id, { id: 'V1', hash: 'h', view: FORM });
  const submit = async (value: string) =>
    (await act({ kind: 'submit', viewId: 'V1', values: { name: { name: { value } } } })).body;
  expect(await submit('')).toEqual({ errors: { name: 'Please complete this required field.' } });
  expect(sent).toEqual([]);
  expect(await submit('a')).toEqual({ errors: { name: 'Too short' } });
  expect(await submit('abc')).toEqual({});
  expect((await state()).modals).toMatchObject([{ view: { title: { text: 'Saved' } } }]);
  await submit('abc');
  expect((await state()).modals).toEqual([]);
  expect((await act({ kind: 'close', viewId: 'V1', all: false }, ola.id)).status).toBe(200);
});

test('an app that does not answer is told as Slack tells it', async () => {
  const { slack, act } = await open(() => {
    throw new Error('no connection');
  });
  const command = { kind: 'command', channel: STOCK, command: '/stock', text: '' } as const;
  expect((await act(command)).body).toEqual({ error: '/stock failed because the app did not respond.' });
  slack.views.open(kari.id, { id: 'V1', hash: 'h', view: { ...FORM, blocks: [] } });
  expect((await act({ kind: 'submit', viewId: 'V1', values: {} })).body).toEqual({
    error: 'We had some trouble connecting. Try again?',
  });
});

test('a file goes up and comes down under its name, whatever that is', async () => {
  const { page, get, act, state } = await open();
  const name = 'vår "liste"\r\n.csv';
  const { body: file } = await get(`/upload?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: 'number;name',
  });
  await act({ kind: 'message', channel: STOCK, text: 'the list', files: [file.id] });
  expect((await state()).channels[0]?.messages[0]?.files).toEqual([file]);
  const response = await fetch(`${page.address}${file.url}`);
  expect(response.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''v%C3%A5r%20%22liste%22%0D%0A.csv",
  );
  expect(await response.text()).toBe('number;name');
});

test.each([
  ['/state?as=U0NOBODY', 400, 'There is no person U0NOBODY.'],
  [`/messages?channel=${STOCK}`, 400, 'before is missing.'],
  ['/messages?channel=D0OLA&thread=1', 400, 'There is no channel D0OLA.'],
  ['/file/F7', 404, 'There is nothing at this address.'],
  ['/../package.json', 404, 'There is nothing at this address.'],
])('%s is refused', async (path, status, error) => {
  const { get } = await open();
  expect(await get(path)).toEqual({ status, body: { error } });
});

test.each([
  [{ kind: 'dance' }, /^This isn't something to do: /],
  [
    { kind: 'command', channel: 'C0NOWHERE', command: '/stock', text: '' },
    /^There is no channel C0NOWHERE\.$/,
  ],
  [{ kind: 'submit', viewId: 'V9', values: {} }, /^The view V9 is closed\.$/],
  [
    { kind: 'click', on: { kind: 'message', channel: STOCK, ts: '1' }, action: {}, values: {} },
    /^There is no message 1/,
  ],
])('%j is refused', async (given, error) => {
  const { post: send } = await open();
  expect(await send(given)).toEqual({ status: 400, body: { error: expect.stringMatching(error) } });
});

test('a page of somebody else in the same browser types nothing', async () => {
  const { post: send, sent } = await open();
  const act = { kind: 'command', channel: STOCK, command: '/stock', text: '' };
  const { status } = await send(act, kari.id, { origin: 'https://elsewhere.example' });
  expect(status).toBe(400);
  expect(sent).toEqual([]);
});

test('a port in use: the next one is taken, unless that one was asked for', async () => {
  const port = await freePort();
  const { page } = await open(undefined, { port, isFixed: true });
  expect(page.address).toBe(`http://127.0.0.1:${port}`);
  await expect(open(undefined, { port, isFixed: true })).rejects.toThrow('EADDRINUSE');
  const { page: second } = await open(undefined, { port, isFixed: false });
  expect(second.address).not.toBe(page.address);
});

test('after a restart a page that stayed open sees another session', async () => {
  const port = await freePort();
  const { page, state } = await open(undefined, { port, isFixed: true });
  await watch(page.address, kari.id);
  const { session } = await state();
  await page.close();
  const { page: again, state: stateAgain } = await open(undefined, { port, isFixed: true });
  expect(again.address).toBe(page.address);
  expect((await stateAgain()).session).not.toBe(session);
});
