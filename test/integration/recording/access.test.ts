import { test } from 'vitest';
import { startTestBot } from '../../support/testBot.ts';
import { recordCommands } from './commands.ts';
import { recordForms } from './forms.ts';
import { createRecorder } from './recorder.ts';

test('everything that is typed behind /access, and what stands below the answers', async () => {
  const recorder = createRecorder(await startTestBot());
  await recordCommands(recorder, 'access');
  await recorder.compare('access');
});

test('the form of /access, filled in in every way', async () => {
  const recorder = createRecorder(await startTestBot());
  await recordForms(recorder, '/access');
  await recorder.compare('accessForm');
});
