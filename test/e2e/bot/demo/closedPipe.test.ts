import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../../../bot/demo/main.ts', import.meta.url));

test('a demo whose reader has gone, as with "| head", ends and leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-pipe-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const child = spawn(process.execPath, [MAIN, '--port', '0'], {
    env: { PATH: process.env.PATH, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout.destroy();
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});
