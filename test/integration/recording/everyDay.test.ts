import { test } from 'vitest';
import { startTestBot } from '../../support/testBot.ts';
import { readCommands } from './commands.ts';
import { createRecorder } from './recorder.ts';

test('what people ask every day, as they type it', async () => {
  const recorder = createRecorder(await startTestBot());
  for (const { line, actor, command, text } of readCommands('everyDay'))
    await recorder.record(line, (bot) => bot.as(actor.person, actor.place).type(command, text));
  await recorder.compare('everyDay');
});
