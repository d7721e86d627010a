import { build } from 'esbuild';

/** What zod keeps on the global object, kept in the module instead: n8n refuses `globalThis`. */
const CLIENT_SCOPE = 'const clientScope = {};';

/** Bundles the client, zod included, into one readable CommonJS file. luxon stays n8n's own. */
export async function bundleClient(entry, outfile) {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['luxon'],
    define: { globalThis: 'clientScope' },
    banner: {
      js: `'use strict';\n// The typed client of the retail data service, bundled from shared/ with zod (MIT licence).\n${CLIENT_SCOPE}`,
    },
    charset: 'utf8',
    logLevel: 'warning',
  });
}
