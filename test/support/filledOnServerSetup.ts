import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { moveToPostgres } from '../../bot/database/moveToPostgres.ts';
import { createOnServer, type PostgresServer } from './bot/postgresServers.ts';
import { installDatabaseClock, standingAt } from './faults/databaseClock.ts';
import { type FilledMoment, readFilled } from './filled.ts';
import { NOBODY } from './postgresSetup.ts';

/** Moves what stands ready as SQLite files onto the server, once for all test files; each test takes a copy. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { postgresServer, filled } = project.getProvidedContext();
  if (postgresServer === undefined || postgresServer === NOBODY) {
    project.provide('filledOnServer', { evening: 'none', morning: 'none' });
    return undefined;
  }
  const evening = await move('evening', filled, postgresServer);
  const morning = await move('morning', filled, postgresServer);
  project.provide('filledOnServer', { evening: nameOf(evening), morning: nameOf(morning) });
  return async () => {
    await evening.stop();
    await morning.stop();
  };
}

async function move(moment: FilledMoment, filled: string, server: string): Promise<PostgresServer> {
  const { database, now } = readFilled(filled, moment);
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-moved-'));
  // A file that was moved is marked.
  const file = join(folder, 'bot.sqlite');
  copyFileSync(database, file);
  const target = await createOnServer(server);
  await moveToPostgres(file, target.url, new Date(now));
  await installDatabaseClock(target.url, standingAt(now));
  rmSync(folder, { recursive: true });
  return target;
}

function nameOf({ url }: PostgresServer): string {
  return new URL(url).pathname.slice(1);
}
