import { once } from 'node:events';
import { createServer } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { useService } from '../../../support/nodes/service.ts';
import { skipRetryWaits } from '../../../support/nodes/waits.ts';

const startService = useService();
skipRetryWaits();
const STORES = 'retailDataStores';
const goodAndBad = {
  input: [{ id: '94' }, { id: 'none' }],
  parameters: { filters: { storeId: '={{ $json.id }}' } },
};

describe('when the workflow goes on', () => {
  test('a failed item is an item that says why, and the others come out', async () => {
    const service = await startService();
    const { items, status } = await service.run(STORES, { ...goodAndBad, onError: 'continueRegularOutput' });
    expect(status).toBe('success');
    expect(items).toHaveLength(2);
    expect(items[0]?.json.storeId).toBe('0094');
    expect(items[1]).toEqual({
      json: {
        error: `'Store' is "none", but it must be a whole number such as 143 [item 1].`,
        details: {
          advice: `Change 'Store' and try again; nothing was sent.`,
          httpStatus: null,
          code: 'invalidInput',
          retryAfterMs: null,
          operation: null,
        },
      },
      pairedItem: { item: 1 },
    });
  });

  test('a failed item goes to the error output with its details', async () => {
    const service = await startService();
    service.sandbox.fail({ fault: { kind: 'status', status: 400, body: '{"message":"no"}' }, skip: 1 });
    const { outputs } = await service.run(STORES, {
      input: [{ id: '94' }, { id: '95' }],
      parameters: { filters: { storeId: '={{ $json.id }}' } },
      onError: 'continueErrorOutput',
    });
    const [good = [], bad = []] = outputs;
    expect(good.map(({ json }) => json.storeId)).toEqual(['0094']);
    expect(bad).toHaveLength(1);
    expect(bad[0]?.json).toMatchObject({
      id: '95',
      error: expect.stringContaining('(400)'),
      details: { httpStatus: 400, code: 'badRequest', operation: 'stores' },
    });
  });

  test('a credential that cannot be right fails each item, not the run', async () => {
    const service = await startService();
    const { outputs, status } = await service.run(STORES, {
      input: [{}, {}],
      credentials: { ...service.credentials, baseUrl: 'http://example.com' },
      onError: 'continueErrorOutput',
    });
    expect(status).toBe('success');
    expect(outputs[0]).toEqual([]);
    expect(outputs[1]?.map(({ json }) => json.error)).toEqual([
      expect.stringContaining(`'Base URL' is "http://example.com"`),
      expect.stringContaining(`'Base URL' is "http://example.com"`),
    ]);
  });
});

test('otherwise the run ends with one error: what happened, what to do, status and item', async () => {
  const service = await startService();
  service.sandbox.fail({ fault: { kind: 'status', status: 400, body: '{"message":"bad store"}' }, skip: 1 });
  const { error, status } = await service.run(STORES, {
    input: [{ id: '94' }, { id: '95' }],
    parameters: { filters: { storeId: '={{ $json.id }}' } },
  });
  expect(status).toBe('error');
  expect(error?.name).toBe('NodeApiError');
  expect(error?.message).toBe(
    'Stores: the service did not accept a parameter or its value (400). It said: "bad store" [item 1]',
  );
  expect(error).toMatchObject({
    description: 'Correct the parameter and try again.',
    httpCode: '400',
    context: { itemIndex: 1 },
    failure: { cause: 'configuration-invalid' },
  });
});

test('a rejected key appears nowhere in what n8n keeps', async () => {
  const service = await startService();
  const subscriptionKey = 'wrong-key-4711-secret';
  service.sandbox.fail({
    fault: { kind: 'status', status: 401, body: `{"message":"key ${subscriptionKey} is unknown"}` },
  });
  const { error, trace } = await service.run(STORES, {
    credentials: { ...service.credentials, subscriptionKey },
  });
  expect(error?.message).toContain('rejected the subscription key (401)');
  expect(error).toMatchObject({ failure: { cause: 'credential-invalid' } });
  expect(trace).not.toContain(subscriptionKey);
});

test('a connection that fails is told in our words, and without the key', async () => {
  const service = await startService();
  await service.sandbox.close();
  const { error, trace } = await service.run('retailDataPermission', {
    parameters: { email: 'kari@example.no', roleId: '1', mainRoleId: '2', active: true },
  });
  expect(error?.message).toBe('Permission: the service could not be reached (ECONNREFUSED) [item 0].');
  expect(error?.description).toBe(
    "Nothing listens at this address. Check host and port of the 'Base URL', and that the service runs.",
  );
  expect(trace).not.toContain(service.credentials.subscriptionKey);
});

test('a redirect is refused, and the other host sees nothing', async () => {
  const seen: string[] = [];
  const other = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.end('[]');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const service = await startService();
  service.sandbox.fail({ fault: { kind: 'redirect', location: `http://127.0.0.1:${port}/stores` } });
  const { error } = await service.run(STORES);
  other.close();
  expect(error?.message).toContain('answered with a redirect (302), which is not followed');
  expect(seen).toEqual([]);
});

test.each([
  ['a page of HTML', { kind: 'html', status: 200 }, 'content type "text/html'],
  ['nothing', { kind: 'empty' }, 'an empty body'],
  ['another shape', { kind: 'shape', body: [{ storeId: 94 }] }, '[0].storeId is 94'],
] as const)('an answer with %s is told as such', async (_, fault, message) => {
  const service = await startService();
  service.sandbox.fail({ fault });
  const { error } = await service.run(STORES);
  expect(error?.message).toContain(message);
});

test('an answer that breaks off is asked for again', async () => {
  const service = await startService();
  service.sandbox.fail({ fault: { kind: 'truncate', framing: 'content-length' } });
  const { json, status } = await service.run(STORES, { parameters: { returnAll: true } });
  expect(status).toBe('success');
  expect(json).toHaveLength(service.sandbox.truth.stores().length);
  expect(service.sandbox.requests).toHaveLength(2);
});

test('the timeout holds for a body that stops coming, too', async () => {
  const service = await startService();
  service.sandbox.fail({ fault: { kind: 'stall' } });
  const { json, status } = await service.run(STORES, { parameters: { options: { timeout: 1 } } });
  expect(status).toBe('success');
  expect(json.length).toBeGreaterThan(0);
  expect(service.sandbox.requests).toHaveLength(2);
});

test('cancelling the execution ends a request', async () => {
  const service = await startService();
  service.sandbox.fail({ fault: { kind: 'delay', milliseconds: 60_000 } });
  let cancel = () => {};
  const running = service.run(STORES, {
    onBegin: (run) => {
      cancel = run.cancel;
    },
    onError: 'continueRegularOutput',
  });
  while (service.sandbox.requests.length === 0) await setImmediate();
  cancel();
  expect((await running).status).toBe('canceled');
});
