import { describe, expect, test } from 'vitest';
import { TEAM } from '../../../../bot/demo/slack/cast.ts';
import { createLedger, readMessage } from '../../../../bot/outbox/ledger.ts';
import { viewLedger } from '../../../../bot/outbox/ledgerView.ts';
import type { QueuedMessage } from '../../../../bot/outbox/message.ts';
import { isDigest } from '../../../../bot/standing/key.ts';
import { openDatabaseOnClock } from '../../../support/bot/databaseOnClock.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { oslo } from '../../../support/bot/time.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = '2026-11-20';
const CHANNEL = 'C0STOCK';
const ofDigests = isDigest;

describe.each(DATABASE_PLACES)('on $name', ({ open: openPlace }) => {
  const place = usePlace(openPlace);

  /** A ledger with the digest of one channel, due now. */
  async function due() {
    const {
      database,
      time,
      pass,
      now: clockNow,
    } = await openDatabaseOnClock(await place.fresh(), oslo(`${DAY} 08:30`));
    const ledgerOf = (owner: string) =>
      createLedger({ database, rendered: [isDigest], time, beganAt: viewLedger(time, () => 0), owner });
    const ledger = ledgerOf('first');
    const runs = async () =>
      (await database.selectFrom('digest_run').selectAll().orderBy('id').execute()).map(readMessage);
    const start = clockNow();
    const record = (fields: { occasion?: string; kind?: string; dueAt?: number }) =>
      ledger.record({
        teamId: TEAM,
        channelId: CHANNEL,
        kind: 'stock',
        occasion: DAY,
        dueAt: start,
        ...fields,
      });
    await record({});
    const run = (await runs())[0];
    if (run === undefined) throw new Error('nothing was recorded');
    const { id } = run;
    const claim = async (): Promise<QueuedMessage> => {
      const claimed = await ledger.claim(id);
      if (claimed === undefined) throw new Error('it could not be claimed');
      return claimed;
    };
    const now = async () => (await runs())[0] ?? run;
    return { ledger, ledgerOf, other: ledgerOf('other'), id, start, record, claim, pass, now };
  }

  test('a digest that waits is neither due nor taken before its time', async () => {
    const { ledger, id, start, claim, pass } = await due();
    await ledger.postpone(await claim(), 30 * SECOND, 'later');
    await pass(29 * SECOND);
    expect(await ledger.due()).toEqual([]);
    expect(await ledger.claim(id)).toBeUndefined();
    expect(await ledger.nextAt()).toBe(start + 30 * SECOND);
    await pass(SECOND);
    expect(await ledger.due()).toHaveLength(1);
  });

  test('a process takes none that was due before it saw the ledger, and might have been sent by then', async () => {
    const { ledger, ledgerOf, id, pass } = await due();
    await pass(SECOND);
    const started = ledgerOf('started');
    expect(await started.due()).toEqual([]);
    expect(await started.claim(id)).toBeUndefined();
    expect(await ledger.claim(id)).toBeDefined();
  });

  test('a lease that has ended lets nothing out, also when nobody has taken over', async () => {
    const { ledger, start, claim, pass } = await due();
    const run = await claim();
    expect(await ledger.nextAt()).toBe(start + 30 * SECOND);
    await pass(30 * SECOND);
    expect(await ledger.renew(run)).toBe(false);
  });

  test('when it was first on its way is kept over later tries, and not taken from one that Slack refused', async () => {
    const { ledger, start, claim, pass, now } = await due();
    const refused = await claim();
    await ledger.renew(refused);
    await ledger.postpone(refused, 0, 'Slack asked to wait');
    expect((await now()).firstSentAt).toBeUndefined();
    await pass(SECOND);
    const lost = await claim();
    await ledger.renew(lost);
    await ledger.markUnclear(lost, 0, 'lost');
    const looked = await ledger.takeCheck({ ...lost, state: 'unclear' }, 0);
    if (looked === undefined) throw new Error('it could not be taken');
    await ledger.requeue(looked);
    await pass(HOUR);
    const again = await claim();
    expect(again.firstSentAt).toBe(start + SECOND);
    await ledger.renew(again);
    expect((await now()).firstSentAt).toBe(start + SECOND);
    await ledger.postpone(again, 0, 'Slack asked to wait');
    expect((await now()).firstSentAt).toBe(start + SECOND);
  });

  test('a try that was taken over records nothing, also when the same process has it again', async () => {
    const { ledger, other, claim, pass, now } = await due();
    const slept = await claim();
    await ledger.renew(slept);
    await pass(31 * SECOND);
    await other.expireLeases(new Set(), 0);
    const looked = await other.takeCheck({ ...slept, state: 'unclear' }, 0);
    if (looked === undefined) throw new Error('it could not be taken');
    await other.requeue(looked);
    const again = await claim();
    expect(await ledger.renew(slept)).toBe(false);
    expect(await ledger.markSent(slept, '1.1', undefined)).toBe(false);
    expect(await ledger.postpone(slept, 0, 'later')).toBe(false);
    expect(await now()).toMatchObject({ state: 'sending', attempt: again.attempt });
    expect(await other.renew(again)).toBe(false);
    expect(await ledger.renew(again)).toBe(true);
  });

  test('a process does not take over from itself', async () => {
    const { ledger, other, id, claim, pass } = await due();
    await claim();
    await pass(31 * SECOND);
    expect(await ledger.expireLeases(new Set([id]), 0)).toEqual([]);
    expect(await other.expireLeases(new Set(), 0)).toHaveLength(1);
    expect(await ledger.expireLeases(new Set(), 0)).toEqual([]);
  });

  test('whoever searches and has been overtaken in that decides nothing', async () => {
    const { ledger, claim, pass, now } = await due();
    const run = await claim();
    await ledger.renew(run);
    await ledger.markUnclear(run, 5 * SECOND, 'lost');
    expect(await ledger.toReconcile()).toEqual([]);
    await pass(5 * SECOND);
    const slow = await ledger.takeCheck({ ...run, state: 'unclear' }, 60 * SECOND);
    expect(await ledger.takeCheck({ ...run, state: 'unclear' }, 60 * SECOND)).toBeUndefined();
    await pass(60 * SECOND);
    const next = await ledger.takeCheck({ ...run, state: 'unclear' }, 60 * SECOND);
    if (slow === undefined || next === undefined) throw new Error('it could not be taken');
    expect(await ledger.requeue(slow)).toBe(false);
    await ledger.checkAgain(slow, { inMs: 0, counts: true });
    expect(await now()).toMatchObject({ state: 'unclear', checks: 0, checkAt: next.checkAt });
    await ledger.checkAgain(next, { inMs: 0, counts: false });
    expect(await now()).toMatchObject({ checks: 0 });
    const again = await ledger.takeCheck({ ...run, state: 'unclear' }, 60 * SECOND);
    if (again === undefined) throw new Error('it could not be taken');
    // A copy may have come since: then the digest is not sent again before another search.
    await ledger.checkIn(run.id, 20 * SECOND);
    expect(await ledger.requeue(again)).toBe(false);
  });

  test('only a later digest of the same kind takes the place of one that waits', async () => {
    const { ledger, id, record } = await due();
    await record({ kind: 'sales', occasion: '2026-11-21' });
    await record({ kind: 'manual:1', occasion: '2026-11-21' });
    await record({ occasion: '2026-11-19' });
    expect((await ledger.supersede(ofDigests, 'later')).map(({ occasion }) => occasion)).toEqual([
      '2026-11-19',
    ]);
    await record({ occasion: '2026-11-21' });
    expect((await ledger.supersede(ofDigests, 'later')).map((run) => run.id)).toEqual([id]);
  });

  test('a later digest that is not due yet, as a clock ahead recorded it, takes no place', async () => {
    const { ledger, start, record, pass } = await due();
    await record({ occasion: '2026-11-21', dueAt: start + 60 * SECOND });
    expect(await ledger.supersede(ofDigests, 'later')).toEqual([]);
    await pass(61 * SECOND);
    expect(await ledger.supersede(ofDigests, 'later')).toHaveLength(1);
  });

  test('a refused digest is sent after all for its own reason only, and once', async () => {
    const { ledger, claim } = await due();
    await ledger.markFailed(await claim(), 'is_archived');
    const key = { teamId: TEAM, channelId: CHANNEL, kind: 'stock', occasion: DAY };
    expect(await ledger.retry(key, 'not_in_channel')).toBe(false);
    expect(await ledger.retry({ ...key, kind: 'sales' }, 'is_archived')).toBe(false);
    expect(await ledger.retry({ ...key, occasion: '2026-11-21' }, 'is_archived')).toBe(false);
    expect(await ledger.retry(key, 'is_archived')).toBe(true);
    expect(await ledger.retry(key, 'is_archived')).toBe(false);
  });
});
