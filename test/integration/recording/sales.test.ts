import { test } from 'vitest';
import { startTestBot } from '../../support/testBot.ts';
import { recordCommands } from './commands.ts';
import { recordForms } from './forms.ts';
import { createRecorder } from './recorder.ts';

test('everything that is typed behind /sales, and what stands below the answers', {
  timeout: 300_000,
}, async () => {
  const recorder = createRecorder(await startTestBot());
  await recordCommands(recorder, 'sales');
  await recorder.compare('sales');
});

test('the form of /sales, filled in in every way', async () => {
  const recorder = createRecorder(await startTestBot());
  await recordForms(recorder, '/sales');
  await recorder.compare('salesForm');
});
