import { describe, expect, test } from 'vitest';
import { LONG_STORY_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { CHANNEL, OWNER, openChannels } from '../../../support/bot/digest/channels.ts';
import { openMorning, POST, postsOf } from '../../../support/bot/digest/strickenMorning.ts';
import { oslo } from '../../../support/bot/time.ts';
import type { Fault } from '../../../support/slack/faults.ts';

describe.each(LONG_STORY_PLACES)('on $name', ({ open: openPlace }) => {
  const place = usePlace(openPlace);
  const morning = (...faults: Fault[]) => openMorning(place, faults);

  describe('a refusal of the channel pauses the subscription and tells its owner once', () => {
    test.each([
      ['not_in_channel', /Invite it with/],
      ['is_archived', /Unarchive it/],
      ['missing_scope', /reinstall it/],
      ['restricted_action', /channel's settings\. The app tries again at the next scheduled time/],
    ])('%s, and the next digest is tried at its time', async (code, fix) => {
      const refusal = { kind: 'say', error: code } as const;
      const channels = await morning(refusal, refusal);
      const pausedBy = async () =>
        (await channels.bot.subscriptions.active()).digests.map(({ pausedReason }) => pausedReason);
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:35');
      expect(await channels.runs()).toMatchObject([{ state: 'failed', reason: code }]);
      expect(await pausedBy()).toEqual([code]);
      for (const day of ['2026-11-21', '2026-11-22']) {
        await channels.saveStock(day);
        await channels.sweepAt(`${day} 08:30`);
      }
      expect(await channels.states()).toEqual(['2026-11-20 failed', '2026-11-21 failed', '2026-11-22 sent']);
      expect(await pausedBy()).toEqual([undefined]);
      expect(channels.told()).toEqual([expect.stringMatching(fix)]);
    });

    test('is told again when digests have come in between', async () => {
      const channels = await morning({ kind: 'say', error: 'user_not_found' });
      await channels.sweepAt('2026-11-20 08:30');
      await channels.saveStock('2026-11-21');
      await channels.sweepAt('2026-11-21 08:30');
      await channels.saveStock('2026-11-22');
      channels.slack.faults.add({
        fault: { kind: 'say', error: 'user_not_found' },
        name: POST,
        channel: CHANNEL,
      });
      await channels.sweepAt('2026-11-22 08:30');
      expect(await channels.states()).toEqual(['2026-11-20 failed', '2026-11-21 sent', '2026-11-22 failed']);
      expect(channels.told()).toHaveLength(2);
    });

    test('also after the digest has come by then: what was noted is not lost', async () => {
      const channels = await morning();
      channels.slack.workspace.change(CHANNEL, { member: false });
      channels.slack.faults.add({
        fault: { kind: 'limit', seconds: 90 },
        name: POST,
        channel: OWNER,
      });
      await channels.sweepAt('2026-11-20 08:30');
      expect(channels.told()).toEqual([]);
      channels.slack.workspace.change(CHANNEL, { member: true });
      await channels.returned();
      await channels.sweepEveryMinute('2026-11-20 08:31', '2026-11-20 08:36');
      expect(channels.digests()).toHaveLength(1);
      expect(channels.told()).toHaveLength(1);
    });

    test('by whoever took it, and by nobody who only saw it open', async () => {
      const channels = await morning();
      channels.slack.workspace.change(CHANNEL, { member: false });
      const [slow, quick] = [channels.replica('slow'), channels.replica('quick')];
      slow.dieAt('before outbound.tell');
      await expect(slow.sweep()).rejects.toThrow('before outbound.tell');
      channels.clock.set(oslo('2026-11-20 08:40'));
      const { time, notices } = slow.bot;
      const readTime = time.now;
      Object.assign(time, {
        async now() {
          Object.assign(time, { now: readTime });
          quick.dieAt('before outbound.tell');
          await expect(quick.bot.notices.deliver()).rejects.toThrow('before outbound.tell');
          return time.now();
        },
      });
      await notices.deliver();
      expect(channels.told()).toEqual([]);
    });

    test('once, by however many at once', async () => {
      const channels = await morning();
      channels.slack.workspace.change(CHANNEL, { member: false });
      const others = ['second', 'third'].map((name) => channels.replica(name));
      await Promise.all([channels.sweepAt('2026-11-20 08:30'), ...others.map((other) => other.sweep())]);
      await channels.sweepAt('2026-11-20 08:31');
      expect(channels.told()).toHaveLength(1);
    });

    test('a channel that comes back the next day gets no digest of the day before', async () => {
      const channels = await morning();
      channels.slack.workspace.change(CHANNEL, { archived: true });
      await channels.sweepAt('2026-11-20 08:30');
      channels.slack.workspace.change(CHANNEL, { archived: false });
      channels.clock.set(oslo('2026-11-21 07:00'));
      await channels.returned();
      await channels.sweepAt('2026-11-21 07:00');
      expect(channels.digests()).toEqual([]);
      expect(await channels.states()).toEqual(['2026-11-20 failed']);
    });

    test.each([
      ['shared', { shared: true }],
      ['about to be shared', { aboutToBeShared: true }],
    ])('a channel that is %s with another organisation gets nothing', async (_state, sharing) => {
      const channels = await morning();
      channels.slack.workspace.change(CHANNEL, sharing);
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:35');
      expect(postsOf(channels)).toEqual([]);
      expect(await channels.runs()).toMatchObject([{ state: 'failed', reason: 'shared_channel' }]);
      expect(channels.told()).toEqual([expect.stringContaining('another organisation')]);
      await channels.returned();
    });

    test('and it comes by itself when the bot is invited back, that of today at once', async () => {
      const channels = await morning();
      channels.slack.workspace.change(CHANNEL, { member: false });
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:35');
      channels.slack.workspace.change(CHANNEL, { member: true });
      await channels.returned('C0OTHER');
      expect(await channels.states()).toEqual(['2026-11-20 failed']);
      await channels.returned();
      await channels.sweepAt('2026-11-20 09:00');
      expect(channels.digests()).toHaveLength(1);
      await channels.saveStock('2026-11-21');
      await channels.sweepAt('2026-11-21 08:30');
      expect(await channels.states()).toEqual(['2026-11-20 sent', '2026-11-21 sent']);
    });

    test('and it comes with the next one when nobody told of the invitation', async () => {
      const channels = await morning();
      channels.slack.workspace.change(CHANNEL, { member: false });
      await channels.sweepAt('2026-11-20 08:30');
      channels.slack.workspace.change(CHANNEL, { member: true });
      await channels.sweepAt('2026-11-20 12:00');
      expect(await channels.states()).toEqual(['2026-11-20 failed']);
      await channels.saveStock('2026-11-21');
      await channels.sweepAt('2026-11-21 08:30');
      expect(await channels.states()).toEqual(['2026-11-20 failed', '2026-11-21 sent']);
    });
  });

  test('a token that was revoked stops everything, loses nothing, and goes on with the next one', async () => {
    const channels = await morning(
      { kind: 'say', error: 'token_revoked' },
      { kind: 'say', error: 'token_revoked' },
    );
    await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:34');
    expect(postsOf(channels)).toHaveLength(1);
    expect(channels.recording.errors()).toEqual([expect.stringContaining('install the app again')]);
    await channels.sweepEveryMinute('2026-11-20 08:35', '2026-11-20 08:45');
    expect(channels.digests()).toHaveLength(1);
  });

  test('a token that stays revoked is one line in the log, one post, and a question now and then', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `C0N${index}`);
    const channels = await openChannels('2026-11-20 08:30', { place: await place.fresh(), channels: ids });
    await channels.saveStock('2026-11-20');
    channels.slack.faults.add(
      { fault: { kind: 'say', error: 'token_revoked' }, name: POST, times: 99 },
      { fault: { kind: 'say', error: 'token_revoked' }, name: 'auth.test', times: 99 },
    );
    await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 11:30');
    const called = (name: string) => channels.slack.calls.filter(({ method }) => method === name);
    // Those that were on their way together.
    expect(called(POST).length).toBeLessThanOrEqual(8);
    expect(called('auth.test').length).toBeLessThanOrEqual(5);
    expect(channels.recording.errors()).toHaveLength(1);
    expect(new Set(await channels.states())).toEqual(new Set(['2026-11-20 due']));
  });
});
