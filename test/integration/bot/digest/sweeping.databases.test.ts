import { describe, expect, test } from 'vitest';
import { LONG_STORY_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { CHANNEL, type ChannelsOptions, OWNER, openChannels } from '../../../support/bot/digest/channels.ts';
import { oslo } from '../../../support/bot/time.ts';
import { TEAM } from '../../../support/slack/cast.ts';

describe.each(LONG_STORY_PLACES)('on $name', ({ open: openPlace }) => {
  const place = usePlace(openPlace);
  const open = async (at: string, options: ChannelsOptions = {}) =>
    openChannels(at, { place: await place.fresh(), ...options });

  describe('a digest comes', () => {
    test('at its time and not before, from the stock of the day, with two marks and no figure in them', async () => {
      const channels = await open('2026-11-20 07:00');
      await channels.saveStock('2026-11-20');
      await channels.sweepAt('2026-11-20 08:29');
      expect(channels.digests()).toEqual([]);
      await channels.sweepAt('2026-11-20 08:30');
      const [digest] = channels.digests();
      expect(digest?.text).toContain('Stock digest · Fri 20 Nov 2026');
      expect(digest?.metadata).toEqual({
        event_type: 'retail_data_digest',
        event_payload: { key: `${TEAM}:${CHANNEL}:stock:2026-11-20` },
      });
      expect(digest?.blocks[0]).toMatchObject({ block_id: expect.stringMatching(/^digest:[0-9a-f]{32}$/) });
      expect(await channels.states()).toEqual(['2026-11-20 sent']);
      expect(await channels.runs()).toMatchObject([{ messageTs: digest?.ts, attempt: 1 }]);
      expect(channels.slack.unknownMethods.size).toBe(0);
    });

    test('once, however often and in whatever order of time it is swept, by however many at once', async () => {
      const channels = await open('2026-11-20 08:30');
      await channels.saveStock('2026-11-20');
      const others = ['second', 'third'].map((owner) => channels.replica(owner));
      await Promise.all([channels.sweepAt('2026-11-20 08:30'), ...others.map((other) => other.sweep())]);
      for (const time of ['08:31', '07:59', '08:29', '08:30', '12:00', '23:59']) {
        await channels.sweepAt(`2026-11-20 ${time}`);
      }
      expect(channels.slack.workspace.all()).toHaveLength(1);
    });

    test('late when the process was not there at its time, and says so', async () => {
      const channels = await open('2026-11-20 08:00');
      await channels.saveStock('2026-11-20');
      await channels.sweepAt('2026-11-20 15:00');
      expect(channels.digests()).toMatchObject([
        {
          text: expect.stringMatching(/^This digest is late: bot\. Stock digest/),
        },
      ]);
    });

    test('in every channel, also when one of them refuses it', async () => {
      const channels = await open('2026-11-20 08:30', { channels: ['C0ONE', 'C0TWO', 'C0THREE'] });
      await channels.saveStock('2026-11-20');
      channels.slack.workspace.change('C0TWO', { member: false });
      await channels.sweepAt('2026-11-20 08:30');
      expect(
        (await channels.runs()).map(({ channelId, state }) => `${channelId} ${state}`).toSorted(),
      ).toEqual(['C0ONE sent', 'C0THREE sent', 'C0TWO failed']);
    });

    test('in many channels after one look at all of them', async () => {
      const ids = Array.from({ length: 60 }, (_, index) => `C0N${index}`);
      const channels = await open('2026-11-20 08:30', { channels: ids });
      await channels.saveStock('2026-11-20');
      channels.slack.workspace.change('C0N7', { shared: true });
      await channels.sweepAt('2026-11-20 08:30');
      expect(ids.filter((id) => channels.digests(id).length === 1)).toHaveLength(59);
      expect(channels.digests('C0N7')).toEqual([]);
      expect(channels.slack.calls.filter(({ method }) => method === 'conversations.info')).toEqual([]);
      // 300 a minute: none was refused.
      expect(channels.slack.calls.filter(({ limited }) => limited)).toEqual([]);
    });

    test('by hand every five minutes and after a restart no sooner, and leaves the daily one its place', async () => {
      const channels = await open('2026-11-20 07:00');
      await channels.saveStock('2026-11-19');
      const place = { teamId: TEAM, channelId: CHANNEL, kind: 'stock' } as const;
      for (const minute of [0, 5, 10]) {
        channels.clock.set(oslo('2026-11-20 07:00') + minute * 60_000);
        expect(await channels.bot.delivery.postNow(place, { userId: OWNER, seesSales: true })).toMatchObject({
          kind: 'done',
        });
        const { delivery } = channels.replica('later').bot;
        expect(await delivery.postNow(place, { userId: OWNER, seesSales: true })).toMatchObject({
          kind: 'askedBefore',
        });
      }
      await channels.saveStock('2026-11-20');
      await channels.sweepAt('2026-11-20 08:30');
      expect(channels.digests()).toHaveLength(4);
      expect(JSON.stringify(channels.digests().at(-1)?.metadata)).toContain(':stock:2026-11-20');
    });

    test('no more in a channel that was unsubscribed, one that is due already included', async () => {
      const channels = await open('2026-11-20 08:30');
      await channels.sweepAt('2026-11-20 08:30');
      await channels.change({ active: 0 });
      await channels.saveStock('2026-11-20');
      await channels.subscribe([CHANNEL]);
      await channels.sweepAt('2026-11-20 08:31');
      expect(channels.digests()).toEqual([]);
      expect(await channels.runs()).toMatchObject([{ state: 'missed', reason: 'unsubscribed' }]);
    });
  });

  test('one by hand just after midnight is of the day on the wall', async () => {
    const channels = await open('2026-11-20 00:30');
    await channels.bot.delivery.postNow(
      { teamId: TEAM, channelId: CHANNEL, kind: 'stock' },
      { userId: OWNER, seesSales: true },
    );
    expect((await channels.runs()).at(-1)).toMatchObject({ businessDate: '2026-11-20', state: 'sent' });
  });

  test('one that waits is left out in a pause, and comes on the day on which the pause ends', async () => {
    const channels = await open('2026-11-19 08:30');
    await channels.change({ paused_until: '2026-11-20' });
    await channels.sweepAt('2026-11-19 08:30');
    await channels.sweepAt('2026-11-20 08:30');
    expect(await channels.states()).toEqual(['2026-11-20 due']);
    await channels.saveStock('2026-11-20');
    await channels.sweepAt('2026-11-20 08:31');
    expect(channels.digests()).toHaveLength(1);
    await channels.sweepAt('2026-11-21 08:30');
    await channels.change({ paused_until: '2026-11-22' });
    await channels.sweepAt('2026-11-21 08:31');
    expect(await channels.states()).toEqual(['2026-11-20 sent', '2026-11-21 missed']);
  });

  test('after days without the bot the latest digest comes, and the others are recorded with the reason', async () => {
    const channels = await open('2026-11-16 08:00');
    await channels.saveStock('2026-11-20');
    await channels.sweepAt('2026-11-20 09:30');
    expect(await channels.states()).toEqual([
      '2026-11-16 missed',
      '2026-11-17 missed',
      '2026-11-18 missed',
      '2026-11-19 missed',
      '2026-11-20 sent',
    ]);
    expect((await channels.runs())[0]?.reason).toBe('notRunning');
    expect(channels.digests()).toHaveLength(1);
  });

  test('a clock that jumps an hour either way neither doubles nor loses a digest that waits', async () => {
    const channels = await open('2026-11-20 08:30');
    await channels.saveStock('2026-11-20');
    channels.slack.faults.add({ fault: { kind: 'limit', seconds: 90 }, name: 'chat.postMessage' });
    await channels.sweepAt('2026-11-20 08:30');
    expect(await channels.states()).toEqual(['2026-11-20 due']);
    await channels.sweepAt('2026-11-20 07:34');
    expect(await channels.states()).toEqual(['2026-11-20 due']);
    // What waits does so until the clock has come to where it was.
    await channels.sweepAt('2026-11-20 08:32');
    expect(await channels.states()).toEqual(['2026-11-20 sent']);
    await channels.sweepAt('2026-11-20 09:40');
    expect(channels.slack.workspace.all()).toHaveLength(1);
  });
});
