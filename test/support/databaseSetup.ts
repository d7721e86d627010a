import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../bot/database/connection.ts';

/** Made once for all test files; each takes a copy. */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-templates-'));
  const sqlite = join(folder, 'bot.sqlite');
  await (await openDatabase(sqlite)).destroy();
  provide('sqliteTemplate', sqlite);

  const pglite = await PGlite.create();
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  const tar = join(folder, 'pglite.tar');
  writeFileSync(tar, await dump.bytes());
  provide('pgliteTemplate', tar);
  return () => rmSync(folder, { recursive: true, force: true });
}
