/**
 * Builds dist/, the package that n8n loads: the client as one bundle, each node and credential as one readable
 * CommonJS file, and their icons, codex files and output schemas beside them.
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleClient } from './build/client.mjs';
import { bannedGlobalsIn } from './build/globals.mjs';
import { clientModulesOf, compileModule, fromBundle } from './build/modules.mjs';
import { outputSchemaOf } from './build/schemas.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const clientFile = join(dist, 'client', 'index.js');

rmSync(dist, { recursive: true, force: true });
await bundleClient(root, compileModules(), clientFile);
copyAssets();
writeOutputSchemas();
refuseBannedGlobals();
const classes = loadClasses();
process.stdout.write(`Built dist/: the client, ${classes.join(', ')}.\n`);

/** @returns the modules of the client that they ask for */
function compileModules() {
  return globSync('{nodes,credentials}/**/*.ts', { cwd: root }).flatMap((source) => {
    const target = join(dist, source.replace(/\.ts$/, '.js'));
    const compiled = compileModule(readFileSync(join(root, source), 'utf8'), source);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, fromBundle(compiled, target, clientFile));
    return clientModulesOf(compiled);
  });
}

function copyAssets() {
  for (const asset of globSync('{nodes,credentials}/**/*.{svg,png,node.json}', { cwd: root })) {
    const target = join(dist, asset);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(root, asset), target);
  }
}

/** Where n8n looks for the fields of a node that has not run yet: beside the node, by its version. */
function writeOutputSchemas() {
  for (const node of globSync('nodes/*/*.node.js', { cwd: dist })) {
    const folder = dirname(node);
    const target = join(dist, folder, '__schema__', 'v1.0.0.json');
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `${JSON.stringify(outputSchemaOf(basename(folder)), null, 2)}\n`);
  }
}

function refuseBannedGlobals() {
  const files = globSync('**/*.js', { cwd: dist }).map((file) => join(dist, file));
  const found = bannedGlobalsIn(files);
  if (found.length === 0) return;
  const places = found.map(({ file, line, name }) => `  ${relative(root, file)}:${line} uses ${name}`);
  throw new Error(`n8n refuses a package that uses these globals:\n${places.join('\n')}`);
}

/** n8n finds a class by the name of its file. */
function loadClasses() {
  const require = createRequire(join(root, 'package.json'));
  const { n8n } = require('./package.json');
  return [...n8n.nodes, ...n8n.credentials].map((file) => {
    const name = basename(file).split('.')[0];
    const loaded = require(join(root, file))[name];
    if (typeof loaded !== 'function')
      throw new Error(`${file} has no class ${name}. Name file and class alike.`);
    new loaded();
    return name;
  });
}
