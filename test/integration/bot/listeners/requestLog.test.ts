import { ConnectionError, InvalidInputError } from 'retail-data-client';
import { expect, test } from 'vitest';
import type { OnHandled } from '../../../../bot/listeners/middleware/handleRequests.ts';
import { ParseError } from '../../../../bot/parser/parseError.ts';
import { startListenerBench } from '../../../support/bot/listenerBench.ts';

type Handled = Parameters<OnHandled>[0];

/** What somebody typed, and nobody else is to read. */
const TYPED = 'zebrafish';
const INFO = 30;
const WARN = 40;

/** One command that ends as it is told to. */
async function startBench() {
  const handled: Handled[] = [];
  const state = { now: 0, tookMs: 0, error: undefined as unknown };
  const bench = await startListenerBench({
    now: () => state.now,
    onHandled: (each) => void handled.push(each),
  });
  const { app, middleware, recording } = bench;
  app.command('/test', middleware.authorize('member'), async () => {
    state.now += state.tookMs;
    if (state.error !== undefined) throw state.error;
  });
  const lines = () => recording.lines().filter(({ level }) => level >= INFO);
  return { ...bench, state, handled, lines };
}

test.each([
  ['ok', undefined],
  ['mistake', new ParseError(() => `${TYPED} is no date`, '')],
  ['service', new ConnectionError('no connection', 'Try again.')],
  ['service', new InvalidInputError({ field: 'productId', value: TYPED, expected: 'a number' })],
  ['failed', new TypeError('broken')],
])(
  'a command that ends %s is one line with its outcome, and nothing that was typed',
  async (outcome, error) => {
    const { type, state, handled, lines, recording } = await startBench();
    state.error = error;
    state.tookMs = 120;
    await type('/test', TYPED);
    expect(handled).toEqual([{ request: '/test', outcome, durationMs: 120 }]);
    const told = lines().filter(({ msg }) => msg === 'a request was handled');
    expect(told).toMatchObject([
      { level: INFO, listener: 'command /test', user: 'U0KARI', outcome, ms: 120 },
    ]);
    expect(JSON.stringify(lines())).not.toContain(TYPED);
    expect(recording.text()).not.toContain(TYPED);
  },
);

test('every line of a command bears its id, and no other command has it', async () => {
  const { type, state, lines } = await startBench();
  state.error = new TypeError('broken');
  await type('/test', '');
  const first = lines();
  expect(first.map(({ msg }) => msg)).toEqual(['a listener failed', 'a request was handled']);
  await type('/test', '');
  const [one, two, three, four] = lines().map(({ request }) => request);
  expect(one).toMatch(/^[0-9a-f-]{36}$/);
  expect(two).toBe(one);
  expect(four).toBe(three);
  expect(three).not.toBe(one);
});

test('who may not is refused, and what nothing is there for is unknown', async () => {
  const { type, slack, handled, lines } = await startBench();
  await type(`/${TYPED}`, '');
  slack.setUser('U0GUEST', { is_restricted: true });
  await type('/test', TYPED, { user_id: 'U0GUEST' });
  expect(handled.map(({ request, outcome }) => [request, outcome])).toEqual([
    // Not by its name: nobody can make another series of it.
    ['command', 'unknown'],
    ['/test', 'refused'],
  ]);
  expect(lines().at(-1)).toMatchObject({ listener: 'command /test', user: 'U0GUEST', outcome: 'refused' });
});

test('a command that took long is a warning', async () => {
  const { type, state, lines } = await startBench();
  state.tookMs = 6_000;
  await type('/test', TYPED);
  expect(lines()).toMatchObject([
    { level: WARN, msg: 'a request took long', listener: 'command /test', outcome: 'ok', ms: 6_000 },
  ]);
});
