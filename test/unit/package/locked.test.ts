import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { installLocked } from '../../../tools/locked.ts';

test('what comes after the packages can fail, and the next run installs no package again', () => {
  const { manifests, cache } = folders();
  const install = vi.fn((folder: string) => writeFileSync(join(folder, 'package-of-2-gb'), ''));
  const failing = { install, finish: () => fail('no compiler') };

  expect(() => installLocked('n8n', manifests, failing)).toThrow('no compiler');
  expect(() => installLocked('n8n', manifests, failing)).toThrow('no compiler');
  const finish = vi.fn();
  const folder = installLocked('n8n', manifests, { install, finish });

  expect(install).toHaveBeenCalledOnce();
  expect(finish).toHaveBeenCalledOnce();
  expect(existsSync(join(folder, 'package-of-2-gb'))).toBe(true);
  expect(readdirSync(cache)).toEqual([expect.stringMatching(/^n8n-[\w-]+$/)]);
  expect(installLocked('n8n', manifests, failing)).toBe(folder);
});

test('packages that are not all installed are not kept', () => {
  const { manifests, cache } = folders();
  expect(() => installLocked('n8n', manifests, { install: () => fail('no network') })).toThrow('no network');
  expect(readdirSync(cache)).toEqual([]);
});

function folders() {
  const folder = mkdtempSync(join(tmpdir(), 'locked-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const cache = join(folder, 'cache');
  mkdirSync(cache);
  vi.stubEnv('RETAIL_DATA_N8N_CACHE', cache);
  for (const file of ['package.json', 'package-lock.json']) writeFileSync(join(folder, file), '{}');
  return { manifests: pathToFileURL(`${folder}/`), cache };
}

function fail(why: string): never {
  throw new Error(why);
}
