import type { TestProject } from 'vitest/node';
import { findPostgres, SERVER_SETTING } from '../../tools/findPostgres.ts';
import { startPostgres } from './bot/postgresServers.ts';

/** What the tests that need a server are counted with where there is none. */
export const NOBODY = 'postgres://127.0.0.1:9/none';

/** One server for all test files: the one that is named, else one of the programs that are installed here. */
export default async function setup({ name, provide }: TestProject): Promise<() => Promise<void>> {
  const found = findPostgres();
  if (found === undefined) {
    if (name === 'postgres') provide('postgresServer', NOBODY);
    else {
      process.stdout.write(
        `There is no PostgreSQL server: install one (Debian: apt-get install postgresql) or name one in ${SERVER_SETTING}. PGlite stands in where it can.\n`,
      );
    }
    return async () => {};
  }
  const server =
    'url' in found ? { url: found.url, stop: async () => {} } : await startPostgres(found.programs);
  provide('postgresServer', server.url);
  return () => server.stop();
}
