import { test } from 'vitest';
import { startTestBot } from '../../support/testBot.ts';
import { recordCommands } from './commands.ts';
import { recordForms } from './forms.ts';
import { createRecorder } from './recorder.ts';

test('everything that is typed behind /stores, and what stands below the answers', async () => {
  const recorder = createRecorder(await startTestBot());
  await recordCommands(recorder, 'stores');
  await recorder.compare('stores');
});

test('the form of /stores, filled in in every way', async () => {
  const recorder = createRecorder(await startTestBot());
  await recordForms(recorder, '/stores');
  await recorder.compare('storesForm');
});
