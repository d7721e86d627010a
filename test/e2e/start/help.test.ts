import { expect, test } from 'vitest';
import { cleanEnvironment, linesWith, projectFolder, run } from './strangersMachine.ts';

const HELP_MS = 180_000;

test.each([
  'start',
  'sandbox',
  'sales',
  'check-service',
  'move-to-postgres',
  'backup',
  'restore',
  'check',
  'n8n',
  'bench',
  'screenshots',
])('npm run %s -- --help says what can be given, and does nothing else', async (script) => {
  const command = run('npm', ['run', '--silent', script, '--', '--help'], {
    cwd: projectFolder,
    env: cleanEnvironment(process.env.PATH ?? ''),
  });
  expect(await command.exit(HELP_MS)).toBe(0);
  const usage = script === 'start' ? 'npm start' : `npm run ${script}`;
  // Before it, npm may have had something to install.
  expect(command.output()).toMatch(new RegExp(`^${usage}\\b`, 'm'));
  expect(linesWith(command.output(), /unknown option|error/i)).toEqual([]);
});
