import { test } from 'vitest';
import { startTestBot } from '../../support/testBot.ts';
import { recordCommands } from './commands.ts';
import { recordForms } from './forms.ts';
import { createRecorder } from './recorder.ts';

/** The longest of them takes minutes on a machine that is busy. */
const LONGEST_MS = 300_000;

/** The recording of a command by its name without the slash: each in a file of its own, so that they run side by side. */
export function recordCommand(name: string): void {
  test(`everything that is typed behind /${name}, and what stands below the answers`, {
    timeout: LONGEST_MS,
  }, async () => {
    const recorder = createRecorder(await startTestBot());
    await recordCommands(recorder, name);
    await recorder.compare(name);
  });

  test(`the form of /${name}, filled in in every way`, async () => {
    const recorder = createRecorder(await startTestBot());
    await recordForms(recorder, `/${name}`);
    await recorder.compare(`${name}Form`);
  });
}
