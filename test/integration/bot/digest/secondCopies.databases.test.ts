import { describe, expect, test } from 'vitest';
import { LONG_STORY_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { openChannels } from '../../../support/bot/digest/channels.ts';

const MINUTE = 60_000;
/** How far apart the rounds of a running bot are that look after what is doubtful. */
const ROUND_MS = 15_000;
const LONGEST_DOUBLE_MS = 60_000;

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
    sleeper.dieAt('send.leased', async () => {
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
  function expectOneAfterAMinute({ channels }: World): void {
    const [kept, copy, ...more] = channels.slack.workspace.all();
    expect(more).toEqual([]);
    expect(kept?.deletedAt).toBeUndefined();
    expect((copy?.deletedAt ?? Number.POSITIVE_INFINITY) - (copy?.at ?? 0)).toBeLessThanOrEqual(
      LONGEST_DOUBLE_MS,
    );
  }

  test.each([3, 5, 10])(
    'a sleeper that goes on after %d minutes, sends and dies leaves no double for longer than a minute',
    async (minutes) => {
      const world = await asleepFor(minutes * MINUTE, ({ sleeper }) => sleeper.dieAt('send.answered'));
      await expect(world.sleeper.sweep()).rejects.toThrow('send.answered');
      await world.runOther(2 * MINUTE);
      expectOneAfterAMinute(world);
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
    expectOneAfterAMinute(world);
  });

  test('one that goes on after hours and dies while it deletes leaves it to others', async () => {
    const world = await asleepFor(2 * 60 * MINUTE, ({ sleeper }) => sleeper.dieAt('double.found'));
    await expect(world.sleeper.sweep()).rejects.toThrow('double.found');
    await world.runOther(2 * MINUTE);
    expectOneAfterAMinute(world);
  });

  test('the looks end, also under a limit of Slack, which is waited for', async () => {
    const world = await asleepFor(5 * MINUTE, ({ channels }) =>
      channels.slack.plan.add({ fault: { kind: 'limit', seconds: 40 }, name: 'conversations.history' }),
    );
    await world.sleeper.sweep();
    await world.runOther(MINUTE);
    expectOneAfterAMinute(world);
    await world.runOther(15 * MINUTE);
    expect(await world.channels.parts.ledger.nextAt()).toBeUndefined();
  });
});
