import { expect, test } from 'vitest';
import { packList, unpackList } from '../../../../bot/workers/chunkedList.ts';
import { yieldToEventLoop } from '../../../../bot/workers/yieldToEventLoop.ts';

test('a long list comes out as it went in, and others have their turn meanwhile', async () => {
  const list = Array.from({ length: 5_300 }, (_, at) => ({ id: `${at}`, stock: at, before: undefined }));
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    while (!isDone) {
      await yieldToEventLoop();
      turns += 1;
    }
  })();
  const unpacked = await unpackList(packList(list));
  isDone = true;
  await counting;
  expect(unpacked).toStrictEqual(list);
  expect(turns).toBeGreaterThanOrEqual(10);
});

test('an empty list stays empty', async () => {
  expect(await unpackList(packList([]))).toEqual([]);
});
