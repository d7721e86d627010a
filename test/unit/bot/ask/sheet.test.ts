import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { madeOf, sheetFrom } from '../../../../bot/ask/sheet.ts';

test('a file of many rows has each once and in order, and others have their turn while it is written', async () => {
  const numbers = Array.from({ length: 5_250 }, (_, at) => at);
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    while (!isDone) {
      await yieldToEventLoop();
      turns += 1;
    }
  })();
  const sheet = await sheetFrom(
    { name: 'numbers', head: ['number', 'half'], rows: madeOf(numbers, (at) => [at, at / 2]) },
    'nb',
  );
  isDone = true;
  await counting;
  expect(sheet.rows).toBe(5_250);
  expect(sheet.text.split('\r\n')).toEqual([
    '\uFEFFnumber;half',
    ...numbers.map((at) => `${at};${String(at / 2).replace('.', ',')}`),
    '',
  ]);
  expect(turns).toBeGreaterThanOrEqual(10);
});
