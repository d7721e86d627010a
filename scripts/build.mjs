/**
 * Builds dist/, the package that n8n loads: the client as one bundle, each node and credential as one readable
 * CommonJS file, and their icons, codex files and output schemas with them.
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
import { outputSchemaOf, outputSchemaPath } from './build/schemas.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const clientFile = join(dist, 'client', 'index.js');

rmSync(dist, { recursive: true, force: true });
// The entry for n8n comes first: it sets what the other modules find set.
const clientModules = new Set(['retail-data-client/portable']);
for (const source of globSync('{nodes,credentials}/**/*.ts', { cwd: root })) {
  const target = join(dist, source.replace(/\.ts$/, '.js'));
  write(target, compile(source, dirname(target)));
}
await bundleClient();
for (const asset of globSync('{nodes,credentials}/**/*.{svg,png,node.json}', { cwd: root }))
  cpSync(join(root, asset), join(dist, asset));
for (const node of globSync('nodes/*/*.node.js', { cwd: dist })) {
  const folder = dirname(node);
  const schema = JSON.stringify(outputSchemaOf(basename(folder)), null, 2);
  write(join(dist, folder, outputSchemaPath(basename(folder))), `${schema}\n`);
}
process.stdout.write('Built dist/: the package that n8n loads.\n');

/** Bundles what the nodes use of the client, zod included, into one readable CommonJS file. luxon stays n8n's own. */
async function bundleClient() {
  const contents = [...clientModules].map((name) => `export * from '${name}';`).join('\n');
  await build({
    stdin: { contents, resolveDir: root },
    outfile: clientFile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['luxon'],
    // zod keeps its settings on the global object. n8n refuses `globalThis`, so the module keeps them.
    define: { globalThis: 'clientScope' },
    banner: {
      js: "'use strict';\n// The typed client of the retail data service, bundled from shared/ with zod (MIT licence).\nconst clientScope = {};",
    },
    charset: 'utf8',
    logLevel: 'warning',
  });
}

/** One module as CommonJS, with its comments, so that a reviewer recognizes the source. */
function compile(source, folder) {
  const { outputText, diagnostics } = ts.transpileModule(readFileSync(join(root, source), 'utf8'), {
    fileName: source,
    reportDiagnostics: true,
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
      rewriteRelativeImportExtensions: true,
    },
  });
  for (const { messageText } of diagnostics)
    throw new Error(`${source}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  return outputText.replaceAll(/"(retail-data-client\/[^"]+)"/g, (_, name) => {
    clientModules.add(name);
    return `"${relative(folder, clientFile)}"`;
  });
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
