import { describe, expect, test } from 'vitest';
import { LONG_STORY_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { openChannels } from '../../../support/bot/digest/channels.ts';
import type { CrashPoint } from '../../../support/faults/crashPoints.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const POINTS: readonly CrashPoint[] = [
  'after ledger.record',
  'after ledger.claim',
  'before ledger.renew',
  'after ledger.renew',
  'after outbound.post',
  'after ledger.markSent',
];

describe.each(LONG_STORY_PLACES)('on $name', ({ open: openPlace }) => {
  const place = usePlace(openPlace);

  describe.each([
    // What waits does so until the clock has come to where it was.
    ['an hour back', -HOUR, 75],
    ['an hour ahead', HOUR, 8],
  ])('a clock that is set %s', (_words, jump, minutes) => {
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
    const expectOne = async ({ channels, sweepFor }: Awaited<ReturnType<typeof morning>>) => {
      await sweepFor(minutes);
      expect(await channels.states()).toEqual(['2026-11-20 sent']);
      await sweepFor(15);
      expect(channels.digests()).toHaveLength(1);
    };

    test.each(POINTS)('while the process is at %s', async (point) => {
      const world = await morning();
      world.first.dieAt(point, async () => world.channels.clock.set(world.channels.clock.now() + jump));
      await world.first.sweep();
      await expectOne(world);
    });

    test.each(POINTS)('after the process died at %s', async (point) => {
      const world = await morning();
      world.first.dieAt(point);
      await expect(world.first.sweep()).rejects.toThrow(point);
      world.channels.clock.set(world.channels.clock.now() + jump);
      await expectOne(world);
    });

    test.each(['resetAfter', 'resetBefore'] as const)('while a digest is looked for: %s', async (kind) => {
      const world = await morning();
      world.channels.slack.plan.add({ fault: { kind }, name: 'chat.postMessage' });
      await world.first.sweep();
      world.channels.clock.set(world.channels.clock.now() + jump);
      await expectOne(world);
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
      await sweepFor(minutes + 7);
      expect(channels.digests()).toHaveLength(1);
    });
  });
});
