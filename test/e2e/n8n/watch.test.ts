import { cpSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../../../tools/build.ts';
import { watchSources } from '../../../tools/n8n/watch.ts';

test('a source that changes is built, and the installed nodes are replaced', async () => {
  const installed = mkdtempSync(join(tmpdir(), 'retail-data-watched-'));
  onTestFinished(() => rmSync(installed, { recursive: true, force: true }));
  const node = join('nodes', 'Stores', 'RetailDataStores.node');
  cpSync(join(packageRoot, 'LICENSE'), join(installed, 'dist', `${node}.js`));
  const said: string[] = [];
  using _ = watchSources(installed, (text) => said.push(text));
  const now = new Date();
  utimesSync(join(packageRoot, `${node}.ts`), now, now);
  await expect.poll(() => said.length, { timeout: 240_000 }).toBeGreaterThan(0);
  expect(said).toEqual([expect.stringMatching(/^Built at \d\d:\d\d:\d\d; n8n has the new nodes\.$/)]);
  expect(readFileSync(join(installed, 'dist', `${node}.js`), 'utf8')).toContain('class RetailDataStores');
});
