import { describe, expect, test } from 'vitest';
import { useService } from '../../../support/nodes/service.ts';
import { noticeWaits } from '../../../support/nodes/waits.ts';

const startService = useService();
const NODE = 'retailDataAccumulatedStock';
/** Items that ask for different lists, each in one call; equal ones would share a read. */
const different = (count: number) => Array.from({ length: count }, (_, index) => ({ limit: index + 1 }));
const oneCallEach = { limit: '={{ $json.limit }}' };
const all = { returnAll: true, filters: { includeZeroStock: true } };

test('gives the stock of every product, those that are sold out included', async () => {
  const service = await startService();
  const { json } = await service.run(NODE, { parameters: all });
  expect(json).toEqual(service.sandbox.truth.stock());
});

test('sends every filter and option under its name, and nothing that is not set', async () => {
  const service = await startService();
  await service.run(NODE, {
    parameters: {
      filters: { productId: '00401', changedSince: '2026-11-01', includeZeroStock: false },
      options: { pageSize: 9 },
    },
  });
  await service.run(NODE, { parameters: { returnAll: true } });
  expect(service.queries()[0]).toEqual({
    productId: '401',
    changedSince: '2026-11-01',
    includeZeroStock: 'false',
    // A product has one row, whatever the page size.
    maxResults: '1',
  });
  // The last call shows that nothing follows.
  expect(service.queries().slice(-2)).toEqual([{}, { start: expect.any(String) }]);
});

test('stops at the limit', async () => {
  const service = await startService();
  const { json } = await service.run(NODE, { parameters: { limit: 5 } });
  expect(json).toHaveLength(5);
  expect(service.queries()).toEqual([{ maxResults: '5' }]);
});

test('reads page by page', async () => {
  const service = await startService();
  const { json } = await service.run(NODE, { parameters: { ...all, options: { pageSize: 40 } } });
  expect(json).toEqual(service.sandbox.truth.stock());
  expect(service.queries().map(({ start }) => start)).toEqual([undefined, '39', '78', '96']);
});

describe('the call budget', () => {
  test('is shared by all runs of the process, and each run says what is left', async () => {
    const service = await startService();
    const first = await service.run(NODE, { parameters: { limit: 1 } });
    const second = await service.run(NODE, { input: different(2), parameters: oneCallEach });
    expect(first.hints[0]?.message).toContain('19 calls left');
    expect(first.hints[0]?.message).toContain('in this n8n process only');
    expect(second.hints.map(({ message }) => message)).toEqual([
      "2 of 2 input items gave as much as 'Limit' allows. Turn on 'Return All' or raise 'Limit' for more.",
      expect.stringContaining('17 calls left'),
    ]);
  });

  test('a product that is not in stock is told of', async () => {
    const service = await startService();
    const { hints } = await service.run(NODE, { parameters: { filters: { productId: '999999' } } });
    expect(hints[0]?.message).toBe(
      "No product 999999 is in stock. It is out of stock, or the number is wrong: 'Include Zero Stock' also gives products that are out of stock.",
    );
  });

  test.each([
    ['max wait 0', { options: { maxWait: 0 } }, false],
    ['an agent that runs the node as its tool', {}, true],
  ])('with %s the 21st call is refused at once, unsent', async (_, parameters, asTool) => {
    const service = await startService();
    const input = different(20);
    await service.run(NODE, { input, parameters: oneCallEach });
    const { error, json } = await service.run(NODE, { parameters: { limit: 1, ...parameters }, asTool });
    const message = asTool ? json[0]?.error : error?.message;
    expect(message).toMatch(/^Accumulated stock: the next call is allowed in \d+ seconds/);
    if (asTool) expect(message).toMatch(/Try again in \d+ seconds/);
    else {
      expect(message).toContain(', and waiting is turned off');
      expect(error?.description).toMatch(/^Try again in \d+ seconds, or allow a wait\./);
    }
    expect(service.sandbox.requests).toHaveLength(20);
  });

  test('a refusal of the service closes it for as long as the service says', async () => {
    const service = await startService({ throttle: { perMinute: 1, perDay: 400 } });
    const options = { maxWait: 0 };
    await service.run(NODE, { parameters: { limit: 1 } });
    const refused = await service.run(NODE, { parameters: { limit: 1, options } });
    expect(refused.error?.message).toContain('(429)');
    const next = await service.run(NODE, { parameters: { limit: 1, options } });
    expect(next.error?.message).toContain('the next call is allowed in');
    expect(service.sandbox.requests).toHaveLength(2);
  });

  test('cancelling the execution ends a wait', async () => {
    const service = await startService();
    const input = different(20);
    await service.run(NODE, { input, parameters: oneCallEach });
    const { status } = await service.run(NODE, {
      parameters: { limit: 1, options: { maxWait: 120 } },
      onError: 'continueRegularOutput',
      onBegin: ({ cancel }) => noticeWaits(cancel),
    });
    expect(status).toBe('canceled');
    expect(service.sandbox.requests).toHaveLength(20);
  });
});
