import { test } from 'vitest';
import { type Actor, PLACES } from '../../support/slack/cast.ts';
import { eventPayload } from '../../support/slack/payloads.ts';
import { startTestBot } from '../../support/testBot.ts';
import { createClicks } from './commands.ts';
import { createRecorder } from './recorder.ts';

const READERS: readonly Actor[] = [
  { person: 'kari', place: '#stock' },
  { person: 'ola', place: '#stock' },
  { person: 'guest', place: '#stock' },
];

test('the digests of a morning, and what their buttons bring', async () => {
  const bot = await startTestBot({ from: 'evening', at: '2026-11-20 08:28' });
  const recorder = createRecorder(bot);
  await bot.moveTo('08:33');
  const posted = bot.slack.seen.slice();
  const clicks = createClicks(recorder);
  for (const [at, digest] of posted.entries()) {
    const title = `what came this morning, ${at + 1}`;
    recorder.note(title, [digest]);
    for (const actor of READERS) await clicks.clickAll(`${title}, ${actor.person}`, actor, [digest]);
  }
  await recorder.compare('digests');
});

test('what Slack tells of channels', async () => {
  const recorder = createRecorder(await startTestBot());
  for (const type of ['member_joined_channel', 'channel_unarchive', 'channel_unshared', 'group_unarchive']) {
    const event = { type, channel: PLACES['#stock'].id, user: 'U0BOT' };
    await recorder.record(type, (bot) => bot.send(eventPayload(event)));
  }
  await recorder.compare('events');
});
