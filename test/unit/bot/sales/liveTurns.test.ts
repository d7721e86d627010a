import { setImmediate as turn } from 'node:timers/promises';
import type { RetailDataOperations } from 'retail-data-client/client/client';
import { expect, test } from 'vitest';
import { createLiveSales } from '../../../../bot/sales/live/turns.ts';
import { createUnderWay } from '../../../../bot/workers/underWay.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

const KARI = 'T0TEAM U0KARI';
const week = (from: string) => ({ from, to: from, by: ['product'] }) as const;

/** Live reads from a service that answers each call when the test says so. */
function liveReads() {
  const clock = createFakeClock();
  const calls: { readonly day: string; answer(): void }[] = [];
  const failing = new Set<string>();
  const client: Pick<RetailDataOperations, 'dailySales'> = {
    dailySales(query = {}) {
      const day = query.fromSalesDate ?? '';
      const answered = Promise.withResolvers<void>();
      calls.push({ day, answer: () => answered.resolve() });
      return Object.assign(Object.create(null), {
        async *batches() {
          await answered.promise;
          if (failing.has(day)) throw new Error(`no ${day}`);
          yield [];
        },
      });
    },
  };
  const live = createLiveSales(client, clock, createUnderWay());
  return { live, clock, calls, failing, days: () => calls.map(({ day }) => day) };
}

test('a question whose other half has failed asks nothing more, and the next one gets its turn', async () => {
  const { live, calls, clock, failing, days } = liveReads();
  // Another person's question for the same days fails, and with it the half of this one that waits for it.
  failing.add('2026-08-03');
  const other = live('T0TEAM U0OLA');
  const theirs = other.read(week('2026-08-03')).catch(() => 'failed');
  await turn();
  const compared = live(KARI);
  const half = compared.read(week('2026-08-03'));
  calls[0]?.answer();
  await expect(half).rejects.toThrow('no 2026-08-03');
  compared.end();
  // The other half comes by only now: it has read the database until then.
  await expect(compared.read(week('2026-07-27'))).rejects.toThrow('the question has ended');
  expect(await theirs).toBe('failed');
  other.end();

  const next = live(KARI);
  const read = next.read(week('2026-08-10'));
  await turn();
  await clock.advance(30_000);
  expect(days()).toEqual(['2026-08-03', '2026-08-10']);
  calls[1]?.answer();
  await expect(read).resolves.toMatchObject({ totals: { rows: 0 } });
  next.end();
});

test('a person has one question at a time, and the next one waits for its end', async () => {
  const { live, calls, days } = liveReads();
  const first = live(KARI);
  const one = first.read(week('2026-08-03'));
  const second = live(KARI);
  const two = second.read(week('2026-08-10'));
  await turn();
  expect(days()).toEqual(['2026-08-03']);
  calls[0]?.answer();
  await one;
  first.end();
  await turn();
  expect(days()).toEqual(['2026-08-03', '2026-08-10']);
  calls[1]?.answer();
  await two;
  second.end();
});

test('a question that waits for half a minute is refused, and takes nobody a place', async () => {
  const { live, calls, clock, days } = liveReads();
  const first = live(KARI);
  const one = first.read(week('2026-08-03'));
  const second = live(KARI);
  const refused = expect(second.read(week('2026-08-10'))).rejects.toThrow('too many ranges');
  await clock.advance(30_000);
  await refused;
  second.end();
  calls[0]?.answer();
  await one;
  first.end();
  const third = live(KARI);
  const three = third.read(week('2026-08-17'));
  await turn();
  expect(days()).toEqual(['2026-08-03', '2026-08-17']);
  calls[1]?.answer();
  await three;
  third.end();
});
