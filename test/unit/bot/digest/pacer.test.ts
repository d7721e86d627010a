import { expect, test } from 'vitest';
import { createPacer } from '../../../../bot/digest/pacer.ts';

const SIGNAL = new AbortController().signal;

/** A pacer whose sleeps are over at once, and how long each was. */
function pacerAt(start: number) {
  const state = { now: start };
  const waits: number[] = [];
  const pacer = createPacer({
    now: () => state.now,
    async sleep(milliseconds) {
      waits.push(milliseconds);
    },
  });
  return { state, waits, turn: (channelId: string) => pacer.turn(channelId, SIGNAL) };
}

test('messages of one process are 200 ms apart, whichever channels they go to', async () => {
  const { waits, turn } = pacerAt(1_000_000);
  await Promise.all(Array.from({ length: 5 }, (_, at) => turn(`C${at}`)));
  expect(waits).toEqual([200, 400, 600, 800]);
});

test('messages to one channel are more than a second apart, and hold up no other', async () => {
  const { state, waits, turn } = pacerAt(1_000_000);
  await turn('C1');
  await turn('C1');
  await turn('C2');
  expect(waits).toEqual([1_050, 400]);
  state.now += 10_000;
  await turn('C1');
  expect(waits).toHaveLength(2);
});

test('a clock that is set back holds up no message', async () => {
  const { state, waits, turn } = pacerAt(10_000_000);
  await turn('C1');
  state.now -= 3_600_000;
  await turn('C1');
  expect(waits).toEqual([]);
});
