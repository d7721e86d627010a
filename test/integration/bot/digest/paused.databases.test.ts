import { describe, expect, test } from 'vitest';
import { isManual } from '../../../../bot/digest/digestKey.ts';
import { LONG_STORY_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { CHANNEL, type Channels, OWNER, openChannels } from '../../../support/bot/digest/channels.ts';
import { POST, postsOf } from '../../../support/bot/digest/strickenMorning.ts';
import { oslo } from '../../../support/bot/time.ts';
import { TEAM } from '../../../support/slack/cast.ts';

describe.each(LONG_STORY_PLACES)('on $name', ({ open: openPlace }) => {
  const place = usePlace(openPlace);

  async function morning() {
    const channels = await openChannels('2026-11-20 08:30', { place: await place.fresh() });
    await channels.change({ owner: OWNER });
    const returned = async (state: { member?: boolean; shared?: boolean; archived?: boolean }) => {
      channels.slack.workspace.change(CHANNEL, state);
      await channels.returned();
      await channels.sweepAt('2026-11-20 09:30');
    };
    const pausedBy = async () =>
      (await channels.database.selectFrom('digest_subscription').select('paused_reason').execute())[0]
        ?.paused_reason;
    return { channels, returned, pausedBy };
  }

  test.each([
    [
      'finds the channel archived',
      'before ledger.markFailed',
      { archived: true },
      { archived: false },
      'is_archived',
    ],
    [
      'finds the channel shared',
      'before ledger.markFailed',
      { shared: true },
      { shared: false },
      'shared_channel',
    ],
  ] as const)(
    'a bot that %s and dies at %s leaves the rest to another, which refuses, pauses and tells once',
    async (_, point, gone, back, code) => {
      const { channels, returned, pausedBy } = await morning();
      await channels.saveStock('2026-11-20');
      channels.slack.workspace.change(CHANNEL, gone);
      const first = channels.replica('A');
      first.dieAt(point);
      await expect(first.sweep()).rejects.toThrow(point);
      expect(await channels.states()).toEqual(['2026-11-20 sending']);
      await channels.sweepEveryMinute('2026-11-20 08:31', '2026-11-20 08:40');
      expect(await channels.runs()).toMatchObject([{ state: 'failed', reason: code }]);
      expect(await pausedBy()).toBe(code);
      expect(channels.told()).toHaveLength(1);
      await returned(back);
      expect(channels.digests()).toHaveLength(1);
    },
  );

  test('a digest that waits while one by hand is refused comes when the bot is invited back', async () => {
    const { channels, returned } = await morning();
    await channels.sweepAt('2026-11-20 08:30');
    channels.slack.workspace.change(CHANNEL, { member: false });
    const place = { teamId: TEAM, channelId: CHANNEL, kind: 'stock' } as const;
    expect(await channels.bot.delivery.postNow(place, { userId: 'U0OLA', seesSales: true })).toMatchObject({
      code: 'not_in_channel',
    });
    await channels.sweepEveryMinute('2026-11-20 08:31', '2026-11-20 08:33');
    expect(channels.slack.workspace.held('D0OLA')).toMatchObject([
      { text: expect.stringMatching(/stock digest.*Invite it with/) },
    ]);
    await channels.saveStock('2026-11-20');
    await returned({ member: true });
    expect(channels.digests()).toHaveLength(1);
    expect((await channels.states())[0]).toBe('2026-11-20 sent');
  });

  test('one that waits while a person pauses its subscription is not sent', async () => {
    const { channels } = await morning();
    await channels.sweepAt('2026-11-20 08:30');
    await channels.change({ paused_until: '2026-11-23' });
    await channels.saveStock('2026-11-20');
    await channels.sweepAt('2026-11-20 08:31');
    expect(await channels.runs()).toMatchObject([{ state: 'missed', reason: 'pausedUntil 2026-11-23' }]);
    expect(channels.digests()).toEqual([]);
  });

  test('one whose answer was lost before the bot was removed is unknown, also after it is back', async () => {
    const { channels, returned } = await morning();
    await channels.saveStock('2026-11-20');
    channels.slack.faults.add({ fault: { kind: 'resetBefore' }, name: POST, channel: CHANNEL });
    await channels.sweepAt('2026-11-20 08:30');
    channels.slack.workspace.change(CHANNEL, { member: false });
    await channels.sweepEveryMinute('2026-11-20 08:31', '2026-11-20 08:33');
    expect(channels.told()).toEqual([expect.stringMatching(/Please check: if it is not there/)]);
    await returned({ member: true });
    expect(await channels.states()).toEqual(['2026-11-20 unknown']);
    expect(postsOf(channels)).toHaveLength(1);
    expect(channels.told()).toHaveLength(1);
  });

  describe('one by hand', () => {
    const byHand = { teamId: TEAM, channelId: CHANNEL, kind: 'stock' } as const;
    const states = async (channels: Channels) =>
      (await channels.runs()).filter(({ kind }) => isManual(kind)).map(({ state }) => state);

    test('that cannot be written is tried three times; who asked is told once', async () => {
      const { channels } = await morning();
      await channels.saveStock('2026-11-20');
      let written = 0;
      const breaking = channels.replica(
        'breaking',
        {},
        {
          stock: {
            resolveFigures: async () => ({
              kind: 'ready',
              dataDay: '2026-11-20',
              timeliness: { kind: 'onTime' },
            }),
            async render() {
              written += 1;
              throw new Error('a figure is missing');
            },
          },
        },
      );
      await channels.change({ paused_until: '2026-11-30' });
      expect(await breaking.bot.delivery.postNow(byHand, { userId: OWNER, seesSales: true })).toEqual({
        kind: 'unwritten',
      });
      for (let minute = 31; minute < 45; minute += 1) {
        channels.clock.set(oslo(`2026-11-20 08:${minute}`));
        await breaking.sweep();
      }
      expect(written).toBe(3);
      expect(await states(channels)).toEqual(['missed']);
      expect(channels.told()).toEqual([expect.stringMatching(/couldn't create the.*`\/digest now` tries/)]);
    });

    test('of which Slack does not say whether the channel takes it is not called sent, and comes with the next sweeps', async () => {
      const { channels } = await morning();
      await channels.change({ paused_until: '2026-11-30' });
      await channels.saveStock('2026-11-20');
      channels.slack.faults.add({ fault: { kind: 'resetAfter' }, name: 'conversations.info' });
      expect(await channels.bot.delivery.postNow(byHand, { userId: OWNER, seesSales: true })).toEqual({
        kind: 'later',
      });
      expect(channels.digests()).toEqual([]);
      await channels.sweepAt('2026-11-20 08:31');
      expect(channels.digests()).toHaveLength(1);
      expect(await states(channels)).toEqual(['sent']);
    });

    test('that Slack did not take for an hour is not posted any more, and who asked is told', async () => {
      const { channels } = await morning();
      await channels.change({ paused_until: '2026-11-30' });
      await channels.saveStock('2026-11-20');
      channels.slack.faults.add({ fault: { kind: 'limit', seconds: 4_000 }, name: POST, channel: CHANNEL });
      expect(await channels.bot.delivery.postNow(byHand, { userId: OWNER, seesSales: true })).toMatchObject({
        kind: 'rateLimited',
      });
      await channels.sweepAt('2026-11-20 09:29');
      expect(await states(channels)).toEqual(['due']);
      await channels.sweepAt('2026-11-20 10:29');
      await channels.sweepAt('2026-11-20 10:30');
      expect(await states(channels)).toEqual(['missed']);
      expect(channels.digests()).toEqual([]);
      expect(channels.told()).toEqual([expect.stringMatching(/couldn't be posted within an hour/)]);
    });
  });
});
