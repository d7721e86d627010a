import { describe, expect, test } from 'vitest';
import { LONG_STORY_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { OWNER, openChannels } from '../../../support/bot/digest/channels.ts';
import { openMorning, postsOf } from '../../../support/bot/digest/strickenMorning.ts';
import type { Fault } from '../../../support/slack/faults.ts';

describe.each(LONG_STORY_PLACES)('on $name', ({ open: openPlace }) => {
  const place = usePlace(openPlace);
  const morning = (...faults: Fault[]) => openMorning(place, faults);

  test('a digest that cannot be written holds up no other, and its owner hears of it once', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `C0N${index}`);
    const channels = await openChannels('2026-11-20 08:30', { place: await place.fresh(), channels: ids });
    await channels.saveStock('2026-11-20');
    await channels.change({ owner: OWNER }, 'C0N0');
    const stock = channels.stockContent;
    let broken = true;
    const breaking = channels.replica(
      'breaking',
      {},
      {
        stock: {
          ...stock,
          async render(occasion) {
            if (broken && occasion.run.channelId !== 'C0N11') throw new Error('a figure is missing');
            return stock.render(occasion);
          },
        },
      },
    );
    const sweepUntil = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        await breaking.sweep();
        channels.clock.set(channels.clock.now() + 60_000);
      }
    };
    await sweepUntil(1);
    expect(channels.digests('C0N11')).toHaveLength(1);
    await sweepUntil(15);
    expect(channels.told()).toEqual([expect.stringContaining("The app couldn't create the stock digest")]);
    broken = false;
    await sweepUntil(11);
    expect(ids.filter((id) => channels.digests(id).length === 1)).toHaveLength(12);
  });

  test('a message that Slack does not take comes plainer, once', async () => {
    const refusal = { kind: 'say', error: 'invalid_blocks' } as const;
    const channels = await morning(refusal, refusal);
    await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:32');
    expect(postsOf(channels)).toHaveLength(3);
    expect(channels.digests()).toHaveLength(1);
    expect(JSON.stringify(channels.digests()[0]?.blocks[1])).toContain('"text":"text"');
  });

  test('a limit of one channel does not hold up others', async () => {
    const channels = await morning({ kind: 'limit', seconds: 120 });
    await channels.subscribe(['C0OTHER']);
    await channels.sweepAt('2026-11-20 08:30');
    expect(channels.digests('C0OTHER')).toHaveLength(1);
    expect(channels.digests()).toEqual([]);
    await channels.sweepAt('2026-11-20 08:31');
    // Not before the time that Slack has named.
    expect(postsOf(channels)).toHaveLength(1);
    await channels.sweepAt('2026-11-20 08:33');
    expect(channels.digests()).toHaveLength(1);
  });
});
