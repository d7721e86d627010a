import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cleanEnvironment, projectFolder, run } from './strangersMachine.ts';

const PATIENCE_MS = 180_000;

/** Starts a program of the bot in a folder where `.env` was made, and gives its exit code and what it said. */
async function startWhere(make: (file: string) => void, settings: NodeJS.ProcessEnv = {}, program = 'start') {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  make(join(folder, '.env'));
  const start = run(process.execPath, [join(projectFolder, 'bot', `${program}.ts`)], {
    cwd: folder,
    env: { ...cleanEnvironment(process.env.PATH ?? ''), ...settings },
  });
  return { code: await start.exit(PATIENCE_MS), sentences: start.output().trim().split('\n') };
}
const containing = (content: string | Uint8Array) => (file: string) => writeFileSync(file, content);

test('settings in .env make a production start, and what is missing is an error', async () => {
  const { code, sentences } = await startWhere(containing('# Ours\nSLACK_BOT_TOKEN=xoxb-1-secret\n'));
  expect(code).toBe(78);
  expect(sentences).toEqual([
    'SLACK_BOT_TOKEN is set, so this is a production start. Unset it to see the demo.',
    expect.stringMatching(/^RETAIL_DATA_BASE_URL is not set\. /),
    expect.stringMatching(/^RETAIL_DATA_SUBSCRIPTION_KEY is not set\. /),
    expect.stringMatching(/^Neither SLACK_APP_TOKEN nor SLACK_SIGNING_SECRET is set\. /),
  ]);
});

test('the environment wins over .env', async () => {
  const file = containing('DIGEST_TIME=24:10\nLOG_LEVEL=loud\n');
  const { code, sentences } = await startWhere(file, { DIGEST_TIME: '24:20' }, 'main');
  expect(code).toBe(78);
  expect(
    sentences.filter((sentence) => !sentence.includes('not set') && !sentence.includes('Neither')),
  ).toEqual([
    expect.stringMatching(/^DIGEST_TIME is "24:20", /),
    expect.stringMatching(/^LOG_LEVEL is "loud", /),
  ]);
});

test.each([
  ['a folder', (file: string) => mkdirSync(file), 'cannot be read (EISDIR): make it'],
  [
    'a link to nowhere',
    (file: string) => symlinkSync('/nowhere/settings', file),
    'cannot be read (ENOENT): ',
  ],
  ['UTF-16', containing(Buffer.from('\uFEFFSLACK_BOT_TOKEN=xoxb-secret', 'utf16le')), 'cannot be read (ERR_'],
  ['another format', containing('PORT=80\nSLACK_BOT_TOKEN: xoxb-secret\n'), 'sets nothing in line 2: write '],
])('%s as .env is one sentence, and never the demo', async (_, make, told) => {
  for (const program of ['start', 'main', 'cli/moveToPostgres', 'cli/backup', 'cli/check']) {
    const { code, sentences } = await startWhere(make, {}, program);
    expect(code).toBe(78);
    expect(sentences).toEqual([expect.stringContaining(`.env in the working folder ${told}`)]);
    expect(sentences.join()).not.toContain('secret');
  }
});
