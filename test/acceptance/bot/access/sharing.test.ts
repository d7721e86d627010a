import { expect, test } from 'vitest';
import { PLACES } from '../../../../bot/demo/slack/cast.ts';
import { accessOf } from '../../../support/bot/accessOf.ts';
import { startTestBot } from '../../../support/testBot.ts';

const SHARE = 'Share in channel';

test('stores are shared by whoever may see neither stock nor sales, but not in a channel that others read by then', async () => {
  const bot = await startTestBot({
    settings: { access: accessOf({ ACCESS_VIEW_STOCK: 'nobody', ACCESS_VIEW_SALES: 'nobody' }) },
  });
  const per = bot.as('per', '#second');
  const answer = await per.type('/stores', '143');
  const { id } = PLACES['#second'];
  bot.slack.workspace.change(id, { shared: true });
  await bot.pass(10 * 60);
  expect((await per.click(answer, SHARE)).text).toContain('This channel is shared with another organisation');
  bot.slack.workspace.change(id, { shared: false });
  await bot.pass(10 * 60);
  const { seen } = await per.click(answer, SHARE);
  expect(seen).toMatchObject([
    { body: { response_type: 'in_channel', text: expect.stringContaining('Ålesund') } },
    { body: { text: 'Shared in the channel.' } },
  ]);
});

test('in a listed channel that another organisation reads one person is answered, and nothing is shared', async () => {
  const bot = await startTestBot({ settings: { access: accessOf({ ACCESS_CHANNELS: 'C0STOCK,C0SHARED' }) } });
  const answer = await bot.as('per', '#shared').type('/stock', '1101');
  expect(answer.text).toContain('units');
  expect(answer.text).not.toContain(SHARE);
  const elsewhere = await bot.as('per', '#stock').type('/stock', '1101');
  const { text } = await bot.as('per', '#shared').click(elsewhere, SHARE);
  expect(text).toContain('This channel is shared with another organisation');
  expect(text).not.toContain('units');
});

test('a direct message is no channel to share in', async () => {
  const bot = await startTestBot();
  const kari = bot.as('kari', 'direct');
  const { seen } = await kari.type('/stock', '1101');
  const inChannel = await bot.kari.type('/stock', '1101');
  expect(JSON.stringify(seen)).not.toContain(SHARE);
  expect((await kari.click(inChannel, SHARE)).text).toContain(
    'You can only share answers in channels that the app is in.',
  );
});
