import { build } from 'esbuild';

/** What zod keeps on the global object, kept in the module instead: n8n refuses `globalThis`. */
const CLIENT_SCOPE = 'const clientScope = {};';

/** Bundles those modules of the client, zod included, into one readable CommonJS file. luxon stays n8n's own. */
export async function bundleClient(root, modules, outfile) {
  // The entry for n8n first: it sets what the others find set.
  const names = new Set(['retail-data-client/portable', ...modules]);
  await build({
    stdin: { contents: [...names].map((name) => `export * from '${name}';`).join('\n'), resolveDir: root },
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
