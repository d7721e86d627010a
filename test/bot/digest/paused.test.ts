import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postByHand } from '../../../bot/digest/digests.ts';
import { resumeServed } from '../../../bot/digest/resume.ts';
import { TEAM } from '../faults/slackMethods.ts';
import { WAREHOUSE_PLACES, type WarehousePlace } from '../support/warehousePlaces.ts';
import { CHANNEL, OWNER, openChannels } from './channels.ts';

describe.each(WAREHOUSE_PLACES)('on $name', ({ open: openPlace }) => {
  let place: WarehousePlace;
  beforeAll(async () => {
    place = await openPlace();
  });
  afterAll(() => place.close());

  async function morning() {
    const channels = await openChannels('2026-11-20 08:30', { place: await place.fresh() });
    await channels.change({ owner: OWNER });
    const returned = async (state: { member?: boolean; shared?: boolean; archived?: boolean }) => {
      channels.slack.workspace.change(CHANNEL, state);
      expect(await resumeServed(channels.parts, CHANNEL)).toBe(true);
      await channels.sweepAt('2026-11-20 09:30');
    };
    const pausedBy = async () =>
      (await channels.database.selectFrom('digest_subscription').select('paused_reason').execute())[0]
        ?.paused_reason;
    return { channels, returned, pausedBy };
  }

  test.each([
    ['finds the channel archived', 'refuse.noted', { archived: true }, { archived: false }, 'is_archived'],
    ['finds the channel archived', 'refuse.paused', { archived: true }, { archived: false }, 'is_archived'],
    ['finds the channel shared', 'refuse.noted', { shared: true }, { shared: false }, 'shared_channel'],
    ['finds the channel shared', 'refuse.paused', { shared: true }, { shared: false }, 'shared_channel'],
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
    const asked = { teamId: TEAM, channelId: CHANNEL, askedBy: 'U0OLA' };
    expect(await postByHand(channels.parts, asked)).toMatchObject({ code: 'not_in_channel' });
    await channels.sweepEveryMinute('2026-11-20 08:31', '2026-11-20 08:33');
    expect(channels.told()).toEqual([expect.stringMatching(/stock digest.*Invite it there/)]);
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
    expect(await channels.runs()).toMatchObject([
      { state: 'missed', reason: 'the subscription is paused until 2026-11-23' },
    ]);
    expect(channels.digests()).toEqual([]);
  });

  test.each(['stock', 'sales'] as const)('one of %s that is left out says what was missing', async (kind) => {
    const { channels } = await morning();
    await channels.change({ kind });
    const figures = {
      findFigures: async () => ({ kind: 'skipped', wanted: '2026-11-19' }) as const,
      render: async () => () => ({ text: '', blocks: [] }),
    };
    const bot = channels.replica('leaves out', {}, { [kind]: figures });
    await bot.sweep();
    const words = `the service had no ${kind} of 2026-11-19 by the deadline`;
    expect(await channels.runs()).toMatchObject([{ state: 'missed', reason: words }]);
    expect(channels.told()).toEqual([expect.stringContaining(words)]);
  });
});
