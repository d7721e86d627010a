import { globSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './bot/postgresServers.ts';
import { findPostgres, SERVER_SETTING, SERVER_TESTS } from './findPostgres.ts';

/** One server for all test files: the one that is named, else one of the programs that are installed here. */
export default async function setup({ config, provide }: TestProject): Promise<() => Promise<void>> {
  const found = findPostgres();
  if (found === undefined) {
    const files = globSync(SERVER_TESTS, { cwd: config.root }).toSorted();
    process.stdout.write(
      `There is no PostgreSQL server: install one (Debian: apt-get install postgresql) or name one in ${SERVER_SETTING}. PGlite stands in where it can; not run on a server:\n${files.map((file) => `  ${file}\n`).join('')}`,
    );
    return async () => {};
  }
  const server =
    'url' in found ? { url: found.url, stop: async () => {} } : await startPostgres(found.programs);
  provide('postgresServer', server.url);
  return () => server.stop();
}
