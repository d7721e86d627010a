import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../../../shared/sandbox/main.ts', import.meta.url));

function start(...flags: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [MAIN, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

async function greetingOf(child: ChildProcess): Promise<string> {
  let greeting = '';
  for await (const chunk of child.stdout ?? []) {
    greeting += chunk;
    if (greeting.includes('Ctrl+C')) return greeting;
  }
  throw new Error(`The sandbox ended early, after printing: ${greeting}`);
}

test('starts alone, answers as its own curl commands ask, and ends cleanly on SIGINT', async () => {
  const child = start('--port', '0', '--stores', '7', '--subscription-key', '007');
  const greeting = await greetingOf(child);
  const url = /base URL +(\S+)/.exec(greeting)?.[1];
  const key = /subscription key +(\S+)/.exec(greeting)?.[1];
  expect(key).toBe('007');
  const commands = [...greeting.matchAll(/curl -H 'Ocp-Apim-Subscription-Key: ([^']+)' '([^']+)'/g)];
  expect(commands).toHaveLength(3);
  for (const [, commandKey = '', address = ''] of commands) {
    expect(commandKey).toBe(key);
    const response = await fetch(address, { headers: { 'Ocp-Apim-Subscription-Key': commandKey } });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  }
  const stores = await fetch(`${url}/stores/v0/details`, {
    headers: { 'Ocp-Apim-Subscription-Key': key ?? '' },
  });
  expect(await stores.json()).toHaveLength(7);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each([
  [['--bogus'], "Unknown option '--bogus'"],
  [['--stores', 'many'], "stores is 'many'. Give a whole number from 1 to 10000."],
  [['--max-results-cap', '0'], "maxResultsCap is '0'. Give a whole number from 1"],
])('%j ends with one line that names the flag, and exit code 1', async (flags, sentence) => {
  const child = start(...flags);
  const [complaint, [code]] = await Promise.all([
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'exit'),
  ]);
  expect(code).toBe(1);
  expect(complaint.trimEnd().split('\n')).toHaveLength(1);
  expect(complaint).toContain(sentence);
});
