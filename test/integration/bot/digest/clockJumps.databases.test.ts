import { describe, expect, test } from 'vitest';
import type { FaultPoint } from '../../../../bot/digest/faultPoints.ts';
import { LONG_STORY_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { openChannels } from '../../../support/bot/digest/channels.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const POINTS: readonly FaultPoint[] = [
  'sweep.recorded',
  'send.claimed',
  'send.paced',
  'send.leased',
  'send.answered',
  'send.recorded',
];

describe.each(LONG_STORY_PLACES)('on $name', ({ open: openPlace }) => {
  const place = usePlace(openPlace);

  describe.each([
    ['an hour back', -HOUR],
    ['an hour ahead', HOUR],
  ])('a clock that is set %s', (_words, jump) => {
    const morning = async () => {
      const channels = await openChannels('2026-11-20 08:30', { place: await place.fresh() });
      await channels.saveStock('2026-11-20');
      const second = channels.replica('second');
      const sweepFor = async (minutes: number) => {
        for (let minute = 0; minute < minutes; minute += 1) {
          channels.clock.set(channels.clock.now() + MINUTE);
          await second.sweep();
        }
      };
      return { channels, first: channels.replica('first'), sweepFor };
    };
    const expectOneSoon = async ({ channels, sweepFor }: Awaited<ReturnType<typeof morning>>) => {
      // Long before the hour has passed a second time.
      await sweepFor(8);
      expect(await channels.states()).toEqual(['2026-11-20 sent']);
      await sweepFor(15);
      expect(channels.digests()).toHaveLength(1);
    };

    test.each(POINTS)('while the process is at %s', async (point) => {
      const world = await morning();
      world.first.dieAt(point, async () => world.channels.clock.set(world.channels.clock.now() + jump));
      await world.first.sweep();
      await expectOneSoon(world);
    });

    test.each(POINTS)('after the process died at %s', async (point) => {
      const world = await morning();
      world.first.dieAt(point);
      await expect(world.first.sweep()).rejects.toThrow(point);
      world.channels.clock.set(world.channels.clock.now() + jump);
      await expectOneSoon(world);
    });

    test.each(['resetAfter', 'resetBefore'] as const)('while a digest is looked for: %s', async (kind) => {
      const world = await morning();
      world.channels.slack.plan.add({ fault: { kind }, name: 'chat.postMessage' });
      await world.first.sweep();
      world.channels.clock.set(world.channels.clock.now() + jump);
      await expectOneSoon(world);
    });

    test('while a second copy may still come in', async () => {
      const world = await morning();
      const { channels, sweepFor } = world;
      channels.slack.plan.add({ fault: { kind: 'resetBefore' }, name: 'chat.postMessage' });
      await world.first.sweep();
      await sweepFor(4);
      const [kept] = channels.digests();
      if (kept === undefined) throw new Error('nothing was posted');
      channels.slack.workspace.post({ ...kept, threadTs: undefined });
      channels.clock.set(channels.clock.now() + jump);
      await sweepFor(15);
      expect(channels.digests()).toHaveLength(1);
    });
  });
});
