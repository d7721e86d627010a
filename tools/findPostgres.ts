import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The setting that names a server for the tests; its person must be allowed to make databases. */
export const SERVER_SETTING = 'TEST_POSTGRES_URL';

/** The server that is named, else the folder of the newest PostgreSQL programs that are installed here. */
export function findPostgres(): { readonly url: string } | { readonly programs: string } | undefined {
  const url = process.env[SERVER_SETTING];
  if (url !== undefined && url !== '') return { url };
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const folders = readdirSync(root).toSorted((one, other) => Number(other) - Number(one));
  const programs = folders
    .map((version) => join(root, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));
  return programs === undefined ? undefined : { programs };
}
