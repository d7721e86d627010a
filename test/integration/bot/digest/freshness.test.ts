import { describe, expect, test } from 'vitest';
import { openChannels } from '../../../support/bot/digest/channels.ts';
import { oslo } from '../../../support/bot/time.ts';

/** What the gate has noted about a day. */
async function gate(
  channels: Awaited<ReturnType<typeof openChannels>>,
  day: string,
  state: 'waiting' | 'empty',
  answered: boolean,
  nextProbe?: string,
) {
  const noted = {
    state,
    probes: 9,
    next_probe_at: nextProbe === undefined ? 0 : oslo(`${day} ${nextProbe}`),
    lease_owner: null,
    lease_until: 0,
    answered: Number(answered),
  };
  await channels.database
    .insertInto('stock_day')
    .values({ business_date: day, ...noted })
    .onConflict((conflict) => conflict.column('business_date').doUpdateSet(noted))
    .execute();
}

test('while the stock of the day is not there the digest waits, then comes late and says so', async () => {
  const channels = await openChannels('2026-11-19 09:00');
  await channels.saveStock('2026-11-19');
  await channels.sweepAt('2026-11-19 09:00');
  for (const time of ['08:30', '08:31', '11:10']) await channels.sweepAt(`2026-11-20 ${time}`);
  expect(channels.digests()).toHaveLength(1);
  await channels.saveStock('2026-11-20');
  await channels.sweepAt('2026-11-20 11:10');
  expect(channels.digests()[1]?.text).toMatch(/^This digest is late: service\./);
});

describe('at the deadline without the stock of the day', () => {
  test('that of yesterday is posted, with a word about it', async () => {
    const channels = await openChannels('2026-11-20 08:00');
    await channels.saveStock('2026-11-19');
    await gate(channels, '2026-11-20', 'waiting', true);
    await channels.sweepAt('2026-11-20 11:59');
    expect(channels.digests()).toEqual([]);
    await channels.sweepAt('2026-11-20 12:00');
    expect(channels.digests()).toMatchObject([
      {
        text: expect.stringMatching(/^Stock as of Thu 19 Nov 2026: the service has not been updated since\./),
      },
    ]);
    await channels.saveStock('2026-11-20');
    await channels.sweepAt('2026-11-20 12:30');
    expect(channels.digests()).toHaveLength(1);
  });

  test('a service that did not answer is not said to have nothing new', async () => {
    const channels = await openChannels('2026-11-20 08:00');
    await channels.saveStock('2026-11-19');
    await gate(channels, '2026-11-20', 'waiting', false);
    await channels.sweepAt('2026-11-20 12:00');
    expect(channels.digests()[0]?.text).toMatch(/^Stock as of Thu 19 Nov 2026: the service did not answer\./);
  });

  test('nothing was ever read: that is said', async () => {
    const channels = await openChannels('2026-11-20 08:00');
    await channels.sweepAt('2026-11-20 12:00');
    expect(channels.digests()).toMatchObject([{ text: expect.stringContaining('nothing was ever read') }]);
  });
});

describe('a day on which nothing changed', () => {
  test.each([
    ['2026-11-15', '2026-11-14', 'Sat 14 Nov 2026', 'a Sunday'],
    ['2026-05-17', '2026-05-16', 'Sat 16 May 2026', 'a holiday'],
    ['2026-11-16', '2026-11-14', 'Sat 14 Nov 2026', 'the day after a Sunday'],
  ])('%s says since when, which is no failure', async (day, before, words) => {
    const channels = await openChannels(`${day} 08:00`);
    await channels.saveStock(before);
    await gate(channels, day, 'empty', true);
    await channels.sweepAt(`${day} 12:00`);
    expect(channels.digests()).toMatchObject([
      { text: expect.stringContaining(`No product has changed since ${words}.`) },
    ]);
    expect(channels.recording.errors()).toEqual([]);
  });

  test('the day after a closed day says so too at the deadline, while the service is still asked', async () => {
    const channels = await openChannels('2026-11-16 08:00');
    await channels.saveStock('2026-11-14');
    await gate(channels, '2026-11-16', 'waiting', true, '12:05');
    await channels.sweepAt('2026-11-16 12:00');
    expect(channels.digests()).toMatchObject([{ text: expect.stringContaining('No product has changed') }]);
  });

  test('a weekday after an open day is not one: the service was not updated', async () => {
    const channels = await openChannels('2026-11-20 08:00');
    await channels.saveStock('2026-11-19');
    await gate(channels, '2026-11-20', 'empty', true);
    await channels.sweepAt('2026-11-20 12:00');
    expect(channels.digests()[0]?.text).toContain('has not been updated since');
  });
});

describe('on a day on which all stores are closed', () => {
  const SUNDAY = '2026-11-15';

  async function sunday(before = '2026-11-14') {
    const channels = await openChannels(`${SUNDAY} 08:00`);
    await channels.saveStock(before);
    return channels;
  }

  test.each([
    [SUNDAY, '2026-11-14', 'Sat 14 Nov 2026'],
    ['2026-12-25', '2026-12-24', 'Thu 24 Dec 2026'],
    ['2026-05-14', '2026-05-13', 'Wed 13 May 2026'],
  ])('stock is waited for no longer than half an hour: %s', async (day, before, words) => {
    const channels = await openChannels(`${day} 08:00`);
    await channels.saveStock(before);
    await gate(channels, day, 'waiting', true, '09:05');
    await channels.sweepEveryMinute(`${day} 08:30`, `${day} 08:59`);
    expect(channels.digests()).toEqual([]);
    await channels.sweepAt(`${day} 09:00`);
    expect(channels.digests()).toMatchObject([
      { text: expect.stringContaining(`No product has changed since ${words}.`) },
    ]);
    // The gate settles the day at noon; what comes before that makes no second digest.
    await channels.saveStock(day);
    await channels.sweepEveryMinute(`${day} 09:01`, `${day} 12:01`);
    expect(channels.digests()).toHaveLength(1);
  });

  test('an answer from before a downtime, or none, ends no wait', async () => {
    const channels = await sunday();
    await gate(channels, SUNDAY, 'waiting', true, '08:41');
    await channels.sweepAt(`${SUNDAY} 10:00`);
    await gate(channels, SUNDAY, 'waiting', false, '10:10');
    await channels.sweepAt(`${SUNDAY} 10:01`);
    expect(channels.digests()).toEqual([]);
    await gate(channels, SUNDAY, 'waiting', true, '10:10');
    await channels.sweepAt(`${SUNDAY} 10:02`);
    expect(channels.digests()).toHaveLength(1);
  });

  test('nor where the service has had stock of such days', async () => {
    const channels = await sunday('2026-11-08');
    await channels.saveStock('2026-11-14');
    await gate(channels, SUNDAY, 'waiting', true, '11:59');
    await channels.sweepAt(`${SUNDAY} 11:58`);
    expect(channels.digests()).toEqual([]);
    await gate(channels, SUNDAY, 'empty', true);
    await channels.sweepAt(`${SUNDAY} 12:00`);
    expect(channels.digests()).toHaveLength(1);
  });

  test('the day after is waited for until the deadline: deliveries have begun again', async () => {
    const channels = await openChannels('2026-11-16 08:00');
    await channels.saveStock('2026-11-14');
    await gate(channels, '2026-11-16', 'waiting', true, '11:59');
    await channels.sweepAt('2026-11-16 11:58');
    expect(channels.digests()).toEqual([]);
  });
});

describe('a digest before 08:30', () => {
  test('shows the stock of yesterday, on time, also when it comes later', async () => {
    for (const time of ['07:00', '07:10']) {
      const channels = await openChannels('2026-11-19 09:00', { digestTime: '07:00' });
      await channels.change({ counts_from: Date.parse('2026-11-20T00:00:00Z') });
      await channels.saveStock('2026-11-19');
      await channels.sweepAt(`2026-11-20 ${time}`);
      expect(channels.digests()).toMatchObject([
        { text: expect.stringMatching(/^Stock digest · Thu 19 Nov 2026/) },
      ]);
    }
  });

  test('does not wait for that of today when it is swept after 08:30', async () => {
    const channels = await openChannels('2026-11-19 09:00', { digestTime: '07:00' });
    await channels.change({ counts_from: Date.parse('2026-11-20T00:00:00Z') });
    await channels.saveStock('2026-11-19');
    await channels.sweepAt('2026-11-20 08:40');
    expect(channels.digests()).toMatchObject([{ text: expect.stringContaining('Thu 19 Nov 2026') }]);
  });

  test('on a Monday shows the stock of Saturday at once: on Sunday none came', async () => {
    const channels = await openChannels('2026-11-16 06:00', { digestTime: '07:00' });
    await channels.saveStock('2026-11-14');
    await gate(channels, '2026-11-15', 'empty', true);
    await channels.sweepAt('2026-11-16 07:00');
    expect(channels.digests()).toMatchObject([
      { text: expect.stringContaining('No product has changed since Sat 14 Nov 2026.') },
    ]);
  });

  test('takes newer stock when that of its time was never there to be read', async () => {
    const channels = await openChannels('2026-11-20 06:00', { digestTime: '07:00' });
    await channels.saveStock('2026-11-20');
    await channels.sweepAt('2026-11-20 09:00');
    expect(channels.digests()[0]?.text).toContain('Fri 20 Nov 2026');
  });
});
