import { test } from 'vitest';
import { startTestBot } from '../../support/testBot.ts';
import { recordCommands } from './commands.ts';
import { recordForms } from './forms.ts';
import { createRecorder } from './recorder.ts';

test('everything that is typed behind /stock, and what stands below the answers', async () => {
  const recorder = createRecorder(await startTestBot());
  await recordCommands(recorder, 'stock');
  await recorder.compare('stock');
});

test('the form of /stock, filled in in every way', async () => {
  const recorder = createRecorder(await startTestBot());
  await recordForms(recorder, '/stock');
  await recorder.compare('stockForm');
});
