import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { viewLedger } from '../../../../bot/outbox/ledgerView.ts';

function openView() {
  const state = { now: 1, lost: 0, isAway: false };
  const time = {
    sql: () => sql<number>`${state.now}`,
    async now() {
      if (state.isAway) throw new Error('the database is away');
      return state.now;
    },
  };
  return { state, beganAt: viewLedger(time, () => state.lost) };
}

test('a view of the ledger begins when it is made, and with the next question after a lost connection', async () => {
  const { state, beganAt } = openView();
  state.now = 2;
  expect(await beganAt()).toBe(1);
  state.lost = 1;
  expect(await beganAt()).toBe(2);
  state.now = 3;
  expect(await beganAt()).toBe(2);
});

test('a clock that could not be read is read by the next question', async () => {
  const { state, beganAt } = openView();
  state.isAway = true;
  state.lost = 1;
  await expect(beganAt()).rejects.toThrow('away');
  state.isAway = false;
  state.now = 2;
  expect(await beganAt()).toBe(2);
  state.now = 3;
  expect(await beganAt()).toBe(2);
});
