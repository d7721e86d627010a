import { describe, expect, test } from 'vitest';
import { LONG_STORY_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { CHANNEL, type Channels, OWNER, openChannels } from '../../../support/bot/digest/channels.ts';
import { oslo } from '../../../support/bot/time.ts';
import type { CrashPoint } from '../../../support/faults/crashPoints.ts';

const MINUTE = 60_000;

/** How often anything was sent into the channel, whatever came of it. */
function posted({ slack }: Channels): number {
  return slack.calls.filter(({ method, channel }) => method === 'chat.postMessage' && channel === CHANNEL)
    .length;
}

describe.each(LONG_STORY_PLACES)('on $name', ({ open: openPlace }) => {
  const place = usePlace(openPlace);

  async function twoReplicas() {
    const channels = await openChannels('2026-11-20 08:30', { place: await place.fresh() });
    await channels.saveStock('2026-11-20');
    const [first, second] = [channels.replica('A'), channels.replica('B')];
    const sweepB = async (minutes: number) => {
      const from = channels.clock.now();
      for (let minute = 1; minute <= minutes; minute += 1) {
        channels.clock.set(Math.max(channels.clock.now(), from + minute * MINUTE));
        await second.sweep();
      }
    };
    return { channels, first, second, sweepB };
  }

  describe('a process that dies is made up for by another, and the digest is there once', () => {
    test.each<CrashPoint>([
      'before ledger.lastDates',
      'after ledger.record',
      'after ledger.supersede',
      'after ledger.expireLeases',
      'after ledger.claim',
      'after outbound.describe',
      'before ledger.renew',
      'after ledger.renew',
      'after outbound.post',
      'after ledger.markSent',
    ])('at %s', async (point) => {
      const { channels, first, sweepB } = await twoReplicas();
      first.dieAt(point);
      await expect(first.sweep()).rejects.toThrow(point);
      await sweepB(8);
      expect(channels.slack.workspace.all()).toHaveLength(1);
      expect(await channels.states()).toEqual(['2026-11-20 sent']);
    });

    test.each<CrashPoint>(['after ledger.takeCheck', 'after outbound.copies', 'after ledger.markFound'])(
      'at %s',
      async (point) => {
        const { channels, first, sweepB } = await twoReplicas();
        channels.slack.plan.add({ fault: { kind: 'resetAfter' }, name: 'chat.postMessage' });
        await first.sweep();
        channels.clock.set(channels.clock.now() + MINUTE);
        first.dieAt(point);
        await expect(first.sweep()).rejects.toThrow(point);
        await sweepB(8);
        expect(channels.slack.workspace.all()).toHaveLength(1);
        expect(await channels.states()).toEqual(['2026-11-20 sent']);
      },
    );
  });

  describe('a process that dies while it deletes a second copy', () => {
    test.each<CrashPoint>([
      'after ledger.takeCheck',
      'after outbound.copies',
      'after outbound.remove',
      'after ledger.checkAgain',
    ])('at %s leaves that to another', async (point) => {
      const { channels, first, second, sweepB } = await twoReplicas();
      channels.slack.plan.add({ fault: { kind: 'resetBefore' }, name: 'chat.postMessage' });
      await second.sweep();
      await sweepB(3);
      const [kept] = channels.digests();
      if (kept === undefined) throw new Error('nothing was posted');
      channels.slack.workspace.post({ ...kept, threadTs: undefined });
      channels.clock.set(channels.clock.now() + 2 * MINUTE);
      first.dieAt(point);
      await expect(first.sweep()).rejects.toThrow(point);
      await sweepB(26);
      expect(channels.digests()).toEqual([kept]);
      expect(await channels.runs()).toMatchObject([{ state: 'sent', messageTs: kept.ts }]);
      expect(await channels.bot.ledger.nextAt()).toBeUndefined();
    });
  });

  describe('a process that dies while it tells the owner', () => {
    test.each<[CrashPoint, number]>([
      ['before outbound.tell', 1],
      // Slack has no key that would join doubles: told twice is better than never.
      ['after outbound.tell', 2],
    ])('at %s leaves it told', async (point, times) => {
      const { channels, first, sweepB } = await twoReplicas();
      await channels.change({ owner: OWNER });
      channels.slack.workspace.change(CHANNEL, { member: false });
      first.dieAt(point);
      await expect(first.sweep()).rejects.toThrow(point);
      await sweepB(8);
      expect(channels.told()).toHaveLength(times);
      expect(await channels.states()).toEqual(['2026-11-20 failed']);
    });
  });

  describe('a process that dies before it has recorded that the channel is closed leaves no doubt', () => {
    test.each<[string, { member?: boolean; archived?: boolean }, CrashPoint]>([
      ['not_in_channel', { member: false }, 'before ledger.markFailed'],
      ['is_archived', { archived: true }, 'before ledger.markFailed'],
    ])('%s %j, at %s', async (code, closed, point) => {
      const { channels, first, sweepB } = await twoReplicas();
      await channels.change({ owner: OWNER });
      channels.slack.workspace.change(CHANNEL, closed);
      first.dieAt(point);
      await expect(first.sweep()).rejects.toThrow(point);
      await sweepB(8);
      expect(await channels.runs()).toMatchObject([{ state: 'failed', reason: code }]);
      expect(channels.told()).toHaveLength(1);
      expect(posted(channels)).toBe(0);
      channels.slack.workspace.change(CHANNEL, { member: true, archived: false });
      await channels.returned();
      await sweepB(1);
      expect(channels.digests()).toHaveLength(1);
    });

    test('when Slack refused after the look at the channel, its owner is told and nothing is sent again', async () => {
      const { channels, first, sweepB } = await twoReplicas();
      await channels.change({ owner: OWNER });
      first.dieAt('after ledger.renew', async () => {
        channels.slack.workspace.change(CHANNEL, { member: false });
        first.dieAt('after outbound.post');
      });
      await expect(first.sweep()).rejects.toThrow('after outbound.post');
      await sweepB(8);
      expect(await channels.runs()).toMatchObject([{ state: 'unknown' }]);
      expect(channels.told()).toEqual([expect.stringContaining('Please check')]);
      expect(posted(channels)).toBe(1);
    });
  });

  test('a sender that slept past its lease before the last check sends nothing', async () => {
    const { channels, first, second } = await twoReplicas();
    first.dieAt('before ledger.renew', async () => {
      channels.clock.set(channels.clock.now() + 2 * MINUTE);
      await second.sweep();
      // Slack's own limit of one message a second would hide a second one.
      channels.clock.set(channels.clock.now() + MINUTE);
    });
    await first.sweep();
    expect(posted(channels)).toBe(1);
    expect(await channels.runs()).toMatchObject([{ state: 'sent', attempt: 2 }]);
  });

  test('one that finds another at it when it wakes sends nothing', async () => {
    const { channels, first, second } = await twoReplicas();
    const other = new Promise<void>((resolve) => {
      first.dieAt('before ledger.renew', async () => {
        channels.clock.set(channels.clock.now() + 2 * MINUTE);
        await new Promise<void>((isAtIt) => {
          second.dieAt('before ledger.renew', async () => {
            isAtIt();
            await firstIsDone;
          });
          resolve(second.sweep());
        });
      });
    });
    const firstIsDone = first.sweep();
    await firstIsDone;
    expect(posted(channels)).toBe(0);
    await other;
    expect(posted(channels)).toBe(1);
    expect(await channels.runs()).toMatchObject([{ state: 'sent', attempt: 2 }]);
  });

  test('one that slept between the last check and the wire deletes its copy when it wakes', async () => {
    const { channels, first, sweepB } = await twoReplicas();
    first.dieAt('after ledger.renew', () => sweepB(6));
    await first.sweep();
    expect(channels.slack.workspace.all()).toHaveLength(2);
    expect(channels.digests()).toHaveLength(1);
    const [kept] = channels.digests();
    expect(await channels.runs()).toMatchObject([{ state: 'sent', messageTs: kept?.ts, attempt: 2 }]);
  });

  test('and when it dies right after, the other one deletes it', async () => {
    const { channels, first, sweepB } = await twoReplicas();
    first.dieAt('after ledger.renew', async () => {
      await sweepB(6);
      first.dieAt('after outbound.post');
    });
    await expect(first.sweep()).rejects.toThrow('after outbound.post');
    expect(channels.digests()).toHaveLength(2);
    await sweepB(14);
    expect(channels.digests()).toHaveLength(1);
  });

  test('a successor waits for the lease, the call and ten seconds before it looks', async () => {
    const { channels, first, second } = await twoReplicas();
    first.dieAt('after outbound.post');
    await expect(first.sweep()).rejects.toThrow('after outbound.post');
    const looks = () =>
      channels.slack.calls.filter(({ method }) => method === 'conversations.history').length;
    const at = async (seconds: number) => {
      channels.clock.set(oslo('2026-11-20 08:30') + seconds * 1_000);
      await second.sweep();
      return looks();
    };
    expect(await at(29)).toBe(0);
    expect(await at(31)).toBe(0);
    expect(await at(50)).toBe(0);
    expect(await at(52)).toBe(1);
  });
});
