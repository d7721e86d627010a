import { test } from 'vitest';
import { startTestBot } from '../../support/testBot.ts';
import { recordCommands } from './commands.ts';
import { recordForms } from './forms.ts';
import { createRecorder } from './recorder.ts';

test('everything that is typed behind /digest, and what stands below the answers', async () => {
  const recorder = createRecorder(await startTestBot());
  await recordCommands(recorder, 'digest');
  await recorder.compare('digest');
});

test('the hours, deadlines and pauses of a digest, one after the other', async () => {
  const recorder = createRecorder(await startTestBot());
  await recordCommands(recorder, 'digestTimes');
  await recorder.compare('digestTimes');
});

test('the form of /digest, filled in in every way', async () => {
  const recorder = createRecorder(await startTestBot());
  await recordForms(recorder, '/digest');
  await recorder.compare('digestForm');
});
