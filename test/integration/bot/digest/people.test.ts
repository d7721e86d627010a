import type { Receiver } from '@slack/bolt';
import { describe, expect, test } from 'vitest';
import { registerUnknownDigest } from '../../../../bot/listeners/actions/unknownDigest.ts';
import { RETURN_EVENTS, registerChannelReturned } from '../../../../bot/listeners/events/channelReturned.ts';
import { AcknowledgingApp } from '../../../../bot/slack/acknowledgingApp.ts';
import { CHANNEL, type Channels, OWNER, openChannels } from '../../../support/bot/digest/channels.ts';
import { type DoorBench, startDoorBench } from '../../../support/bot/doorBench.ts';
import { clickBody, DOUBLE_TEAM } from '../../../support/bot/payloadBodies.ts';
import { oslo } from '../../../support/bot/time.ts';

/** The digests of `channels` for what Slack tells of; `woken` counts how often the sweeper was. */
function digestsOf(channels: Channels) {
  const digests = {
    parts: channels.parts,
    takeStock: async () => {},
    run: async () => {},
    lastSweepAt: () => undefined,
    woken: 0,
    wake: () => {
      digests.woken += 1;
    },
  };
  return digests;
}

describe('the buttons under the question whether a digest arrived', () => {
  async function asked(): Promise<{
    channels: Channels;
    id: number;
    digests: ReturnType<typeof digestsOf>;
    press: (actionId: string, value?: string) => ReturnType<DoorBench['send']>;
  }> {
    const channels = await openChannels('2026-11-20 08:30');
    const { ledger } = channels.parts;
    const key = { teamId: DOUBLE_TEAM, channelId: CHANNEL, kind: 'stock', businessDate: '2026-11-20' };
    await ledger.record({ ...key, dueAt: channels.clock.now(), missed: undefined });
    const run = await ledger.claim((await ledger.due())[0]?.id ?? -1);
    if (run === undefined || !(await ledger.renew(run))) throw new Error('it could not be claimed');
    await ledger.lose(run, 0, 'lost');
    await ledger.giveUp(run, 'the channel may not be read');
    const digests = digestsOf(channels);
    const bench = await startDoorBench();
    registerUnknownDigest(bench.door, digests, { ...bench, log: bench.recording.log });
    const press = (actionId: string, value = String(run.id)) =>
      bench.send(clickBody(bench.responseUrl, actionId, value));
    return { channels, id: run.id, digests, press };
  }

  test('"It is there" settles it without a message', async () => {
    const { channels, digests, press } = await asked();
    const { said, acks } = await press('digest_is_there');
    expect(acks).toHaveLength(1);
    expect(said).toMatchObject([{ text: expect.stringMatching(/^Noted/), replace_original: true }]);
    expect(await channels.states()).toEqual(['2026-11-20 sent']);
    expect(digests.woken).toBe(1);
  });

  test('"Send it" lets it out again, and whoever presses second finds that decided', async () => {
    const { channels, digests, press } = await asked();
    expect((await press('digest_send_it')).said).toMatchObject([{ text: 'The digest is sent now.' }]);
    expect(await channels.states()).toEqual(['2026-11-20 due']);
    expect((await press('digest_is_there')).said).toMatchObject([
      { text: expect.stringContaining('decided already'), replace_original: false },
    ]);
    expect(await channels.states()).toEqual(['2026-11-20 due']);
    expect(digests.woken).toBe(1);
  });

  test('"Send it" after a later digest has come due sends nothing and says so', async () => {
    const { channels, id, digests, press } = await asked();
    const key = { teamId: DOUBLE_TEAM, channelId: CHANNEL, kind: 'stock', businessDate: '2026-11-21' };
    await channels.parts.ledger.record({ ...key, dueAt: oslo('2026-11-21 08:30'), missed: undefined });
    expect((await press('digest_send_it')).said).toMatchObject([
      { text: expect.stringContaining('A later digest of this channel') },
    ]);
    expect(await channels.parts.ledger.get(id)).toMatchObject({ state: 'unknown' });
    expect(digests.woken).toBe(0);
    expect((await press('digest_is_there')).said).toMatchObject([{ text: expect.stringMatching(/^Noted/) }]);
  });

  test.each(['', 'x', '-1', '999', '1.5', '9'.repeat(40)])(
    'the value %j is nobody’s digest',
    async (value) => {
      const { channels, press } = await asked();
      await press('digest_send_it', value);
      expect(await channels.states()).toEqual(['2026-11-20 unknown']);
    },
  );

  test('of another workspace is not touched', async () => {
    const { channels, press } = await asked();
    await channels.database.updateTable('digest_run').set({ team_id: 'T0OTHER' }).execute();
    await press('digest_is_there');
    expect(await channels.states()).toEqual(['2026-11-20 unknown']);
  });
});

describe('what Slack tells of a channel', () => {
  async function paused() {
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
    const digests = digestsOf(channels);
    const passed: string[] = [];
    registerChannelReturned(app, digests, async (_what, work) => work());
    app.use(async ({ next }) => {
      passed.push('passed');
      await next();
    });
    const tell = (event: Readonly<Record<string, unknown>>) =>
      app.processEvent({
        body: { type: 'event_callback', team_id: DOUBLE_TEAM, event_id: 'Ev1', event },
        ack: async () => {},
      });
    return { channels, digests, passed, tell };
  }

  test.each(RETURN_EVENTS)('%s: today’s digest comes at once', async (type) => {
    const { channels, digests, passed, tell } = await paused();
    channels.slack.workspace.change(CHANNEL, { member: true });
    await tell({ type, channel: CHANNEL, user: 'U0BOT' });
    expect(digests.woken).toBe(1);
    expect(passed).toEqual([]);
    await channels.sweepAt('2026-11-20 08:45');
    expect(channels.digests()).toHaveLength(1);
    expect(await channels.states()).toEqual(['2026-11-20 sent']);
  });

  test('nothing changes while the channel still does not take it, or for another one', async () => {
    const { channels, digests, tell } = await paused();
    await tell({ type: 'member_joined_channel', channel: CHANNEL, user: 'U0OLA' });
    channels.slack.workspace.change(CHANNEL, { member: true });
    await tell({ type: 'member_joined_channel', channel: 'C0OTHER', user: 'U0BOT' });
    await tell({ type: 'channel_unarchive' });
    expect(digests.woken).toBe(0);
    expect(await channels.states()).toEqual(['2026-11-20 failed']);
  });

  test('other events are passed on', async () => {
    const { digests, passed, tell } = await paused();
    await tell({ type: 'message', channel: CHANNEL, user: 'U0OLA', text: 'hello', ts: '1.1' });
    expect([passed, digests.woken]).toEqual([['passed'], 0]);
  });
});
