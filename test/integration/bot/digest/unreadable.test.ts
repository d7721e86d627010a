import { expect, test } from 'vitest';
import type { DigestSubscriptionTable } from '../../../../bot/database/tables/digest.ts';
import type { InvalidSubscription } from '../../../../bot/digest/subscription.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import type { SettingsChange } from '../../../../bot/parser/digestQuestion.ts';
import { MINE } from '../../../../bot/products/choice.ts';
import { runInWords, unreadableInWords } from '../../../../bot/views/digest/settings.ts';
import { CHANNEL, OWNER, openChannels } from '../../../support/bot/digest/channels.ts';
import { oslo } from '../../../support/bot/time.ts';
import { TEAM } from '../../../support/slack/cast.ts';

const BROKEN: readonly (readonly [string, Partial<DigestSubscriptionTable>, RegExp])[] = [
  ['time', { digest_time: '25:99' }, /time is “25:99”.*\/digest subscribe at 08:30/],
  ['set of days', { weekdays: '089' }, /days is “089”.*\/digest subscribe daily/],
  ['end of its pause', { paused_until: '2026-02-31' }, /pause is “2026-02-31”.*\/digest resume/],
  [
    'choice of products',
    { products: '{"kind":"season"}' },
    /choice of products is “{"kind":"season"}”.*\/digest subscribe mine/,
  ],
  ['half a choice of products', { products: '{"kind":"products"' }, /\/digest subscribe mine/],
];

test.each(BROKEN)(
  'a subscription with an unknown %s costs its own digest alone, and the log tells of it once',
  async (_, fields, told) => {
    const channels = await openChannels('2026-11-20 08:30', { channels: [CHANNEL, 'C0TWO'] });
    await channels.saveStock('2026-11-20');
    await channels.change({ owner: OWNER });
    await channels.change(fields);
    await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:33');
    // Another process, or this one after a restart.
    await channels.replica('second').sweep();
    expect(channels.digests('C0TWO')).toHaveLength(1);
    expect(channels.digests()).toEqual([]);
    expect(channels.told()).toEqual([]);
    // Once in each process.
    const complaints = channels.recording.errors();
    expect(complaints).toHaveLength(2);
    expect(complaints[0]).toMatch(/cannot be read.*the others get theirs/);
    const { invalid } = await channels.bot.subscriptions.of({ teamId: TEAM, channelId: CHANNEL });
    expect(invalid.map((each: InvalidSubscription) => unreadableInWords(each, languageFor('en').t))).toEqual([
      expect.stringMatching(told),
    ]);

    await channels.bot.subscriptions.subscribe(
      { teamId: TEAM, channelId: CHANNEL, kind: 'stock' },
      {
        change: {
          digestTime: '08:30',
          weekdays: '1234567',
          products: MINE,
        },
        owner: OWNER,
        seesSales: true,
        language: languageFor('en'),
        now: channels.clock.now(),
      },
    );
    await channels.change({ paused_until: null });
    await channels.saveStock('2026-11-21');
    await channels.sweepAt('2026-11-21 08:30');
    expect(channels.digests()).toHaveLength(1);
  },
);

test('what is said sets right what it is about, and what is still wrong is named', async () => {
  const channels = await openChannels('2026-11-20 08:30');
  await channels.change({ digest_time: '25:99', products: '{"kind":"season"}' });
  const subscribe = (change: SettingsChange) =>
    channels.bot.subscriptions.subscribe(
      { teamId: TEAM, channelId: CHANNEL, kind: 'stock' },
      {
        change,
        owner: OWNER,
        seesSales: true,
        language: languageFor('en'),
        now: channels.clock.now(),
      },
    );
  const first = await subscribe({ digestTime: '08:30' });
  expect(first).toMatchObject({ after: { invalid: { problem: { value: '{"kind":"season"}' } } } });
  expect(first.before).toBeUndefined();
  const second = await subscribe({ products: MINE });
  expect(second).toMatchObject({ after: { digest: { digestTime: '08:30', products: MINE } } });
  expect((await subscribe({ language: 'nb' })).before).toMatchObject({ products: MINE });
});

test('what is due already waits until its subscription can be read again', async () => {
  const channels = await openChannels('2026-11-20 08:30');
  await channels.sweepAt('2026-11-20 08:30');
  await channels.change({ digest_time: '25:99' });
  await channels.saveStock('2026-11-20');
  await channels.sweepAt('2026-11-20 08:31');
  expect(await channels.states()).toEqual(['2026-11-20 due']);
  await channels.change({ digest_time: null });
  await channels.sweepAt('2026-11-20 08:32');
  expect(channels.digests()).toHaveLength(1);
  expect(oslo('2026-11-20 08:32')).toBe(channels.clock.now());
});

test.each(['prices', 'manual:prices:1'])(
  'a digest of the kind %s is left to the newer version that made it',
  async (kind) => {
    const channels = await openChannels('2026-11-20 08:30');
    await channels.saveStock('2026-11-20');
    const dueAt = channels.clock.now();
    const key = { teamId: TEAM, channelId: CHANNEL, kind, businessDate: '2026-11-20' };
    await channels.bot.ledger.record(
      { ...key, dueAt, missed: undefined },
      { userId: OWNER, seesSales: true },
    );
    await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 09:45');
    const [run] = (await channels.runs()).filter((each) => each.kind === kind);
    expect(run).toMatchObject({ state: 'due', attempt: 0, reason: null });
    expect(channels.digests()).toHaveLength(1);
    expect(channels.told()).toEqual([]);
    if (run === undefined) throw new Error('no run');
    expect(runInWords(run, languageFor('en').t, 'Europe/Oslo')).toContain('Fri 20 Nov 2026, prices, ');
  },
);
