import { describe, expect, onTestFinished, test } from 'vitest';
import { createDatabaseClock, type DatabaseClock } from '../../../../bot/database/clock.ts';
import { type Database, openDatabase } from '../../../../bot/database/connection.ts';
import { createLedger, type Ledger } from '../../../../bot/outbox/ledger.ts';
import { viewLedger } from '../../../../bot/outbox/ledgerView.ts';
import type { QueuedMessage } from '../../../../bot/outbox/message.ts';
import { isDigest } from '../../../../bot/standing/key.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

const RUNS = 40;
const REPLICAS = 3;

/** Processes on one PostgreSQL, each with connections of its own, that do the same at the same moment. */
describe('replicas at the same moment', () => {
  // A server of its own where there is one.
  const [last] = DATABASE_PLACES.slice(-1);
  if (last === undefined) throw new Error('no PostgreSQL to test on');
  const place = usePlace(last.open);

  async function replicas() {
    const url = await place.fresh();
    const clock = createFakeClock();
    const opened: { database: Database; time: DatabaseClock; ledger: Ledger }[] = [];
    for (let replica = 0; replica < REPLICAS; replica += 1) {
      const database = await openDatabase(url);
      onTestFinished(() => database.destroy());
      const time = createDatabaseClock(database, clock);
      const beganAt = viewLedger(time, () => 0);
      const ledger = createLedger({
        database,
        rendered: [isDigest],
        time,
        beganAt,
        owner: `replica ${replica}`,
      });
      opened.push({ database, time, ledger });
    }
    const [first] = opened;
    if (first === undefined) throw new Error('no replica');
    const all = async <Result>(work: (ledger: Ledger) => Promise<Result>): Promise<Result[]> =>
      Promise.all(opened.map(({ ledger }) => work(ledger)));
    const now = await first.time.now();
    const occurrences = Array.from({ length: RUNS }, (_, index) => ({
      teamId: 'T1',
      channelId: `C${index}`,
      kind: 'stock',
      occasion: '2026-11-20',
      dueAt: now,
    }));
    const record = () =>
      all(async (ledger) => Promise.all(occurrences.map((occurrence) => ledger.record(occurrence))));
    const rows = () => first.database.selectFrom('digest_run').selectAll().orderBy('id').execute();
    return { opened, first, all, record, rows };
  }
  /** How many of the replicas got each digest. */
  function takers(taken: readonly (readonly (QueuedMessage | undefined)[])[]): number[] {
    return Array.from({ length: RUNS }, (_, at) => taken.filter((runs) => runs[at] !== undefined).length);
  }
  const once = Array.from({ length: RUNS }, () => 1);

  test('record each digest once, and take each once for sending', async () => {
    const { all, record, rows } = await replicas();
    const recorded = await record();
    expect(recorded.flat().filter(Boolean)).toHaveLength(RUNS);
    const ids = (await rows()).map(({ id }) => id);
    const taken = await all(async (ledger) => Promise.all(ids.map((id) => ledger.claim(id))));
    expect(takers(taken)).toEqual(once);
    expect(new Set((await rows()).map(({ attempt }) => attempt))).toEqual(new Set([1]));
  });

  test('take over once from one that has gone silent, and look, clear and check once', async () => {
    const { first, all, record, rows } = await replicas();
    await record();
    const ids = (await rows()).map(({ id }) => id);
    for (const id of ids) {
      const run = await first.ledger.claim(id);
      if (run === undefined || !(await first.ledger.renew(run))) throw new Error('not claimed');
    }
    await first.database.updateTable('digest_run').set({ lease_until: 1 }).execute();
    const overtaken = (await all((ledger) => ledger.expireLeases(new Set(), 0))).flat();
    expect(overtaken.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(ids);
    const looks = await all(async (ledger) =>
      Promise.all(ids.map((id) => ledger.takeCheck({ id, state: 'unclear' }, 60_000))),
    );
    expect(takers(looks)).toEqual(once);
    const lookers = looks.flat().filter((run) => run !== undefined);
    const cleared = await all(async (ledger) => Promise.all(lookers.map((run) => ledger.requeue(run))));
    expect(cleared.flat().filter(Boolean)).toHaveLength(RUNS);

    for (const id of ids) {
      const run = await first.ledger.claim(id);
      if (run === undefined) throw new Error('not claimed');
      await first.ledger.markSent(run, '1.1', 0);
    }
    const checks = await all(async (ledger) =>
      Promise.all(ids.map((id) => ledger.takeCheck({ id, state: 'sent' }, 60_000))),
    );
    expect(takers(checks)).toEqual(once);
  });

  test('one that was overtaken can neither send nor record', async () => {
    const { opened, first, record, rows } = await replicas();
    await record();
    const [row] = await rows();
    const [, second] = opened;
    const slow = await first.ledger.claim(row?.id ?? -1);
    if (slow === undefined || second === undefined) throw new Error('not claimed');
    await first.database
      .updateTable('digest_run')
      .set({ lease_until: 1 })
      .where('id', '=', slow.id)
      .execute();
    expect(await first.ledger.renew(slow)).toBe(false);
    await second.ledger.expireLeases(new Set(), 0);
    const next = await second.ledger.claim(slow.id);
    if (next === undefined) throw new Error('not claimed');
    const late = [
      first.ledger.renew(slow),
      first.ledger.markSent(slow, '9.9', undefined),
      first.ledger.postpone(slow, 0, 'late'),
      first.ledger.markFailed(slow, 'late'),
      first.ledger.skip(slow, 'late'),
      first.ledger.markUnclear(slow, 0, 'late'),
    ];
    expect(await Promise.all(late)).toEqual(late.map(() => false));
    expect(await second.ledger.renew(next)).toBe(true);
    expect(await second.ledger.markSent(next, '1.1', undefined)).toBe(true);
    expect((await rows())[0]).toMatchObject({ state: 'sent', message_ts: '1.1', attempt: 2 });
  });
});
