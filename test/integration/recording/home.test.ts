import { test } from 'vitest';
import { startTestBot } from '../../support/testBot.ts';
import { recordPickers } from './forms.ts';
import { recordHome } from './home.ts';
import { createRecorder } from './recorder.ts';

test('App Home of every kind of person, and what its buttons bring', async () => {
  const recorder = createRecorder(await startTestBot(), { hasHome: true });
  await recordHome(recorder);
  await recorder.compare('home');
});

test('what selects offer while somebody types', async () => {
  const recorder = createRecorder(await startTestBot());
  await recordPickers(recorder);
  await recorder.compare('pickers');
});
