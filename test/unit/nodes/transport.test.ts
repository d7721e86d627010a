import type { IExecuteFunctions } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { createNodeTransport } from '../../../nodes/service/transport.ts';

const ADDRESS = { baseUrl: 'https://service.example', subscriptionKey: 'key-4711' };
const REQUEST = { method: 'GET', path: '/stores', query: {}, headers: {}, timeoutMs: 1_000 } as const;

/** What the transport gives when n8n's request ends like that. */
function sendWith(httpRequestWithAuthentication: () => Promise<unknown>) {
  const context = { helpers: { httpRequestWithAuthentication } } as unknown as IExecuteFunctions;
  return createNodeTransport(context, ADDRESS).send(REQUEST);
}

test("n8n's own words come without the key, however they hold it", async () => {
  const refusal = new Error('Wrapped', { cause: new Error('The request with key-4711 is not allowed') });
  const failure = await sendWith(() => Promise.reject(refusal)).catch((error: Error) => error);
  if (!(failure instanceof Error)) throw new Error('The request was not refused.');
  expect(failure.message).toContain('n8n says: The request with');
  expect(JSON.stringify([failure.message, failure.stack, failure.cause])).not.toContain('key-4711');
});

test.each([
  ['ECONNABORTED', 'timeout'],
  ['ECONNRESET', 'interrupted'],
  ['ENOTFOUND', 'unreachable'],
])('%s is the failure %s', async (code, kind) => {
  const wrapped = new Error('Wrapped', { cause: Object.assign(new Error('inner'), { code }) });
  await expect(sendWith(() => Promise.reject(wrapped))).rejects.toMatchObject({ kind, message: code });
});

test('an answer that n8n makes up comes as its JSON', async () => {
  const made = { statusCode: 200, headers: { 'X-Total-Count': 1 }, body: [{ storeId: '0143' }] };
  const { body, headers } = await sendWith(async () => made);
  expect(headers).toEqual({ 'x-total-count': '1' });
  const bytes: Uint8Array[] = [];
  for await (const part of body) bytes.push(part);
  expect(Buffer.concat(bytes).toString()).toBe('[{"storeId":"0143"}]');
});
