/**
 * Builds dist/package/, the n8n package as npm delivers it. Its dist/ holds the client as one bundle, each node and
 * credential as one readable CommonJS file, and their icons, codex files and output schemas.
 */
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
import { bundledFiles, licensesOf } from './build/licenses.mjs';
import { publishedReadme } from './build/readme.mjs';
import { outputSchemaOf, outputSchemaPath } from './build/schemas.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const packageFolder = join(root, 'dist', 'package');
const dist = join(packageFolder, 'dist');
const clientFile = join(dist, 'client', 'index.js');

rmSync(packageFolder, { recursive: true, force: true });
/** What the nodes take of each module of the client. The entry comes first: it sets what the other modules find set. */
const clientModules = new Map([['retail-data-client/portable', new Set()]]);
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
const manifest = publishedManifest();
write(join(packageFolder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
write(join(packageFolder, 'README.md'), publishedReadme(root, 'nodes', manifest.repository.url));
for (const file of ['CHANGELOG.md', 'LICENSE']) copyFileSync(join(root, file), join(packageFolder, file));
process.stdout.write('Built dist/package/: the n8n package as npm delivers it.\n');

/** The root's manifest, in which these parts are the repository's own. */
function publishedManifest() {
  const ofRepository = ['private', 'workspaces', 'allowScripts', 'scripts', 'devDependencies'];
  const parts = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return Object.fromEntries(parts.filter(([name]) => !ofRepository.includes(name)));
}

/**
 * Bundles what the nodes use of the client into one readable CommonJS file, with the licences of what comes from
 * elsewhere beside it. luxon stays n8n's own.
 */
async function bundleClient() {
  const contents = [...clientModules]
    .map(([name, taken]) => `export { ${[...taken].join(', ')} } from '${name}';`)
    .join('\n');
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    stdin: { contents, resolveDir: root },
    outfile: clientFile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['luxon'],
    banner: {
      js: "'use strict';\n// The typed client of the retail data service, bundled from shared/. Licences: LICENSES.txt.",
    },
    charset: 'utf8',
    logLevel: 'warning',
  });
  const files = bundledFiles(metafile).map((file) => join(root, file));
  write(join(dirname(clientFile), 'LICENSES.txt'), licensesOf(root, files));
}

/** One module as CommonJS, with its comments, so that a reviewer recognizes the source. */
function compile(source, folder) {
  const text = readFileSync(join(root, source), 'utf8');
  noteImports(text);
  const { outputText, diagnostics } = ts.transpileModule(text, {
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
  return outputText.replaceAll(/"retail-data-client\/[^"]+"/g, `"${relative(folder, clientFile)}"`);
}

/** Only what the nodes use goes into the bundle: the client has parts for other hosts, with timers and fetch. */
function noteImports(text) {
  for (const [, isType, names, module] of text.matchAll(
    /^import (type )?\{([^}]*)\} from '(retail-data-client\/[^']+)'/gm,
  )) {
    const taken = clientModules.get(module) ?? new Set();
    const values = names.split(',').map((name) => name.trim().replace(/ as .*/, ''));
    if (isType !== undefined) continue;
    for (const name of values) if (name !== '' && !name.startsWith('type ')) taken.add(name);
    clientModules.set(module, taken);
  }
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
