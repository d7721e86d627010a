import { TransportFailure } from 'retail-data-client/transport/transport';
import { describe, expect, test } from 'vitest';
import { createJumpingClock } from '../../../support/fakeClock.ts';
import {
  createMemoryClient,
  type MemoryAnswer,
  nested,
  pageOf,
  saleOf,
} from '../../../support/memoryService.ts';
import { rejection } from '../../../support/testClient.ts';

const ROWS = Array.from({ length: 300 }, (_, at) => saleOf(1, 10, at + 1));
const ACTIVITY = '5f4a0f6e-0c6c-4f3a-9d55-2a1c6c0e7b11';

/** Azure's gateway in front of a service that needs so long for more than `most` rows. */
function startGateway({
  most,
  tookMs = 120_000,
  fail = (): MemoryAnswer => ({
    status: 500,
    data: { statusCode: 500, message: 'Internal server error', activityId: ACTIVITY },
  }),
}: {
  readonly most: number;
  readonly tookMs?: number;
  fail?(): MemoryAnswer;
}) {
  const clock = createJumpingClock();
  const sizes: (string | undefined)[] = [];
  const client = createMemoryClient(
    (request) => {
      const { maxResults } = request.query;
      sizes.push(maxResults);
      if (Number(maxResults ?? Number.POSITIVE_INFINITY) <= most)
        return { data: nested(pageOf(ROWS, request)) };
      void clock.sleep(tookMs);
      return fail();
    },
    { clock },
  );
  return { client, sizes };
}

describe('an answer of sales that takes too long for the gateway', () => {
  test('comes in smaller pages after the second 500, though the first is repeated', async () => {
    const { client, sizes } = startGateway({ most: 120 });
    expect(await client.dailySales().toArray()).toEqual(ROWS);
    expect(sizes.slice(0, 6)).toEqual([undefined, undefined, '50000', '5000', '500', '100']);
  });

  test('is asked for six times in all, and then a page size is advised and the request named', async () => {
    const { client, sizes } = startGateway({ most: 0 });
    const error = await rejection(client.dailySales().toArray());
    expect(error).toMatchObject({
      kind: 'server',
      requestId: ACTIVITY,
      message: expect.stringContaining(`It said: "Internal server error" Request id: ${ACTIVITY}.`),
      advice: expect.stringContaining('Read with a page size of 10 (pageSize)'),
    });
    expect(sizes).toHaveLength(6);
  });

  test('is made smaller after a reset without a byte just as well', async () => {
    const { client, sizes } = startGateway({
      most: 120,
      fail: () => {
        throw new TransportFailure('interrupted', 'ECONNRESET');
      },
    });
    expect(await client.dailySales().toArray()).toEqual(ROWS);
    expect(sizes.slice(0, 3)).toEqual([undefined, undefined, '50000']);
  });

  test('and one that fails at once is repeated as it is', async () => {
    const { client, sizes } = startGateway({ most: 0, tookMs: 19_000 });
    expect(await rejection(client.dailySales({}, { pageSize: 1_000 }).toArray())).toMatchObject({
      kind: 'server',
    });
    expect(sizes).toEqual(['1000', '1000', '1000', '1000']);
  });

  test('tells the page size that came through, for the next read', async () => {
    const { client, sizes } = startGateway({ most: 120 });
    let pageSize: number | undefined;
    await client.dailySales({}, { onProgress: (progress) => (pageSize = progress.pageSize) }).toArray();
    expect(pageSize).toBe(100);
    const before = sizes.length;
    await client.dailySales({}, { pageSize }).toArray();
    expect(sizes.slice(before)).not.toContain('500');
  });
});

test.each(['stores', 'accumulatedStock'] as const)(
  '%s that take too long are asked for again as they are, within two minutes',
  async (name) => {
    const { client, sizes } = startGateway({ most: 0 });
    const read = name === 'stores' ? client.stores() : client.accumulatedStock().toArray();
    expect(await rejection(read)).toMatchObject({ kind: 'server', requestId: ACTIVITY });
    expect(sizes).toEqual([undefined, undefined]);
  },
);
