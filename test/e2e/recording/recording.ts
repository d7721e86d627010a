import { createClicks, recordCommands } from './commands.ts';
import { recordDigests, recordEvents } from './digests.ts';
import { recordForms } from './forms.ts';
import { createHand } from './hand.ts';
import { recordHome } from './home.ts';
import { createRecorder } from './recorder.ts';
import { openWorld } from './world.ts';

/** Does everything there is to do with the bot; gives the text of each file of the recording by its name. */
export async function makeRecording(): Promise<ReadonlyMap<string, string>> {
  const world = await openWorld(async ({ slack, signing }) => {
    await createHand(signing, slack.answerUrl).type(
      { person: 'kari', place: '#stock' },
      '/digest',
      'subscribe sales',
    );
  });
  try {
    const recorder = createRecorder(world);
    const clicks = createClicks(recorder);
    await recordDigests(recorder, clicks, world);
    await recordCommands(recorder, clicks);
    await recordForms(
      recorder,
      clicks,
      world.products.map(({ id }) => id),
    );
    await recordHome(recorder, clicks, world);
    await recordEvents(recorder);
    return new Map([...recorder.files()].map(([topic, text]) => [`${topic}.txt`, text]));
  } finally {
    await world.close();
  }
}
