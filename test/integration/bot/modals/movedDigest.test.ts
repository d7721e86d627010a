import { expect, test } from 'vitest';
import { DIGEST_FIELDS, DIGEST_MODAL } from '../../../../bot/modals/digest.ts';
import { saveSnapshot } from '../../../../bot/stock/snapshots.ts';
import { startConversationBench } from '../../../support/bot/conversationBench.ts';
import { stockRow } from '../../../support/bot/databases.ts';
import { stateOf } from '../../../support/bot/filledForm.ts';
import { CHANNEL_ID, submissionBody } from '../../../support/bot/payloadBodies.ts';
import { oslo } from '../../../support/bot/time.ts';
import { limitBreachesOf } from '../../../support/slack/limits.ts';

const OTHER = 'C0OTHER';

/** A channel with a digest whose form is opened, and sent in with other values. */
async function startMove(subscribed: string) {
  const conversation = await startConversationBench();
  const { bench, digests } = conversation;
  await bench.type('/digest', `subscribe ${subscribed}`);
  return {
    ...conversation,
    at: (time: string) => bench.clock.set(oslo(time)),
    sweep: () => digests.scheduler.sweep(),
    async save(values: { channel?: string; time?: string }) {
      await bench.type('/digest', '');
      const { view } = conversation.lastView();
      expect(limitBreachesOf(view, 'modal')).toEqual([]);
      const { channel, time } = DIGEST_FIELDS;
      const state = stateOf(view, {
        ...(values.channel === undefined ? {} : { [channel]: { selected_conversation: values.channel } }),
        ...(values.time === undefined ? {} : { [time]: { selected_time: values.time } }),
      });
      const before = bench.slack.views.length;
      await bench.send(submissionBody(DIGEST_MODAL, view.private_metadata ?? '', state));
      return JSON.stringify(bench.slack.views.slice(before).map((shown) => shown.view));
    },
    active: () =>
      bench.database
        .selectFrom('digest_subscription')
        .select(['channel_id', 'digest_time', 'weekdays', 'products', 'paused_until'])
        .where('active', '=', 1)
        .execute(),
    /** Channels of the digests that were posted. */
    posted: () =>
      bench.slack.posted.filter(({ text }) => /^Stock digest/.test(text)).map(({ channel }) => channel),
    told: () =>
      bench.slack.posted
        .filter(({ text }) => /moved|flyttet/.test(text))
        .map(({ channel, text }) => [channel, text]),
  };
}

test.each([
  [
    'at 10:00 weekdays all',
    [
      [CHANNEL_ID, `<@U0KARI> moved the stock digest from this channel to <#${OTHER}>.`],
      [OTHER, `<@U0KARI> moved the stock digest here from <#${CHANNEL_ID}>.`],
    ],
  ],
  [
    'kl 10:00 hverdager alle norsk',
    [
      [CHANNEL_ID, `<@U0KARI> flyttet lagerrapporten herfra til <#${OTHER}>.`],
      [OTHER, `<@U0KARI> flyttet lagerrapporten hit fra <#${CHANNEL_ID}>.`],
    ],
  ],
])(
  'a digest for which another channel is chosen moves there with its settings: %s',
  async (settings, told) => {
    const move = await startMove(settings);
    const shown = await move.save({ channel: OTHER });
    expect(shown).toContain(`The stock digest has moved from <#${CHANNEL_ID}> to <#${OTHER}>:`);
    expect(await move.active()).toMatchObject([
      { channel_id: OTHER, digest_time: '10:00', weekdays: '12345', products: '{"kind":"all"}' },
    ]);
    expect(move.told()).toEqual(told);
    move.at('2026-11-20 10:01');
    await move.sweep();
    await move.sweep();
    expect(move.bench.slack.posted.map(({ channel }) => channel)).toEqual([CHANNEL_ID, OTHER, OTHER]);
  },
);

test('what was posted today in the old channel does not come again in the new one', async () => {
  const move = await startMove('at 09:05');
  move.at('2026-11-20 09:06');
  await move.sweep();
  await move.save({ channel: OTHER, time: '10:00' });
  await move.save({ channel: OTHER });
  move.at('2026-11-20 09:30');
  await move.sweep();
  expect(move.posted()).toEqual([CHANNEL_ID]);
});

test('what was due and not posted comes in the new channel, once', async () => {
  const move = await startMove('at 09:05');
  move.at('2026-11-20 09:06');
  await move.save({ channel: OTHER });
  await move.sweep();
  await move.sweep();
  expect(move.posted()).toEqual([OTHER]);
});

test('what waits for its figures comes in the new channel at the new hour, once', async () => {
  const move = await startMove('at 09:05');
  move.at('2026-11-20 09:06');
  await move.sweep();
  move.at('2026-11-21 09:06');
  await move.sweep();
  expect(move.posted()).toEqual([CHANNEL_ID]);
  await move.save({ channel: OTHER, time: '08:00' });
  await saveSnapshot(move.bench.database, '2026-11-21', [stockRow('1101', 12)], 1);
  await move.sweep();
  await move.sweep();
  expect(move.posted()).toEqual([CHANNEL_ID, OTHER]);
});

test('a pause moves along', async () => {
  const move = await startMove('at 10:00');
  await move.bench.type('/digest', 'pause until monday');
  await move.save({ channel: OTHER });
  expect(await move.active()).toMatchObject([{ channel_id: OTHER, paused_until: '2026-11-23' }]);
});

test('another hour does not post what was posted today again, and moves what was not', async () => {
  const move = await startMove('at 09:05');
  await move.save({ time: '09:30' });
  move.at('2026-11-20 09:06');
  await move.sweep();
  expect(move.posted()).toEqual([]);
  move.at('2026-11-20 09:31');
  await move.sweep();
  await move.save({ time: '10:00' });
  move.at('2026-11-20 10:01');
  await move.sweep();
  expect(move.posted()).toEqual([CHANNEL_ID]);
});
