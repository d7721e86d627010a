import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { build } from 'esbuild';
import type { SalesDay } from 'retail-data-client/operations/dailySales';

/** What the generated module offers. */
export interface GeneratedClient {
  readDays(baseUrl: string, query: { productId?: number }): Promise<SalesDay[]>;
}

/** The names in the folder. */
export const CONTENDER_FILE = 'contender.js';
export const GENERATED_FILE = 'generatedClient.js';

const ENTRY = `
import { getDailySales } from './sdk.gen';
export async function readDays(baseUrl, query) {
  return (await getDailySales({ baseUrl, query, throwOnError: true })).data;
}
`;

/** Some packages are CommonJS and ask for Node's own modules that way. */
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/**
 * Makes the JavaScript that the contenders run: to strip the types, Node would take 40 MB in each of them. One of them
 * is a client that is generated from the OpenAPI file, anew each time, so that it is what the tool makes today. Needs no
 * network.
 */
export async function compile(folder: string): Promise<void> {
  const shared = {
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'error',
  } as const;
  await build({
    ...shared,
    entryPoints: [inThisFolder('contender.ts')],
    banner: { js: REQUIRE },
  });
  await createClient({
    input: inThisFolder('../shared/openapi.json'),
    output: { path: join(folder, 'generated') },
    logs: { level: 'silent', file: false },
    plugins: ['@hey-api/client-fetch', 'zod', { name: '@hey-api/sdk', validator: true }],
  });
  const entry = join(folder, 'generated', GENERATED_FILE);
  await writeFile(entry, ENTRY);
  // The zod that this project uses, whichever one lies nearest to the test folder.
  const ofClient = createRequire(import.meta.resolve('retail-data-client'));
  await build({
    ...shared,
    entryPoints: [entry],
    alias: { zod: dirname(ofClient.resolve('zod/package.json')) },
  });
}

function inThisFolder(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
