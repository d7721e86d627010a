import type { SalesRow } from 'retail-data-client';
import { PortableClient } from 'retail-data-client/client/client';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import {
  type Transport,
  TransportFailure,
  type TransportFailureKind,
} from 'retail-data-client/transport/transport';
import { expect, test } from 'vitest';
import { createJumpingClock } from '../../../support/fakeClock.ts';
import { nested, pageOf, saleOf } from '../../../support/memoryService.ts';
import fc, { longRuns } from '../../../support/property.ts';

/** What befalls one call: at which part of its body, and how. `cut` ends like a whole answer does. */
interface Mishap {
  readonly at: number;
  readonly how: TransportFailureKind | 'cut' | 'whole' | 'before';
}

/** A service in memory on whose n-th call the n-th mishap falls; after them everything goes well. */
function brittle(rows: readonly SalesRow[], withTotal: boolean, mishaps: readonly Mishap[], chunk: number) {
  const clock = createJumpingClock();
  const sizes: (number | undefined)[] = [];
  const transport: Transport = {
    redact: (text) => text,
    async send(request) {
      const { at, how } = mishaps[sizes.length] ?? { at: 1, how: 'whole' };
      sizes.push(request.query.maxResults === undefined ? undefined : Number(request.query.maxResults));
      if (sizes.length > 500) throw new Error('The client asks without end.');
      if (how === 'before') throw new TransportFailure('timeout', 'deadline');
      const body = Buffer.from(JSON.stringify(nested(pageOf(rows, request))));
      const headers = withTotal ? { 'x-total-count': String(rows.length) } : {};
      return { status: 200, headers, body: pieces(body, at, how, chunk) };
    },
  };
  const client = new PortableClient({
    transport,
    clock,
    rateLimiter: createInProcessRateLimiter(clock),
    random: () => 0,
  });
  return { client, sizes };
}

/** At least a byte comes: a whole answer without any is another error than one that breaks off. */
async function* pieces(body: Buffer, at: number, how: Mishap['how'], chunk: number) {
  const end = how === 'whole' ? body.length : Math.max(1, Math.floor(at * body.length));
  for (let from = 0; from < end; from += chunk) yield body.subarray(from, Math.min(end, from + chunk));
  if (how === 'timeout' || how === 'interrupted') throw new TransportFailure(how, 'in the middle');
}

const mishap: fc.Arbitrary<Mishap> = fc.record({
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  how: fc.constantFrom('timeout', 'interrupted', 'cut', 'whole', 'before'),
});

test('whatever breaks off where, each row comes once and in order, or the read ends in an error', async () => {
  let whole = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 100 }),
      fc.array(mishap, { maxLength: 12 }),
      fc.boolean(),
      fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
      fc.integer({ min: 9, max: 5_000 }),
      async (count, mishaps, withTotal, pageSize, chunk) => {
        const rows = Array.from({ length: count }, (_, at) =>
          saleOf(1 + Math.floor(at / 40), 1 + Math.floor((at % 40) / 9), 100 + at),
        );
        const { client, sizes } = brittle(rows, withTotal, mishaps, chunk);
        const received: SalesRow[] = [];
        const read = async () => {
          for await (const row of client.dailySales({}, { pageSize })) received.push(row);
        };
        const error: unknown = await read().catch((reason: unknown) => reason);
        if (error === undefined) whole += 1;
        else expect(error).toMatchObject({ kind: expect.stringMatching(/^(timeout|truncated)$/) });
        expect(received).toEqual(error === undefined ? rows : rows.slice(0, received.length));
        // Only four failures running without a row end a read.
        if (mishaps.length < 4) expect(error).toBeUndefined();
        // No page is ever made smaller than a hundred rows; one that was smaller stays as it is.
        for (const size of sizes) {
          if (size !== undefined) expect(size).toBeGreaterThanOrEqual(Math.min(pageSize ?? 100, 100));
        }
      },
    ),
    { numRuns: longRuns(300) },
  );
  expect(whole).toBeGreaterThan(40);
});
