import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inBatches } from '../../../../bot/database/inBatches.ts';

/** Work that notes its batches and is let go by hand. */
function heldWork() {
  const batches: (readonly number[])[] = [];
  const gates: (() => void)[] = [];
  return {
    batches,
    async work(items: readonly number[]): Promise<readonly string[]> {
      batches.push(items);
      await new Promise<void>((resolve) => gates.push(resolve));
      return items.map((item) => `done ${item}`);
    },
    /** Waits until a batch is being worked on. */
    async isUnderWay(): Promise<void> {
      while (gates.length === 0) await yieldToEventLoop();
    },
    letGo: () => gates.shift()?.(),
  };
}

test('what is asked for in one turn is one batch, and what comes during it is the next', async () => {
  const { batches, work, isUnderWay, letGo } = heldWork();
  const ask = inBatches(work);
  const first = [ask(1), ask(2), ask(3)];
  await isUnderWay();
  const second = [ask(4)];
  await yieldToEventLoop();
  second.push(ask(5));
  expect(batches).toEqual([[1, 2, 3]]);
  letGo();
  expect(await Promise.all(first)).toEqual(['done 1', 'done 2', 'done 3']);
  await isUnderWay();
  letGo();
  expect(await Promise.all(second)).toEqual(['done 4', 'done 5']);
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test('one that comes when all is done is worked off too', async () => {
  const ask = inBatches(async (items: readonly number[]) => items.map((item) => item * 2));
  expect(await ask(1)).toBe(2);
  expect(await ask(2)).toBe(4);
});

test('at most 500 are one batch, and none is lost', async () => {
  const sizes: number[] = [];
  const ask = inBatches(async (items: readonly number[]) => {
    sizes.push(items.length);
    return items;
  });
  const asked = Array.from({ length: 1_201 }, (_, at) => at);
  expect(await Promise.all(asked.map(ask))).toEqual(asked);
  expect(sizes).toEqual([500, 500, 201]);
});

test('a batch that fails fails for each in it, and the next goes on', async () => {
  let batches = 0;
  const ask = inBatches(async (items: readonly number[]) => {
    batches += 1;
    if (batches === 1) throw new Error('the disk is full');
    return items;
  });
  const failed = await Promise.allSettled([ask(1), ask(2)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(ask(3)).resolves.toBe(3);
});

test('one that gets no result is told, and does not wait for ever', async () => {
  const ask = inBatches(async (items: readonly number[]) => items.slice(1));
  const settled = await Promise.allSettled([ask(1), ask(2)]);
  expect(settled).toMatchObject([{ status: 'fulfilled', value: 2 }, { status: 'rejected' }]);
});
