import { describe, expect, test } from 'vitest';
import { createLedger, type DigestKey, type Ledger, manualKind } from '../../../bot/digest/ledger.ts';
import { openTestDatabase } from '../support/databases.ts';

const KEY: DigestKey = { teamId: 'T1', channelId: 'C1', kind: 'stock', businessDate: '2026-11-20' };

async function openLedger(): Promise<Ledger> {
  return createLedger(await openTestDatabase());
}

async function dueRun(ledger: Ledger, key = KEY): Promise<number> {
  await ledger.record(key, 100);
  const run = (await ledger.due(100)).find((each) => each.channelId === key.channelId);
  if (run === undefined) throw new Error('nothing is due');
  return run.id;
}

const stateOf = async (ledger: Ledger) => (await ledger.recent('T1', 'C1', 1))[0]?.state;

describe('recording', () => {
  test('is new once for a team, channel, kind and business date', async () => {
    const ledger = await openLedger();
    expect(await ledger.record(KEY, 1)).toBe(true);
    expect(await ledger.record(KEY, 2)).toBe(false);
    expect(await Promise.all([1, 2, 3].map(() => ledger.record(KEY, 3)))).toEqual([false, false, false]);
    for (const other of [
      { teamId: 'T2' },
      { channelId: 'C2' },
      { kind: manualKind('a') },
      { kind: manualKind('b') },
      { businessDate: '2026-11-21' },
    ]) {
      expect(await ledger.record({ ...KEY, ...other }, 4)).toBe(true);
    }
    expect(await ledger.due(4)).toHaveLength(6);
  });

  test('is not new again after the digest went out, failed or was missed', async () => {
    for (const end of ['sent', 'failed', 'unknown', 'missed'] as const) {
      const ledger = await openLedger();
      const id = await dueRun(ledger);
      if (end === 'missed') await ledger.expire('2026-11-21', 1);
      else await ledger.claim(id, 1);
      if (end === 'sent') await ledger.sent(id, '1.1', 2);
      else if (end !== 'missed') await ledger.end(id, end, 'reason', 2);
      expect(await stateOf(ledger)).toBe(end);
      expect(await ledger.record(KEY, 3)).toBe(false);
      expect(await ledger.due(Number.MAX_SAFE_INTEGER)).toEqual([]);
    }
  });
});

describe('a claim', () => {
  test('is given to one of many', async () => {
    const ledger = await openLedger();
    const id = await dueRun(ledger);
    const claims = await Promise.all([1, 2, 3, 4].map(() => ledger.claim(id, 5)));
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
    expect(await stateOf(ledger)).toBe('sending');
    expect(await ledger.due(1_000)).toEqual([]);
  });

  test('counts attempts', async () => {
    const ledger = await openLedger();
    const id = await dueRun(ledger);
    for (const attempt of [1, 2, 3]) {
      expect(await ledger.claim(id, 5)).toMatchObject({ attempt, state: 'sending' });
      await ledger.postpone(id, 5, 'ratelimited', 5);
    }
  });
});

test('a postponed digest is due again at its time, not before', async () => {
  const ledger = await openLedger();
  const id = await dueRun(ledger);
  await ledger.claim(id, 100);
  await ledger.postpone(id, 500, 'Slack asked to wait', 100);
  expect(await ledger.due(499)).toEqual([]);
  expect(await ledger.due(500)).toMatchObject([{ id, reason: 'Slack asked to wait', state: 'due' }]);
});

test('only what is being sent can be sent, postponed or ended', async () => {
  const ledger = await openLedger();
  const id = await dueRun(ledger);
  await ledger.sent(id, '1.1', 1);
  await ledger.end(id, 'failed', 'no', 1);
  await ledger.postpone(id, 999, 'no', 1);
  expect(await ledger.due(100)).toMatchObject([{ id, state: 'due', reason: null }]);
  await ledger.claim(id, 1);
  await ledger.sent(id, '1.1', 1);
  await ledger.end(id, 'unknown', 'late news', 2);
  await ledger.postpone(id, 999, 'late news', 2);
  expect(await ledger.recent('T1', 'C1', 1)).toMatchObject([{ state: 'sent', reason: null }]);
});

test('what an earlier process left half sent ends as unknown, and nothing else does', async () => {
  const ledger = await openLedger();
  const sending = await dueRun(ledger);
  await ledger.claim(sending, 1);
  await dueRun(ledger, { ...KEY, channelId: 'C2' });
  expect(await ledger.endAbandoned(2)).toMatchObject([
    { id: sending, state: 'unknown', reason: 'the process ended while sending' },
  ]);
  expect(await ledger.endAbandoned(3)).toEqual([]);
  expect(await ledger.due(1_000)).toMatchObject([{ channelId: 'C2' }]);
});

test('what is still due of a day before is missed, not what is being sent', async () => {
  const ledger = await openLedger();
  const due = await dueRun(ledger);
  const sending = await dueRun(ledger, { ...KEY, channelId: 'C2' });
  await ledger.claim(sending, 1);
  expect(await ledger.expire('2026-11-20', 2)).toEqual([]);
  expect(await ledger.expire('2026-11-21', 2)).toMatchObject([{ id: due, state: 'missed' }]);
});
