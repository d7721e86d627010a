import { describe, expect, test } from 'vitest';
import { DATABASE_PLACES, SQLITE, usePlace } from '../../../support/bot/databasePlaces.ts';
import {
  CHANNEL,
  type Channels,
  OWNER,
  openChannels,
  type Replica,
} from '../../../support/bot/digest/channels.ts';
import { HISTORY } from '../../../support/bot/digest/strickenMorning.ts';
import { oslo } from '../../../support/bot/time.ts';

const DAY = '2026-11-20';
const MINUTE = 60_000;

const looks = ({ slack }: Channels, channelId?: string) =>
  slack.calls.filter(
    ({ method, channel }) => method === HISTORY && (channelId === undefined || channel === channelId),
  );

/** A process that starts then, local time in Oslo, and sees the ledger from then on. */
function startAt(channels: Channels, time: string): Replica {
  channels.clock.set(oslo(`${DAY} ${time}`));
  return channels.replica(`started at ${time}`);
}

async function sweepEveryMinute(channels: Channels, replica: Replica, from: string, to: string) {
  for (let now = oslo(`${DAY} ${from}`); now <= oslo(`${DAY} ${to}`); now += MINUTE) {
    channels.clock.set(now);
    await replica.sweep();
  }
}

describe.each(DATABASE_PLACES)('on $name', ({ open: openPlace }) => {
  const place = usePlace(openPlace);
  const openDay = async (at: string) => {
    const channels = await openChannels(`${DAY} ${at}`, { place: await place.fresh() });
    await channels.change({ owner: OWNER });
    return channels;
  };

  test('a ledger that was put back finds what was sent since the copy, and sends the next digest as usual', async () => {
    const channels = await openDay('08:00');
    await channels.saveStock(DAY);
    await channels.sweepAt(`${DAY} 08:30`);
    expect(looks(channels)).toEqual([]);
    const [sent] = channels.digests();
    await channels.database.deleteFrom('digest_run').execute();

    const restarted = startAt(channels, '08:40');
    await restarted.sweep();
    expect(await channels.runs()).toMatchObject([{ state: 'sent', messageTs: sent?.ts, attempt: 0 }]);
    await sweepEveryMinute(channels, restarted, '08:41', '08:59');
    expect(channels.digests()).toEqual([sent]);
    // One look, and two for a message that might still have been on its way.
    expect(looks(channels)).toHaveLength(3);

    await channels.saveStock('2026-11-21');
    channels.clock.set(oslo('2026-11-21 08:30'));
    await restarted.sweep();
    expect(channels.digests()).toHaveLength(2);
    expect(looks(channels)).toHaveLength(3);
  });

  test('a late start looks once before it sends', async () => {
    const channels = await openDay('08:00');
    await channels.saveStock(DAY);
    const late = startAt(channels, '09:10');
    await late.sweep();
    expect(channels.digests()).toHaveLength(1);
    expect(looks(channels)).toHaveLength(1);
    expect(await channels.runs()).toMatchObject([{ state: 'sent', attempt: 1, reason: null }]);
    await sweepEveryMinute(channels, late, '09:11', '09:30');
    expect(looks(channels)).toHaveLength(1);
  });

  test('while figures are waited for it has looked already, and the same process sends without another look', async () => {
    const channels = await openDay('08:00');
    const late = startAt(channels, '08:35');
    await sweepEveryMinute(channels, late, '08:35', '08:39');
    expect(looks(channels)).toHaveLength(1);
    expect(await channels.states()).toEqual([`${DAY} due`]);
    await channels.saveStock(DAY);
    await sweepEveryMinute(channels, late, '08:40', '08:41');
    expect(channels.digests()).toHaveLength(1);
    expect(looks(channels)).toHaveLength(1);
  });

  test('a process that starts after a look has to look itself', async () => {
    const channels = await openDay('08:00');
    await sweepEveryMinute(channels, startAt(channels, '08:35'), '08:35', '08:36');
    await channels.saveStock(DAY);
    await startAt(channels, '08:40').sweep();
    expect(looks(channels)).toHaveLength(2);
    expect(channels.digests()).toHaveLength(1);
  });

  test('of what was due a moment ago a message may be on its way: three looks', async () => {
    const channels = await openDay('08:00');
    await channels.saveStock(DAY);
    const restarted = startAt(channels, '08:30');
    channels.clock.set(oslo(`${DAY} 08:30`) + 1);
    const second = channels.replica('second');
    await second.sweep();
    expect(looks(channels)).toHaveLength(1);
    expect(channels.digests()).toEqual([]);
    for (const seconds of [16, 57]) {
      channels.clock.set(oslo(`${DAY} 08:30`) + seconds * 1_000);
      await restarted.sweep();
    }
    expect(looks(channels)).toHaveLength(3);
    expect(channels.digests()).toHaveLength(1);
  });

  test('and one look, once it could not be any more', async () => {
    const channels = await openDay('08:00');
    await channels.saveStock(DAY);
    const restarted = startAt(channels, '08:31');
    await sweepEveryMinute(channels, restarted, '08:31', '08:32');
    expect(looks(channels)).toHaveLength(2);
    expect(channels.digests()).toHaveLength(1);
  });

  test('a process that was there at its time and one that came later send it once', async () => {
    const channels = await openDay('08:00');
    const early = channels.replica('early');
    await channels.saveStock(DAY);
    const later = startAt(channels, '08:40');
    await Promise.all([early.sweep(), later.sweep(), early.sweep(), later.sweep()]);
    await sweepEveryMinute(channels, later, '08:41', '08:43');
    expect(channels.digests()).toHaveLength(1);
    expect(await channels.states()).toEqual([`${DAY} sent`]);
  });

  test('where the channel may not be read it is sent once, and the log says so', async () => {
    const channels = await openDay('08:00');
    await channels.saveStock(DAY);
    channels.slack.scopes.delete('channels:history');
    const late = startAt(channels, '08:40');
    await sweepEveryMinute(channels, late, '08:40', '08:45');
    expect(channels.digests()).toHaveLength(1);
    expect(channels.told()).toEqual([]);
    expect(
      channels.recording.lines().filter(({ msg }) => String(msg).includes('without having been looked for')),
    ).toMatchObject([{ code: 'missing_scope', channel: CHANNEL }]);
  });

  test('a token that is revoked while it is looked for ends nothing', async () => {
    const channels = await openDay('08:00');
    await channels.saveStock(DAY);
    channels.slack.faults.add({ fault: { kind: 'say', error: 'account_inactive' }, name: HISTORY });
    const late = startAt(channels, '08:40');
    await sweepEveryMinute(channels, late, '08:40', '08:50');
    expect(channels.digests()).toHaveLength(1);
    expect(await channels.states()).toEqual([`${DAY} sent`]);
  });

  test('a digest of a day that is over is not sent late', async () => {
    const channels = await openDay('08:00');
    channels.clock.set(oslo('2026-11-23 08:40'));
    await channels.saveStock('2026-11-23');
    const late = channels.replica('late');
    await late.sweep();
    expect(channels.digests()).toHaveLength(1);
    expect((await channels.states()).toSorted()).toEqual([
      '2026-11-20 missed',
      '2026-11-21 missed',
      '2026-11-22 missed',
      '2026-11-23 sent',
    ]);
  });
});

describe('many channels', () => {
  const place = usePlace(SQLITE.open);

  test('a pause that Slack asks for holds for the looks of all of them', async () => {
    const ids = Array.from({ length: 30 }, (_, at) => `C0N${at}`);
    const channels = await openChannels(`${DAY} 08:00`, { place: await place.fresh(), channels: ids });
    await channels.saveStock(DAY);
    channels.slack.faults.add({ fault: { kind: 'limit', seconds: 90 }, name: HISTORY });
    const late = startAt(channels, '09:00');
    await late.sweep();
    // Those that were under way beside it.
    const before = looks(channels).length;
    expect(before).toBeLessThanOrEqual(8);
    await late.bot.reconciler.run();
    channels.clock.set(oslo(`${DAY} 09:01`));
    await late.sweep();
    expect(looks(channels)).toHaveLength(before);
    channels.clock.set(oslo(`${DAY} 09:02`));
    await late.sweep();
    expect(ids.map((id) => channels.digests(id).length)).toEqual(ids.map(() => 1));
  });

  test('60 of them are through in two minutes, also when the lost ledger had sent half of them', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => `C0N${at}`);
    const half = ids.length / 2;
    const channels = await openChannels(`${DAY} 08:00`, {
      place: await place.fresh(),
      channels: ids.slice(0, half),
    });
    await channels.saveStock(DAY);
    await channels.sweepAt(`${DAY} 08:30`);
    await channels.database.deleteFrom('digest_run').execute();
    for (const id of ids.slice(half)) channels.slack.workspace.addChannel(id);
    await channels.subscribe(ids.slice(half));
    const late = startAt(channels, '09:00');
    for (const time of ['09:00', '09:01', '09:02']) {
      channels.clock.set(Math.max(channels.clock.now(), oslo(`${DAY} ${time}`)));
      await late.sweep();
    }
    expect(ids.filter((id) => channels.digests(id).length !== 1)).toEqual([]);
  });
});
