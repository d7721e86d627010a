import { expect, test } from 'vitest';
import { RowStream } from '../../../../shared/pagination/rowStream.ts';

interface Numbered {
  readonly number: number;
}

/** Batches of these sizes, their rows numbered from 0; `seen` tells what became of the read. */
function numbered(sizes: readonly number[], failure?: Error) {
  const seen = { begun: 0, ended: 0 };
  const stream = new RowStream<Numbered>(async function* () {
    seen.begun += 1;
    let number = 0;
    try {
      for (const size of sizes) {
        await Promise.resolve();
        yield Array.from({ length: size }, () => ({ number: number++ }));
      }
      if (failure !== undefined) throw failure;
    } finally {
      seen.ended += 1;
    }
  });
  return { stream, seen };
}

test('rows asked for before the ones asked earlier have come keep their order', async () => {
  const rows = numbered([1, 0, 2, 1]).stream[Symbol.asyncIterator]();
  const answers = await Promise.all(Array.from({ length: 6 }, () => rows.next()));
  expect(answers.map(({ value }) => value?.number)).toEqual([0, 1, 2, 3, undefined, undefined]);
  expect(answers.map(({ done }) => done)).toEqual([false, false, false, false, true, true]);
});

test('leaving the loop ends the read, and nothing comes after it', async () => {
  const { stream, seen } = numbered([2, 2]);
  const rows = stream[Symbol.asyncIterator]();
  for await (const { number } of rows) if (number === 0) break;
  expect(seen.ended).toBe(1);
  expect(await rows.next()).toEqual({ done: true, value: undefined });
});

test('the error of a read comes after its rows, once', async () => {
  const failure = new Error('the page broke off');
  const rows = numbered([1], failure).stream[Symbol.asyncIterator]();
  expect((await rows.next()).value?.number).toBe(0);
  await expect(rows.next()).rejects.toBe(failure);
  expect(await rows.next()).toEqual({ done: true, value: undefined });
});
