import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { manualKind } from '../../../bot/digest/ledger.ts';
import { oslo } from '../support/service.ts';
import { DOUBLE_TEAM } from '../support/slackDouble.ts';
import { CHANNEL, openChannels } from './channels.ts';

const keysOf = (calls: readonly { metadata: unknown }[]) =>
  calls.map(({ metadata }) => JSON.stringify(metadata).match(/"key":"([^"]+)"/)?.[1]);

describe('a digest comes', () => {
  test('at its time and not before, from the stock of the day', async () => {
    const channels = await openChannels('2026-11-20 07:00');
    await channels.saveStock('2026-11-20');
    await channels.sweepAt('2026-11-20 08:29');
    expect(channels.slack.attempts).toEqual([]);
    await channels.sweepAt('2026-11-20 08:30');
    expect(channels.slack.posted).toHaveLength(1);
    const [post] = channels.slack.posted;
    expect(post?.channel).toBe(CHANNEL);
    expect(post?.text).toContain('Stock digest · Fri 20 Nov 2026: 12 units in stock of 2 products');
    expect(post?.metadata).toEqual({
      event_type: 'retail_data_digest',
      event_payload: { key: `${DOUBLE_TEAM}:${CHANNEL}:stock:2026-11-20` },
    });
    expect(await channels.states()).toEqual(['2026-11-20 sent']);
  });

  test('once, however often it is swept', async () => {
    const channels = await openChannels('2026-11-20 08:30');
    await channels.saveStock('2026-11-20');
    for (const time of ['08:30', '08:31', '08:31', '12:00', '23:59']) {
      await channels.sweepAt(`2026-11-20 ${time}`);
    }
    await Promise.all([1, 2, 3].map(() => channels.sweepAt('2026-11-20 23:59')));
    expect(channels.slack.attempts).toHaveLength(1);
  });

  test('once when several sweeps meet', async () => {
    const channels = await openChannels('2026-11-20 08:30');
    await channels.saveStock('2026-11-20');
    await Promise.all([1, 2, 3, 4].map(() => channels.sweepAt('2026-11-20 08:30')));
    expect(channels.slack.attempts).toHaveLength(1);
  });

  test('once when the process starts again', async () => {
    const channels = await openChannels('2026-11-20 08:30');
    await channels.saveStock('2026-11-20');
    await channels.sweepAt('2026-11-20 08:30');
    await channels.restart();
    await channels.sweepAt('2026-11-20 08:31');
    expect(channels.slack.attempts).toHaveLength(1);
  });

  test('once when the clock is set back and passes 08:30 twice', async () => {
    const channels = await openChannels('2026-11-20 08:30');
    await channels.saveStock('2026-11-20');
    for (const time of ['08:30', '08:31', '07:59', '08:29', '08:30', '08:31']) {
      await channels.sweepAt(`2026-11-20 ${time}`);
    }
    expect(channels.slack.attempts).toHaveLength(1);
  });

  test('late when the process was not there at its time', async () => {
    const channels = await openChannels('2026-11-20 15:00');
    await channels.saveStock('2026-11-20');
    await channels.sweepAt('2026-11-20 15:00');
    expect(channels.slack.posted).toHaveLength(1);
  });

  test('in every channel that is subscribed, once each', async () => {
    const channels = await openChannels('2026-11-20 08:30', { channels: ['C0ONE', 'C0TWO', 'C0ONE'] });
    await channels.saveStock('2026-11-20');
    await channels.sweepAt('2026-11-20 08:30');
    await channels.sweepAt('2026-11-20 08:31');
    expect(channels.slack.posted.map((post) => post.channel).toSorted()).toEqual(['C0ONE', 'C0TWO']);
  });

  test('in the other channels when one is refused', async () => {
    const channels = await openChannels('2026-11-20 08:30', { channels: ['C0ONE', 'C0TWO', 'C0THREE'] });
    await channels.saveStock('2026-11-20');
    channels.slack.next({ refuse: 'not_in_channel' }, 'acceptThenReset');
    await channels.sweepAt('2026-11-20 08:30');
    const states = (await channels.runs()).map((run) => run.state);
    expect(states.toSorted()).toEqual(['failed', 'sent', 'unknown']);
    expect(channels.slack.attempts).toHaveLength(3);
  });

  test('at the new time when DIGEST_TIME has changed', async () => {
    const options = { digestTime: '08:30' };
    const channels = await openChannels('2026-11-19 18:00', options);
    options.digestTime = '10:00';
    await channels.restart();
    await channels.saveStock('2026-11-20');
    await channels.sweepAt('2026-11-20 09:59');
    expect(channels.slack.attempts).toEqual([]);
    await channels.sweepAt('2026-11-20 10:00');
    expect(channels.slack.posted).toHaveLength(1);
  });

  test('no more in a channel that was unsubscribed, over a restart too', async () => {
    const channels = await openChannels('2026-11-20 08:00');
    await channels.saveStock('2026-11-20');
    await channels.database.updateTable('digest_subscription').set({ active: 0 }).execute();
    await channels.restart();
    await channels.sweepAt('2026-11-20 08:30');
    expect(channels.slack.attempts).toEqual([]);
  });
});

describe('which stock a digest is of', () => {
  test('it waits while the newest stock is that of yesterday, and comes as soon as today is there', async () => {
    const channels = await openChannels('2026-11-19 09:00');
    await channels.saveStock('2026-11-19');
    for (const time of ['08:30', '08:31', '11:59', '13:00']) await channels.sweepAt(`2026-11-20 ${time}`);
    expect(channels.slack.attempts).toEqual([]);
    expect((await channels.runs()).at(-1)).toMatchObject({ businessDate: '2026-11-20', state: 'due' });
    await channels.saveStock('2026-11-20');
    await channels.sweepAt('2026-11-20 13:01');
    expect(keysOf(channels.slack.posted)).toEqual([`${DOUBLE_TEAM}:${CHANNEL}:stock:2026-11-20`]);
  });

  test('before 08:30 it is that of yesterday, which is on time', async () => {
    const channels = await openChannels('2026-11-19 09:00', { digestTime: '07:00' });
    await channels.saveStock('2026-11-19');
    await channels.sweepAt('2026-11-20 06:59');
    await channels.sweepAt('2026-11-20 07:00');
    const [post] = channels.slack.posted.slice(-1);
    expect(post?.text).toContain('Thu 19 Nov 2026');
    expect(keysOf(channels.slack.posted).at(-1)).toBe(`${DOUBLE_TEAM}:${CHANNEL}:stock:2026-11-20`);
  });

  test('before 08:30 it is that of yesterday also when it comes late', async () => {
    const channels = await openChannels('2026-11-20 09:00', { digestTime: '07:00' });
    await channels.saveStock('2026-11-19');
    await channels.saveStock('2026-11-20');
    await channels.sweepAt('2026-11-20 09:00');
    expect(channels.slack.posted[0]?.text).toContain('Thu 19 Nov 2026');
  });

  test('a day whose stock never came is missed, with a line in the log, and does not come the day after', async () => {
    const channels = await openChannels('2026-11-15 08:30'); // a Sunday
    await channels.sweepAt('2026-11-15 08:30');
    await channels.sweepAt('2026-11-15 23:59');
    await channels.saveStock('2026-11-15');
    await channels.sweepAt('2026-11-16 00:00');
    expect(await channels.states()).toEqual(['2026-11-15 missed']);
    expect(channels.slack.attempts).toEqual([]);
    expect(channels.recording.lines().at(-1)).toMatchObject({ channel: CHANNEL, day: '2026-11-15' });
  });
});

describe('a digest by hand', () => {
  const byHand = () => ({
    teamId: DOUBLE_TEAM,
    channelId: CHANNEL,
    kind: manualKind(randomUUID()),
    businessDate: '2026-11-20',
  });

  test('takes the newest stock and leaves the daily one its place', async () => {
    const channels = await openChannels('2026-11-20 07:00');
    await channels.saveStock('2026-11-19');
    await channels.ledger.record(byHand(), oslo('2026-11-20 07:00'));
    await channels.ledger.record(byHand(), oslo('2026-11-20 07:00'));
    await channels.sweepAt('2026-11-20 07:00');
    expect(channels.slack.posted).toHaveLength(2);
    await channels.saveStock('2026-11-20');
    await channels.sweepAt('2026-11-20 08:30');
    expect(channels.slack.posted).toHaveLength(3);
    expect(keysOf(channels.slack.posted).at(-1)).toBe(`${DOUBLE_TEAM}:${CHANNEL}:stock:2026-11-20`);
  });
});
