import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { MIGRATIONS, type Migrations } from '../../../bot/database/migrations.ts';
import { newDatabaseFile } from '../../support/bot/databases.ts';
import { cleanEnvironment, projectFolder, run } from '../start/strangersMachine.ts';

const PATIENCE_MS = 60_000;

async function backUp(migrations: Migrations) {
  const file = newDatabaseFile();
  await (await openDatabase(file, { migrations })).destroy();
  const command = run(process.execPath, [join(projectFolder, 'bot/backup.ts'), '--to', `${file}.copy`], {
    cwd: tmpdir(),
    env: { ...cleanEnvironment(process.env.PATH ?? ''), DATABASE_URL: file },
  });
  expect(await command.exit(PATIENCE_MS)).toBe(0);
  expect(command.output()).toMatch(/^Copied .* SQLite found nothing wrong with it\.\n$/);
  return file;
}

test('a backup leaves its time in the file, for the metric', async () => {
  const file = await backUp(MIGRATIONS);
  const database = new DatabaseSync(file);
  const note = database.prepare('select last_at from backup_state').get();
  database.close();
  const { mtimeMs } = statSync(`${file}.copy`);
  expect(Number(note?.last_at)).toBeGreaterThanOrEqual(Math.floor(mtimeMs));
});

test('a file of an earlier version, which has no place for it, is backed up too', async () => {
  await backUp(Object.fromEntries(Object.entries(MIGRATIONS).slice(0, 1)));
});
