import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../bot/database/connection.ts';

/** Made once for all test files; each takes a copy. */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-templates-'));
  const sqlite = join(folder, 'bot.sqlite');
  await (await openDatabase(sqlite)).destroy();
  provide('sqliteTemplate', sqlite);
  provide('n8nUserFolder', join(folder, 'n8n'));
  return () => rmSync(folder, { recursive: true, force: true });
}
