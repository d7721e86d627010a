import type { Receiver } from '@slack/bolt';
import { describe, expect, test } from 'vitest';
import { channelReturned, RETURN_EVENTS } from '../../../../bot/listeners/events/channelReturned.ts';
import { AcknowledgingApp } from '../../../../bot/slack/acknowledgingApp.ts';
import { CHANNEL, OWNER, openChannels } from '../../../support/bot/digest/channels.ts';
import { DOUBLE_TEAM } from '../../../support/bot/payloadBodies.ts';

describe('what Slack tells of a channel', () => {
  async function refused() {
    const channels = await openChannels('2026-11-20 08:30');
    await channels.saveStock('2026-11-20');
    await channels.change({ owner: OWNER });
    channels.slack.workspace.change(CHANNEL, { member: false });
    await channels.sweepAt('2026-11-20 08:30');
    const receiver: Receiver = { init: () => {}, start: async () => {}, stop: async () => {} };
    const app = new AcknowledgingApp(
      {
        receiver,
        authorize: async () => ({ botToken: 'xoxb-test', botId: 'B0', botUserId: 'U0' }),
        convoStore: false,
        ignoreSelf: false,
      },
      { log: channels.recording.log, isRepeated: () => false },
    );
    const passed: string[] = [];
    for (const name of RETURN_EVENTS) {
      app.event(
        name,
        channelReturned(channels.bot.scheduler, async (_what, work) => work()),
      );
    }
    app.event('message', async () => void passed.push('passed'));
    const tell = (event: Readonly<Record<string, unknown>>) =>
      app.processEvent({
        body: { type: 'event_callback', team_id: DOUBLE_TEAM, event_id: 'Ev1', event },
        ack: async () => {},
      });
    return { channels, passed, tell };
  }

  test.each(RETURN_EVENTS)('%s: today’s digest comes at once', async (type) => {
    const { channels, passed, tell } = await refused();
    channels.slack.workspace.change(CHANNEL, { member: true });
    await tell({ type, channel: CHANNEL, user: 'U0BOT' });
    expect(passed).toEqual([]);
    await channels.sweepAt('2026-11-20 08:45');
    expect(channels.digests()).toHaveLength(1);
    expect(await channels.states()).toEqual(['2026-11-20 sent']);
  });

  test('nothing changes for another channel', async () => {
    const { channels, tell } = await refused();
    channels.slack.workspace.change(CHANNEL, { member: true });
    await tell({ type: 'member_joined_channel', channel: 'C0OTHER', user: 'U0BOT' });
    await tell({ type: 'channel_unarchive' });
    expect(await channels.states()).toEqual(['2026-11-20 failed']);
  });

  test('a channel that still does not take it gets nothing, and its owner is not told again', async () => {
    const { channels, tell } = await refused();
    await tell({ type: 'member_joined_channel', channel: CHANNEL, user: 'U0OLA' });
    await channels.sweepAt('2026-11-20 08:45');
    expect(await channels.runs()).toMatchObject([{ state: 'failed', reason: 'not_in_channel' }]);
    expect(channels.told()).toHaveLength(1);
  });

  test('other events are passed on', async () => {
    const { channels, passed, tell } = await refused();
    await tell({ type: 'message', channel: CHANNEL, user: 'U0OLA', text: 'hello', ts: '1.1' });
    expect(passed).toEqual(['passed']);
    expect(await channels.states()).toEqual(['2026-11-20 failed']);
  });
});
