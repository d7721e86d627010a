import { test } from 'vitest';
import type { Actor } from '../../../bot/demo/slack/cast.ts';
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
  for (const digest of ['weekly', 'monthly']) {
    await recorder.record(`/digest subscribe ${digest}`, (at) =>
      at.kari.type('/digest', `subscribe ${digest}`),
    );
    await recorder.record(`/digest preview ${digest}`, (at) => at.kari.type('/digest', `preview ${digest}`));
  }
  await recorder.record('/digest forhåndsvis ukesalg', (at) =>
    at.as('ola').type('/digest', 'forhåndsvis ukesalg'),
  );
  await recorder.compare('digests');
});
