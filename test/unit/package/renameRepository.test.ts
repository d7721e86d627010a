import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packageRoot } from '../../support/nodes/build.ts';

/** Where the repository or its author may stand. */
const COPIED = [
  'package.json',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'scripts',
  '.github',
  'nodes',
  'credentials',
];
const { repository, author } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
const CURRENT = repository.url.replace('git+https://github.com/', '').replace(/\.git$/, '');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'retail-data-rename-'));
  for (const name of [...COPIED, 'bot/README.md', 'shared/README.md'])
    cpSync(join(packageRoot, name), join(folder, name), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

test('sets repository and author everywhere, and can do it again', () => {
  const before = contents();
  expect(rename('someone/retail.nodes')).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(read('package.json'))).toMatchObject({
    homepage: 'https://github.com/someone/retail.nodes#readme',
    author: { name: 'someone', email: 'someone@users.noreply.github.com' },
    repository: { type: 'git', url: 'git+https://github.com/someone/retail.nodes.git' },
  });
  expect(read('LICENSE')).toMatch(/^Copyright \(c\) \d+ someone$/m);
  expect(read('credentials/RetailDataApi.credentials.ts')).toContain('/someone/retail.nodes#credentials');
  for (const [file, text] of contents())
    for (const old of [`github.com/${CURRENT}`, author.name, author.email])
      expect(text.includes(old), `${file} has ${old}`).toBe(false);

  expect(rename(CURRENT).status).toBe(0);
  const different = contents().filter(([, text], index) => text !== before[index]?.[1]);
  for (const [file] of different) expect(['LICENSE', 'package.json']).toContain(file);
});

test('refuses what is no repository, and changes nothing', () => {
  const before = contents();
  for (const wrong of ['', 'name', 'https://github.com/owner/name', 'owner/name.git', 'owner/name/more'])
    expect(rename(wrong), wrong).toMatchObject({ status: 1, stderr: expect.stringContaining(`"${wrong}"`) });
  expect(contents()).toEqual(before);
});

function rename(repository: string) {
  const script = join(folder, 'scripts/renameRepository.mjs');
  return spawnSync(process.execPath, [script, repository], { encoding: 'utf8' });
}

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

function contents(): [file: string, text: string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
    .map((file) => [file, read(file)]);
}
