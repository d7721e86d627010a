import { describe, expect, test } from 'vitest';
import { LONG_STORY_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { openChannels } from '../../../support/bot/digest/channels.ts';

const MINUTE = 60_000;
/** How far apart the rounds of a running bot are that look after what is doubtful. */
const ROUND_MS = 15_000;
const LONGEST_DOUBLE_MS = 60_000;
/** When whoever sent the copy died before it could delete it: until the second check. */
const LONGEST_LEFT_MS = 11 * MINUTE;

describe.each(LONG_STORY_PLACES)('on $name', ({ open: openPlace }) => {
  const place = usePlace(openPlace);

  /** One process sleeps between its last check and the wire while another makes up for it. */
  async function asleepFor(milliseconds: number, beforeItGoesOn: (world: World) => void) {
    const channels = await openChannels('2026-11-20 08:30', { place: await place.fresh() });
    await channels.saveStock('2026-11-20');
    const [sleeper, other] = [channels.replica('sleeper'), channels.replica('other')];
    const runOther = async (span: number) => {
      const end = channels.clock.now() + span;
      while (channels.clock.now() < end) {
        await other.sweep();
        channels.clock.set(channels.clock.now() + ROUND_MS);
      }
    };
    const world = { channels, sleeper, runOther };
    sleeper.dieAt('after ledger.renew', async () => {
      await runOther(milliseconds);
      expect(channels.digests()).toHaveLength(1);
      beforeItGoesOn(world);
    });
    return world;
  }
  type World = {
    channels: Awaited<ReturnType<typeof openChannels>>;
    sleeper: ReturnType<Awaited<ReturnType<typeof openChannels>>['replica']>;
    runOther: (span: number) => Promise<void>;
  };
  function expectOneIn(longestMs: number, { channels }: World): void {
    const [kept, copy, ...more] = channels.slack.workspace.all();
    expect(more).toEqual([]);
    expect(kept?.deletedAt).toBeUndefined();
    expect((copy?.deletedAt ?? Number.POSITIVE_INFINITY) - (copy?.at ?? 0)).toBeLessThanOrEqual(longestMs);
  }

  test.each([3, 5, 10])(
    'a sleeper that goes on after %d minutes, sends and dies leaves a double until the second check',
    async (minutes) => {
      const world = await asleepFor(minutes * MINUTE, ({ sleeper }) => sleeper.dieAt('after outbound.post'));
      await expect(world.sleeper.sweep()).rejects.toThrow('after outbound.post');
      await world.runOther(12 * MINUTE);
      expectOneIn(LONGEST_LEFT_MS, world);
    },
  );

  test.each([
    ['does not show the channel', 'conversations.history', 'resetBefore'],
    ['does not delete', 'chat.delete', 'resetBefore'],
    ['loses the answer to the second', 'chat.postMessage', 'resetAfter'],
  ] as const)('one that goes on after hours, when Slack %s, leaves it to others', async (_, name, kind) => {
    const world = await asleepFor(2 * 60 * MINUTE, ({ channels }) =>
      channels.slack.plan.add({ fault: { kind }, name }),
    );
    await world.sleeper.sweep();
    await world.runOther(2 * MINUTE);
    expectOneIn(LONGEST_DOUBLE_MS, world);
  });

  test('one that goes on after hours and dies while it deletes leaves it to others', async () => {
    const world = await asleepFor(2 * 60 * MINUTE, ({ sleeper }) => sleeper.dieAt('after outbound.copies'));
    await expect(world.sleeper.sweep()).rejects.toThrow('after outbound.copies');
    await world.runOther(2 * MINUTE);
    expectOneIn(LONGEST_DOUBLE_MS, world);
  });

  test('the looks end, also under a limit of Slack, which is waited for', async () => {
    const world = await asleepFor(5 * MINUTE, ({ channels }) =>
      channels.slack.plan.add({ fault: { kind: 'limit', seconds: 40 }, name: 'conversations.history' }),
    );
    await world.sleeper.sweep();
    await world.runOther(MINUTE);
    expectOneIn(LONGEST_DOUBLE_MS, world);
    await world.runOther(15 * MINUTE);
    expect(await world.channels.bot.ledger.nextAt()).toBeUndefined();
  });
});
