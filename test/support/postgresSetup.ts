import type { TestProject } from 'vitest/node';
import { startPostgres } from './bot/postgresServers.ts';
import { findPostgres } from './findPostgres.ts';

/** One server for all test files: the one that is named, else one of the programs that are installed here. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const found = findPostgres();
  if (found === undefined) return async () => {};
  const server =
    'url' in found ? { url: found.url, stop: async () => {} } : await startPostgres(found.programs);
  provide('postgresServer', server.url);
  return () => server.stop();
}
