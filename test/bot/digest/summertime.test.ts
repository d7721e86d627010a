import { describe, expect, test } from 'vitest';
import { sweepDigests } from '../../../bot/digest/sweeper.ts';
import { openChannels } from './channels.ts';

const MINUTE = 60_000;

describe.each([
  ['2026-03-28', '2026-03-29', '2026-03-29T06:30:00.000Z', 'the clock goes forward'],
  ['2026-10-24', '2026-10-25', '2026-10-25T07:30:00.000Z', 'the clock goes back'],
  ['2026-11-19', '2026-11-20', '2026-11-20T07:30:00.000Z', 'the clock is left alone'],
])('in the night from %s to %s', (before, day, instant, what) => {
  test(`in which ${what}, one digest comes, at 08:30 on the wall`, async () => {
    const channels = await openChannels(`${before} 09:00`, { file: ':memory:' });
    await channels.saveStock(before);
    await channels.saveStock(day);
    await channels.sweepAt(`${before} 20:00`);
    const earlier = channels.slack.attempts.length;
    const posted: string[] = [];
    const end = Date.parse(instant) + 6 * 60 * MINUTE;
    for (let now = channels.clock.now() + MINUTE; now <= end; now += MINUTE) {
      channels.clock.set(now);
      await sweepDigests(channels);
      if (channels.slack.attempts.length > earlier + posted.length) posted.push(new Date(now).toISOString());
    }
    expect(posted).toEqual([instant]);
    expect(channels.slack.attempts).toHaveLength(earlier + 1);
  });
});

test('a time that the change of the clock leaves out comes with the clock', async () => {
  const channels = await openChannels('2026-03-29 00:00', { file: ':memory:', digestTime: '02:30' });
  await channels.saveStock('2026-03-28');
  const posted: string[] = [];
  for (
    let now = Date.parse('2026-03-28T23:00:00Z');
    now < Date.parse('2026-03-29T05:00:00Z');
    now += MINUTE
  ) {
    channels.clock.set(now);
    await sweepDigests(channels);
    if (channels.slack.attempts.length > posted.length) posted.push(new Date(now).toISOString());
  }
  expect(posted).toEqual(['2026-03-29T01:30:00.000Z']); // 03:30 in summer time
});

test('a time that comes twice is taken once', async () => {
  const channels = await openChannels('2026-10-25 00:00', { file: ':memory:', digestTime: '02:30' });
  await channels.saveStock('2026-10-24');
  for (
    let now = Date.parse('2026-10-24T22:00:00Z');
    now < Date.parse('2026-10-25T05:00:00Z');
    now += MINUTE
  ) {
    channels.clock.set(now);
    await sweepDigests(channels);
  }
  expect(channels.slack.attempts).toHaveLength(1);
});
