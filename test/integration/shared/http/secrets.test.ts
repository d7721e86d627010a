import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { RetailDataError } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../../../support/answers.ts';
import { httpAnswer, httpHead, startRawServer } from '../../../support/rawServer.ts';
import { createTestClient, KEY, rejection } from '../../../support/testClient.ts';

/** Everything an error could show to a person or a log. */
function allThatIsShown(error: unknown): string {
  const parts = [
    inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true, breakLength: 200 }),
  ];
  for (let here: unknown = error; here instanceof Error; here = here.cause) {
    parts.push(here.message, here.stack ?? '', String(here), JSON.stringify(here));
    if (here instanceof RetailDataError) parts.push(here.advice);
    for (const name of Object.getOwnPropertyNames(here)) parts.push(String(Reflect.get(here, name)));
  }
  return parts.join('\n');
}

const reversible = (key: string) => [
  key,
  encodeURIComponent(key),
  JSON.stringify(key).slice(1, -1),
  // Long enough a part of the key to be worth hiding.
  key.slice(0, 12),
];

const NO_JSON = { 'content-type': 'text/plain' };

const ANSWERING: readonly [string, (key: string) => Buffer | ((socket: Socket) => void)][] = [
  ...[301, 400, 401, 403, 404, 422, 429, 503].map((status): [string, (key: string) => Buffer] => [
    `${status} with a message`,
    (key) => httpAnswer(JSON.stringify({ message: `Key ${key} is bad` }), {}, status),
  ]),
  ['400 with an error', (key) => httpAnswer(JSON.stringify({ error: `Key ${key} is bad` }), {}, 400)],
  ['400 with text', (key) => httpAnswer(`Key ${key} is bad`, NO_JSON, 400)],
  ['400 with the key in another field', (key) => httpAnswer(JSON.stringify({ detail: [key] }), {}, 400)],
  ['400 with the key URL-encoded', (key) => httpAnswer(`?key=${encodeURIComponent(key)}`, NO_JSON, 400)],
  ['400 with the key in a header', (key) => httpAnswer('no', { ...NO_JSON, 'x-echo': key }, 400)],
  [
    '400 with every sign escaped',
    (key) => {
      const escaped = [...key]
        .map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join('');
      return httpAnswer(`{"message":"Key ${escaped} is bad"}`, {}, 400);
    },
  ],
  [
    '400 with the key where a long text is cut',
    (key) => httpAnswer(`${'x'.repeat(180)}${key}`, NO_JSON, 400),
  ],
  [
    'a field of the wrong type',
    (key) => httpAnswer(JSON.stringify([{ ...ANSWERS.stores[0], address: key }])),
  ],
  [
    'the key where a long value is cut',
    (key) => httpAnswer(JSON.stringify([{ ...ANSWERS.stores[0], address: `${'x'.repeat(60)}${key}` }])),
  ],
  ['the key in place of everything', (key) => httpAnswer(JSON.stringify(key))],
  ['the key in text that is not JSON', (key) => httpAnswer(`${key} [`)],
  ['the key in a cut answer', (key) => httpAnswer(`["${key}`)],
  ['the key in the content type', (key) => httpAnswer('[]', { 'content-type': `text/${key}` })],
  [
    'the key where a long content type is cut',
    (key) => httpAnswer('[]', { 'content-type': `text/${'x'.repeat(60)}${key}` }),
  ],
  ['the key in the content encoding', (key) => httpAnswer('[]', { 'content-encoding': key })],
  [
    'the key in a redirect',
    (key) => httpAnswer('', { location: `https://elsewhere.test/?key=${encodeURIComponent(key)}` }, 302),
  ],
  ['the key in Retry-After', (key) => httpAnswer('', { 'retry-after': key }, 429)],
  ['a stalled body', () => (socket) => socket.write(httpHead({ 'content-length': '10' }))],
  ['a reset', () => (socket) => socket.resetAndDestroy()],
  ['no HTTP', (key) => (socket) => socket.end(`${key}\r\n`)],
  ['invalid UTF-8', (key) => httpAnswer(Buffer.concat([Buffer.from(key), Buffer.of(0xff, 0x5b)]))],
  ['an invalid header', (key) => (socket) => socket.end(`HTTP/1.1 200 OK\r\nbad header ${key}\r\n\r\n`)],
];

describe.each([
  ['of letters and digits', KEY],
  ['with signs', `a+b/c=="\\'&?%<k>0a1b2c3d4e5f6071`],
])('a key %s shows in no error', (_, key) => {
  test.each(ANSWERING)('after %s', async (_name, answering) => {
    const answer = answering(key);
    const server = await startRawServer((socket) => {
      if (typeof answer === 'function') answer(socket);
      else socket.write(answer);
    });
    const client = createTestClient({ baseUrl: server.url, subscriptionKey: key });
    const change = { email: 'kari@example.no', roleId: '1', mainRoleId: '2', active: true };
    for (const call of [
      () => client.stores({}, { timeoutMs: 50 }),
      () => client.setPermission(change, { timeoutMs: 50 }),
    ]) {
      const error = await rejection(call());
      expect(error).toBeInstanceOf(RetailDataError);
      const shown = allThatIsShown(error);
      for (const form of reversible(key)) expect(shown).not.toContain(form);
    }
    expect(server.requests[0]?.head).toContain(key);
  });

  test('after a connection that is refused', async () => {
    const client = createTestClient({ baseUrl: 'http://127.0.0.1:1', subscriptionKey: key });
    const shown = allThatIsShown(await rejection(client.stores()));
    for (const form of reversible(key)) expect(shown).not.toContain(form);
  });

  test('nor in the client itself', () => {
    const client = createTestClient({ baseUrl: 'http://127.0.0.1:1', subscriptionKey: key });
    const shown = inspect(client, { depth: Number.POSITIVE_INFINITY, showHidden: true });
    for (const form of reversible(key)) expect(shown).not.toContain(form);
  });
});
