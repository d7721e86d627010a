import { test } from 'vitest';
import { startTestBot } from '../../support/testBot.ts';
import { recordCommands } from './commands.ts';
import { recordCommand } from './commandTests.ts';
import { createRecorder } from './recorder.ts';

recordCommand('digest');

test('the hours, deadlines and pauses of a digest, one after the other', async () => {
  const recorder = createRecorder(await startTestBot());
  await recordCommands(recorder, 'digestTimes');
  await recorder.compare('digestTimes');
});
