import { describe, expect, test } from 'vitest';
import { manualKind } from '../../../../bot/digest/digestKey.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { CHANNEL, openChannels } from '../../../support/bot/digest/channels.ts';
import { TEAM } from '../../../support/slack/cast.ts';

const FIRST = '2025-10-01';
const SECOND = '2025-10-02';
const OTHER = 'C0OTHER';

describe.each(DATABASE_PLACES)('on $name', ({ open: openPlace }) => {
  const place = usePlace(openPlace);

  /** Two days on which two channels had their digest. */
  async function twoDays() {
    const channels = await openChannels(`${FIRST} 08:30`, {
      place: await place.fresh(),
      channels: [CHANNEL, OTHER],
    });
    for (const day of [FIRST, SECOND]) {
      await channels.saveStock(day);
      await channels.sweepAt(`${day} 08:30`);
    }
    // What a lost answer may have doubled is looked for once more, and then left alone.
    await channels.sweepAt(`${SECOND} 09:30`);
    await channels.sweepAt(`${SECOND} 10:30`);
    const days = async (channelId: string) =>
      (await channels.runs()).filter((run) => run.channelId === channelId).map((run) => run.businessDate);
    const pause = async () => {
      for (const channelId of [CHANNEL, OTHER])
        await channels.change({ paused_until: '2099-01-01' }, channelId);
    };
    return { ...channels, days, pause };
  }

  test('a digest is deleted after 400 days, but for the newest of its subscription, and none comes again', async () => {
    const { sweepAt, bot, days, pause, slack } = await twoDays();
    await bot.subscriptions.unsubscribe({ teamId: TEAM, channelId: OTHER, kind: 'stock' });
    await pause();
    await sweepAt('2026-11-05 07:29');
    expect(await days(CHANNEL)).toEqual([FIRST, SECOND]);
    await sweepAt('2026-11-05 07:31');
    expect(await days(CHANNEL)).toEqual([SECOND]);
    await sweepAt('2027-11-20 08:30');
    expect(await days(CHANNEL)).toEqual([SECOND]);
    expect(await days(OTHER)).toEqual([SECOND]);
    expect(slack.workspace.all()).toHaveLength(4);
  });

  test('one by hand goes as well; one whose file or buttons are kept, or that is looked for, stays', async () => {
    const { sweepAt, bot, runs, database, pause } = await twoDays();
    await pause();
    const recorded = { teamId: TEAM, channelId: CHANNEL, businessDate: FIRST, dueAt: 0, missed: 'x' };
    await bot.ledger.record({ ...recorded, kind: manualKind('1') });
    const [first, second] = await runs();
    if (first === undefined || second === undefined) throw new Error('nothing was recorded');
    await bot.ledger.checkIn(second.id, 2 * 365 * 86_400_000);
    const format = { products: null, language: 'en', shows_sales: 1 };
    const file = { file_state: 'sent', file_attempt: 1, file_not_before: 0 } as const;
    const about = { team_id: TEAM, channel_id: CHANNEL, content: 'stock', data_day: FIRST };
    await database
      .insertInto('digest_source')
      .values({ id: 'kept', run_id: first.id, created_at: 0, ...about, ...format, ...file })
      .execute();
    await sweepAt('2026-11-20 08:30');
    const left = (await runs()).map(({ channelId, kind, businessDate }) => [channelId, kind, businessDate]);
    expect(left.toSorted()).toEqual([
      [OTHER, 'stock', FIRST],
      [OTHER, 'stock', SECOND],
      [CHANNEL, 'stock', FIRST],
      [CHANNEL, 'stock', SECOND],
    ]);
  });

  test('what was sent and missed is counted also when it is deleted', async () => {
    const { sweepAt, bot, pause } = await twoDays();
    const ended = () => bot.ledger.totals();
    expect(await ended()).toEqual({ sent: 4, missed: 0 });
    await sweepAt('2025-10-04 12:00');
    expect(await ended()).toEqual({ sent: 6, missed: 2 });
    await pause();
    await sweepAt('2026-12-20 12:00');
    expect(await ended()).toEqual({ sent: 6, missed: 2 });
  });
});
