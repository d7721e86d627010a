import { describe, expect, test } from 'vitest';
import type { FaultPoint } from '../../../../bot/digest/faultPoints.ts';
import { resumeServed } from '../../../../bot/digest/resume.ts';
import { LONG_STORY_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { CHANNEL, type Channels, OWNER, openChannels } from '../../../support/bot/digest/channels.ts';
import { oslo } from '../../../support/bot/time.ts';

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
    test.each<FaultPoint>([
      'sweep.started',
      'sweep.rebased',
      'sweep.recorded',
      'sweep.superseded',
      'sweep.overtaken',
      'send.claimed',
      'send.checked',
      'send.rendered',
      'send.paced',
      'send.leased',
      'send.answered',
      'send.recorded',
    ])('at %s', async (point) => {
      const { channels, first, sweepB } = await twoReplicas();
      first.dieAt(point);
      await expect(first.sweep()).rejects.toThrow(point);
      await sweepB(8);
      expect(channels.slack.workspace.all()).toHaveLength(1);
      expect(await channels.states()).toEqual(['2026-11-20 sent']);
    });

    test.each<FaultPoint>(['look.claimed', 'look.answered', 'look.recorded'])('at %s', async (point) => {
      const { channels, first, sweepB } = await twoReplicas();
      channels.slack.plan.add({ fault: { kind: 'resetAfter' }, name: 'chat.postMessage' });
      await first.sweep();
      channels.clock.set(channels.clock.now() + MINUTE);
      first.dieAt(point);
      await expect(first.sweep()).rejects.toThrow(point);
      await sweepB(8);
      expect(channels.slack.workspace.all()).toHaveLength(1);
      expect(await channels.states()).toEqual(['2026-11-20 sent']);
    });
  });

  describe('a process that dies while it deletes a second copy', () => {
    test.each<FaultPoint>(['double.claimed', 'double.found', 'double.deleted', 'double.recorded'])(
      'at %s leaves that to another',
      async (point) => {
        const { channels, first, second, sweepB } = await twoReplicas();
        channels.slack.plan.add({ fault: { kind: 'resetBefore' }, name: 'chat.postMessage' });
        await second.sweep();
        await sweepB(4);
        const [kept] = channels.digests();
        if (kept === undefined) throw new Error('nothing was posted');
        channels.slack.workspace.post({ ...kept, threadTs: undefined });
        channels.clock.set(channels.clock.now() + 2 * MINUTE);
        first.dieAt(point);
        await expect(first.sweep()).rejects.toThrow(point);
        await sweepB(26);
        expect(channels.digests()).toEqual([kept]);
        expect(await channels.runs()).toMatchObject([{ state: 'sent', messageTs: kept.ts }]);
        expect(await channels.parts.ledger.nextAt()).toBeUndefined();
      },
    );
  });

  describe('a process that dies while it tells the owner', () => {
    test.each<[FaultPoint, number]>([
      ['notice.claimed', 1],
      // Slack has no key that would join doubles: told twice is better than never.
      ['notice.answered', 2],
      ['notice.recorded', 1],
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
    test.each<[string, { member?: boolean; archived?: boolean }, FaultPoint]>([
      ['not_in_channel', { member: false }, 'refuse.noted'],
      ['not_in_channel', { member: false }, 'refuse.paused'],
      ['is_archived', { archived: true }, 'refuse.noted'],
      ['is_archived', { archived: true }, 'refuse.paused'],
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
      expect(await resumeServed(channels.parts, CHANNEL)).toBe(true);
      await sweepB(1);
      expect(channels.digests()).toHaveLength(1);
    });

    test('when Slack refused after the look at the channel, its owner is asked and nothing is sent again', async () => {
      const { channels, first, sweepB } = await twoReplicas();
      await channels.change({ owner: OWNER });
      first.dieAt('send.leased', async () => {
        channels.slack.workspace.change(CHANNEL, { member: false });
        first.dieAt('send.answered');
      });
      await expect(first.sweep()).rejects.toThrow('send.answered');
      await sweepB(8);
      expect(await channels.runs()).toMatchObject([{ state: 'unknown' }]);
      expect(channels.told()).toEqual([expect.stringContaining('is it there?')]);
      expect(posted(channels)).toBe(1);
    });
  });

  test('a sender that slept past its lease before the last check sends nothing', async () => {
    const { channels, first, second } = await twoReplicas();
    first.dieAt('send.paced', async () => {
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
      first.dieAt('send.paced', async () => {
        channels.clock.set(channels.clock.now() + 2 * MINUTE);
        await new Promise<void>((isAtIt) => {
          second.dieAt('send.paced', async () => {
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
    first.dieAt('send.leased', () => sweepB(6));
    await first.sweep();
    expect(channels.slack.workspace.all()).toHaveLength(2);
    expect(channels.digests()).toHaveLength(1);
    const [kept] = channels.digests();
    expect(await channels.runs()).toMatchObject([{ state: 'sent', messageTs: kept?.ts, attempt: 2 }]);
  });

  test('and when it dies right after, the other one deletes it', async () => {
    const { channels, first, sweepB } = await twoReplicas();
    first.dieAt('send.leased', async () => {
      await sweepB(6);
      first.dieAt('send.answered');
    });
    await expect(first.sweep()).rejects.toThrow('send.answered');
    expect(channels.digests()).toHaveLength(2);
    await sweepB(14);
    expect(channels.digests()).toHaveLength(1);
  });

  test('a successor waits for the lease, the call and ten seconds before it looks', async () => {
    const { channels, first, second } = await twoReplicas();
    first.dieAt('send.answered');
    await expect(first.sweep()).rejects.toThrow('send.answered');
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
