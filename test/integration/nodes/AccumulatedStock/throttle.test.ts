import { describe, expect, test } from 'vitest';
import { NOON, useService } from '../../../support/nodes/service.ts';
import { jumpOverWaits } from '../../../support/nodes/waits.ts';

const startService = useService();
const { waits } = jumpOverWaits(NOON);
const NODE = 'retailDataAccumulatedStock';
const clocked = { now: () => Date.now() };
const waited = () => waits.reduce((sum, wait) => sum + wait, 0);
const one = { limit: 1 };
const QUOTA =
  '{"statusCode":403,"message":"Out of call volume quota. Quota will be replenished in 05:10:09."}';

describe('a refusal with 429', () => {
  test.each([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['an HTTP date', { 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' }, 30_000],
    ['nothing', undefined, 60_000],
  ])('that gives %s is waited for, no shorter, and then answered', async (_, headers, least) => {
    const service = await startService(clocked);
    const fault = { kind: 'status' as const, status: 429, ...(headers === undefined ? {} : { headers }) };
    service.sandbox.fail({ fault });
    const { json, status } = await service.run(NODE, { parameters: one });
    expect(status).toBe('success');
    expect(json).toHaveLength(1);
    expect(service.sandbox.requests).toHaveLength(2);
    expect(waited()).toBeGreaterThanOrEqual(least);
    expect(waited()).toBeLessThan(least + 2_000);
  });

  test("beyond 'Max Wait' ends at once, with the time to come back", async () => {
    const service = await startService(clocked);
    service.sandbox.fail({ fault: { kind: 'status', status: 429, headers: { 'retry-after': '600' } } });
    const { error } = await service.run(NODE, { parameters: { ...one, options: { maxWait: 60 } } });
    expect(error?.description).toContain('Try again in 10 minutes');
    expect(error).toMatchObject({
      httpCode: '429',
      context: { itemIndex: 0 },
      failure: { cause: 'quota-exhausted', retryAfterMs: 600_000, resetsAtEpochMs: NOON + 600_000 },
    });
    expect(waits).toEqual([]);
  });
});

test('a used-up daily quota is told with its time, and the next call is spent after an hour', async () => {
  const service = await startService(clocked);
  service.sandbox.fail({ fault: { kind: 'status', status: 403, body: QUOTA } });
  const retryAfterMs = ((5 * 60 + 10) * 60 + 9) * 1000;
  const { outputs } = await service.run(NODE, {
    input: [{ limit: 1 }, { limit: 2 }],
    parameters: { limit: '={{ $json.limit }}' },
    onError: 'continueErrorOutput',
  });
  expect(outputs[0]).toEqual([]);
  expect(outputs[1]?.map(({ json, pairedItem }) => [json.details, pairedItem])).toMatchObject([
    [{ httpStatus: 403, code: 'rateLimit', retryAfterMs }, { item: 0 }],
    [{ httpStatus: null, code: 'rateLimit', retryAfterMs: 3_600_000 }, { item: 1 }],
  ]);
  expect(outputs[1]?.[1]?.json.error).toContain('said that it takes none until 18:10 on 2026-11-20');
  expect(service.sandbox.requests).toHaveLength(1);
});

test('the 21st call within a minute is waited for, and the hint says how long and what is left', async () => {
  const service = await startService(clocked);
  // Different lists: equal ones would share a read.
  const input = Array.from({ length: 21 }, (_, index) => ({ limit: index + 1 }));
  const { items, hints } = await service.run(NODE, { input, parameters: { limit: '={{ $json.limit }}' } });
  expect(items.at(-1)?.pairedItem).toEqual({ item: 20 });
  expect(waited()).toBeGreaterThan(59_000);
  expect(hints.at(-1)?.message).toMatch(
    /^Accumulated stock: this run needed 21 calls and waited [^;]+ for free calls; 19 calls left right now/,
  );
});

describe('for an agent', () => {
  test('a refusal is an answer: when to ask again, without waiting', async () => {
    const service = await startService(clocked);
    service.sandbox.fail({ fault: { kind: 'status', status: 429 } });
    const { json } = await service.run(NODE, { parameters: one, asTool: true });
    expect(json[0]?.error).toBe(
      'Accumulated stock: the service refused the call because too many were made (429). It said: "A fault was asked for." Try again in 60 seconds, at 2026-11-20T12:01:00Z or later, and not before.',
    );
    expect(waits).toEqual([]);
    expect(service.sandbox.requests).toHaveLength(1);
  });

  test('a long list is cut, and the cut is said', async () => {
    const service = await startService({ ...clocked, products: 250 });
    const parameters = { returnAll: true, filters: { includeZeroStock: true } };
    const { json } = await service.run(NODE, { parameters, asTool: true });
    const total = service.sandbox.truth.stock().length;
    expect(total).toBeGreaterThan(101);
    expect(json).toHaveLength(101);
    expect(Object.keys(json[0] ?? {})).toHaveLength(5);
    expect(json.at(-1)).toEqual({
      note: expect.stringContaining(`Only the first 100 of ${total} products are given here`),
    });
    expect(service.sandbox.requests).toHaveLength(1);
  });

  test.each([
    [
      { productId: '9999' },
      "No product 9999 is in stock. It is out of stock, or the number is wrong: 'Include Zero Stock' also gives products that are out of stock.",
    ],
    [
      { productId: '9998, 9999', changedSince: '2026-11-01' },
      "None of the products 9998, 9999 is in stock with an update since 2026-11-01. They are out of stock, or a number is wrong: 'Include Zero Stock' also gives products that are out of stock.",
    ],
    [{ productId: '9999', includeZeroStock: true }, 'No product 9999 was found. Check the number.'],
    [{ changedSince: '2026-12-24' }, 'No product is in stock with an update since 2026-12-24.'],
  ])('what is not there is said: %o', async (filters, note) => {
    const service = await startService(clocked);
    const { json } = await service.run(NODE, { parameters: { filters }, asTool: true });
    expect(json).toEqual([{ note }]);
  });

  test('of several products those that are not there are named after the others', async () => {
    const service = await startService(clocked);
    const [product] = service.sandbox.truth.stock().filter(({ stock }) => stock > 0);
    const filters = { productId: `${product?.productId}, 9999` };
    const { json } = await service.run(NODE, { parameters: { filters }, asTool: true });
    expect(json).toEqual([product, { note: expect.stringMatching(/^No product 9999 is in stock\./) }]);
  });

  test('a list that is whole has no note', async () => {
    const service = await startService(clocked);
    const [product] = service.sandbox.truth.stock();
    const filters = { productId: product?.productId ?? '', includeZeroStock: true };
    const { json } = await service.run(NODE, { parameters: { filters }, asTool: true });
    expect(json).toEqual([product]);
  });
});

test('Retry On Fail runs the node again, and with Continue the item that failed last goes on', async () => {
  const service = await startService(clocked);
  service.sandbox.fail({ fault: { kind: 'status', status: 400 } });
  const second = await service.run(NODE, { parameters: one, maxTries: 2, onError: 'continueRegularOutput' });
  expect(second.json).toHaveLength(1);
  expect(second.json[0]).toHaveProperty('productId');
  service.sandbox.fail({ fault: { kind: 'status', status: 400 }, times: 2 });
  const failed = await service.run(NODE, { parameters: one, maxTries: 2, onError: 'continueErrorOutput' });
  expect(failed.outputs[0]).toEqual([]);
  expect(failed.outputs[1]?.map(({ json }) => json.details)).toMatchObject([{ httpStatus: 400 }]);
  expect(service.sandbox.requests).toHaveLength(4);
});

test('without an input item nothing is asked', async () => {
  const service = await startService(clocked);
  const { status, items } = await service.run(NODE, { input: [], parameters: one });
  expect(status).toBe('success');
  expect(items).toEqual([]);
  expect(service.sandbox.requests).toEqual([]);
});
