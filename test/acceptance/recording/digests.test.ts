import type { Actor } from '../../../bot/demo/slack/cast.ts';
import { createClicks } from './commands.ts';
import { testRecording } from './recording.ts';

const READERS: readonly Actor[] = [
  { person: 'kari', place: '#stock' },
  { person: 'ola', place: '#stock' },
  { person: 'guest', place: '#stock' },
];

testRecording({
  name: 'digests',
  about: 'the digests of a morning, and what their buttons bring',
  bot: { from: 'evening', at: '2026-11-20 08:28' },
  record: async (recorder, bot) => {
    await bot.moveTo('08:33');
    const posted = bot.slack.seen.slice();
    const clicks = createClicks(recorder);
    for (const [at, digest] of posted.entries()) {
      const title = `what came this morning, ${at + 1}`;
      recorder.note(title, [digest]);
      for (const actor of READERS) await clicks.clickAll(`${title}, ${actor.person}`, actor, [digest]);
    }
    for (const digest of ['weekly', 'monthly']) {
      for (const verb of ['subscribe', 'preview'])
        await recorder.record(`/digest ${verb} ${digest}`, ({ kari }) =>
          kari.type('/digest', `${verb} ${digest}`),
        );
    }
    await recorder.record('[ola] /digest forhåndsvis ukesalg', ({ ola }) =>
      ola.type('/digest', 'forhåndsvis ukesalg'),
    );
  },
});
