import { expect, test } from 'vitest';
import { differences } from './differences.ts';
import { readRecorded } from './recorded.ts';
import { makeRecording } from './recording.ts';

const LONGEST_MS = 10 * 60_000;

test('the bot answers everything as it was recorded', { timeout: LONGEST_MS }, async () => {
  expect(differences(readRecorded(), await makeRecording())).toBe('');
});
