import { describe, expect, test } from 'vitest';
import { markRestored } from '../../../../bot/digest/restored.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { CHANNEL, openChannels } from '../../../support/bot/digest/channels.ts';
import { TEAM } from '../../../support/faults/slackMethods.ts';

const DAY = '2026-11-20';

describe.each(DATABASE_PLACES)('a database on $name that was put back', ({ open: openPlace }) => {
  const place = usePlace(openPlace);

  test('finds what it had sent since the copy, and sends the next digest as usual', async () => {
    const channels = await openChannels(`${DAY} 08:30`, { place: await place.fresh() });
    await channels.saveStock(DAY);
    await channels.sweepAt(`${DAY} 08:30`);
    expect(channels.digests()).toHaveLength(1);
    await channels.database.deleteFrom('digest_run').execute();
    await markRestored(channels.database, channels.bot.time);
    await channels.sweepEveryMinute(`${DAY} 08:40`, `${DAY} 08:59`);
    expect(channels.digests(CHANNEL)).toHaveLength(1);
    expect(await channels.states()).toEqual([`${DAY} sent`]);
    await channels.saveStock('2026-11-21');
    const calls = channels.slack.calls.length;
    await channels.sweepAt('2026-11-21 08:30');
    expect(channels.digests(CHANNEL)).toHaveLength(2);
    const methods = channels.slack.calls.slice(calls).map(({ method }) => method);
    expect(methods).not.toContain('conversations.history');
  });

  test('sends once what the copy holds as due and nobody has sent', async () => {
    const channels = await openChannels(`${DAY} 08:30`, { place: await place.fresh() });
    await channels.bot.ledger.record({
      teamId: TEAM,
      channelId: CHANNEL,
      kind: 'stock',
      businessDate: DAY,
      dueAt: channels.clock.now(),
      missed: undefined,
    });
    await markRestored(channels.database, channels.bot.time);
    expect(await channels.states()).toEqual([`${DAY} unclear`]);
    await channels.saveStock(DAY);
    await channels.sweepEveryMinute(`${DAY} 08:31`, `${DAY} 08:36`);
    expect(channels.digests(CHANNEL)).toHaveLength(1);
    expect(await channels.states()).toEqual([`${DAY} sent`]);
  });

  test('posts nothing where it may not look, and tells the owner', async () => {
    const channels = await openChannels(`${DAY} 08:30`, { place: await place.fresh() });
    await channels.change({ owner: 'U0KARI' });
    await channels.saveStock(DAY);
    await markRestored(channels.database, channels.bot.time);
    channels.slack.withheld.add('channels:history');
    await channels.sweepEveryMinute(`${DAY} 08:30`, `${DAY} 08:33`);
    expect(channels.digests(CHANNEL)).toEqual([]);
    expect(await channels.states()).toEqual([`${DAY} unknown`]);
    expect(channels.told()).toHaveLength(1);
  });
});
