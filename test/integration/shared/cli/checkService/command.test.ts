import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  environmentOf,
  runCommand,
  startService,
} from '../../../../support/shared/cli/checkService/checking.ts';

const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';

test('prints a table of assumption, verdict and what was seen, and ends with 0 when nothing differs', async () => {
  const { code, stdout, stderr } = await runCommand(environmentOf(await startService()));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.split('\n');
  expect(lines[0]).toMatch(/^assumption +verdict +what was seen$/);
  expect(stdout).toMatch(/^toSalesDate includes the day itself +held +toSalesDate=2026-11-06: \d+ sales/m);
  expect(stdout).toContain('33 held, 0 differ, 1 unclear.');
  expect(stdout).toMatch(/Asked with [1-6] stock calls and \d+ others; nothing was changed\.\n$/);
});

test('ends with 1 when something differs, and says what it means', async () => {
  const { code, stdout } = await runCommand(environmentOf(await startService({ rangeEnd: 'exclusive' })));
  expect(code).toBe(1);
  expect(stdout).toMatch(/^toSalesDate includes the day itself +differs /m);
  expect(stdout).toContain('A read misses its last day without a word: ask up to the day after.');
});

test('without settings it says which are missing and how to try it, and ends with 2', async () => {
  const { code, stdout, stderr } = await runCommand({});
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.trimEnd().split('\n')).toEqual([
    'RETAIL_DATA_BASE_URL is not set, but it must be an address such as https://api.example.com.',
    expect.stringContaining('RETAIL_DATA_SUBSCRIPTION_KEY is not set'),
    'To try it without a key, start npm run sandbox and set the two it prints.',
  ]);
});

test('a flag is refused before anything is asked', async () => {
  const sandbox = await startService();
  const { code, stderr } = await runCommand(environmentOf(sandbox), ['--fast']);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: '"--fast" is not known; check-service has no flags but --help.\n',
  });
  expect(sandbox.requests).toHaveLength(0);
});

test('a service that is not there ends with 2 and one sentence', async () => {
  const { code, stdout, stderr } = await runCommand({
    RETAIL_DATA_BASE_URL: 'http://127.0.0.1:9',
    RETAIL_DATA_SUBSCRIPTION_KEY: KEY,
  });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(
    'The service could not be reached (unreachable: ECONNREFUSED). Check RETAIL_DATA_BASE_URL and the network.\n',
  );
});

test('a key that is refused ends with 2 after one call', async () => {
  const sandbox = await startService();
  const { code, stderr } = await runCommand({
    ...environmentOf(sandbox),
    RETAIL_DATA_SUBSCRIPTION_KEY: KEY,
  });
  expect(code).toBe(2);
  expect(stderr).toContain('rejected the subscription key (401)');
  expect(sandbox.requests).toHaveLength(1);
});

test.each([
  [{ kind: 'html', status: 200 }, 'answered with something that is no JSON array'],
  [{ kind: 'html', status: 404 }, 'answered with 404'],
] as const)('another service than the one meant ends with 2: %j', async (fault, what) => {
  const sandbox = await startService();
  sandbox.fail({ fault });
  const { code, stderr } = await runCommand(environmentOf(sandbox));
  expect(code).toBe(2);
  expect(stderr).toBe(
    `The service ${what}. Check RETAIL_DATA_BASE_URL: this does not look like the service; nothing else was asked.\n`,
  );
});

test('the key is never shown, even where the service repeats it, whole or at the edge of the column', async () => {
  const sandbox = await startService({ subscriptionKey: KEY });
  const body = `${'x'.repeat(80)}${KEY} and ${KEY}\u001b[31m\u202e`;
  sandbox.fail({ fault: { kind: 'status', status: 400, body }, operation: 'dailySales', times: 99 });
  const { stdout, stderr } = await runCommand(environmentOf(sandbox));
  expect(stdout).toContain('***');
  expect(stdout + stderr).not.toContain(KEY.slice(0, 8));
  // The service's own escape of a terminal, and its mark that turns a line around, may not come through.
  for (const character of ['\u001b', '\u202e']) expect(stdout).not.toContain(character);
});

test('stops when it is asked to', async () => {
  const stop = new AbortController();
  stop.abort();
  const { code, stderr } = await runCommand(environmentOf(await startService()), [], stop.signal);
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'Interrupted; nothing was changed.\n' });
});

test('runs as a programme', async () => {
  const sandbox = await startService();
  const main = fileURLToPath(new URL('../../../../../shared/cli/checkService/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...environmentOf(sandbox) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [stdout] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(stdout).toContain('assumptions: ');
  expect(stdout).not.toContain(sandbox.subscriptionKey);
});
