import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { publint } from 'publint';
import { type Sandbox, startSandbox } from 'retail-data-client/sandbox';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runNpm } from '../../../tools/npm.ts';
import { linesWith, projectFolder, run } from '../start/strangersMachine.ts';

const INSTALL_MS = 300_000;
const RUN_MS = 180_000;
const COMPILE_MS = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'retail-data-client-'));
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ now: () => Date.parse('2026-11-20T11:00:00Z'), stores: 6, products: 10 });
  buildClient();
  const packed = runNpm(
    ['pack', '--json', `--pack-destination=${folder}`],
    join(projectFolder, 'shared', 'dist'),
  );
  const [{ filename }] = JSON.parse(packed);
  // Without the network: the dependencies are those of this checkout.
  const { dependencies } = JSON.parse(readFileSync(join(projectFolder, 'shared', 'package.json'), 'utf8'));
  const installed = Object.keys(dependencies).map((name) => [name, `file:${installedFolderOf(name)}`]);
  const manifest = { type: 'module', dependencies: Object.fromEntries(installed) };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const flags = ['--offline', '--install-links', '--ignore-scripts', '--no-audit', '--no-fund'];
  runNpm(['install', join(folder, filename), ...flags], folder);
}, INSTALL_MS);
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

function installedFolderOf(name: string): string {
  const own = join(projectFolder, 'shared', 'node_modules', name);
  return existsSync(own) ? own : join(projectFolder, 'node_modules', name);
}

function buildClient(): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(projectFolder, 'scripts', 'buildClient.mjs')],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
}

const installed = join(folder, 'node_modules', 'retail-data-client');

/** What the compiler says of files of the folder. */
function compile(parameters: readonly string[]): string {
  const types = ['--typeRoots', join(projectFolder, 'node_modules', '@types'), '--types', 'node'];
  const flags = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--ignoreConfig', ...types];
  const tsc = join(projectFolder, 'node_modules', '.bin', 'tsc');
  return spawnSync(tsc, [...parameters, ...flags], { cwd: folder, encoding: 'utf8' }).stdout;
}

/** The examples of the README in that language, in its order. */
function examples(language: string): string[] {
  const readme = readFileSync(join(folder, 'node_modules', 'retail-data-client', 'README.md'), 'utf8');
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code = '']) => code,
  );
}

async function runExample(name: string, code: string): Promise<string> {
  writeFileSync(join(folder, name), code);
  const { status, output } = await runHere(process.execPath, name);
  expect(linesWith(output, /Error/)).toEqual([]);
  expect(status, output).toBe(0);
  return output;
}

async function runHere(program: string, ...parameters: string[]) {
  const command = run(program, parameters, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      RETAIL_DATA_BASE_URL: sandbox.url,
      RETAIL_DATA_SUBSCRIPTION_KEY: sandbox.subscriptionKey,
    },
  });
  return { status: await command.exit(RUN_MS), output: command.output() };
}

test('ships JavaScript, declarations, README, changelog and licence, and nothing of the workspace', () => {
  const manifest = JSON.parse(
    readFileSync(join(folder, 'node_modules', 'retail-data-client', 'package.json'), 'utf8'),
  );
  expect(manifest).toMatchObject({ type: 'module', license: 'MIT', engines: { node: '>=22.19.0' } });
  expect(manifest).not.toHaveProperty('private');
  expect(manifest.dependencies).toEqual({
    luxon: expect.stringMatching(/^\^3\./),
    undici: expect.stringMatching(/^\^8\./),
    zod: expect.stringMatching(/^\^4\./),
  });
  const changelog = join(folder, 'node_modules', 'retail-data-client', 'CHANGELOG.md');
  expect(readFileSync(changelog, 'utf8')).toContain(`\n## ${manifest.version} · `);
  expect(Object.keys(manifest.exports)).toEqual(['.', './portable', './sandbox', './openapi.json']);
  expect(readFileSync(join(folder, 'node_modules', 'retail-data-client', 'LICENSE'), 'utf8')).toContain(
    'MIT',
  );
});

test('the examples in JavaScript run, and end by themselves', async () => {
  const [sales = '', stock = ''] = examples('js');
  const truth = sandbox.truth.sales('2026-11-09', '2026-11-15');
  const litres = truth.reduce((sum, { millilitres }) => sum + millilitres, 0) / 1000;
  expect(await runExample('sales.js', sales)).toBe(`${litres} litres\n`);
  expect(await runExample('stock.js', stock)).toMatch(/^\d+ is sold out\n/);
});

test('the example in TypeScript has the types it needs, and runs', { timeout: COMPILE_MS }, async () => {
  const [permission = ''] = examples('ts');
  writeFileSync(join(folder, 'permission.ts'), permission);
  writeFileSync(
    join(folder, 'wrong.ts'),
    "import { RetailDataClient } from 'retail-data-client';\nnew RetailDataClient({ baseUrl: 'https://api.example.com' });\n",
  );
  const tsc = (file: string) => compile([file, '--exactOptionalPropertyTypes', '--noEmitOnError']);
  expect(tsc('permission.ts')).toBe('');
  expect(tsc('wrong.ts')).toMatch(/subscriptionKey/);
  const output = await runExample('permission.js', readFileSync(join(folder, 'permission.js'), 'utf8'));
  expect(output).toMatch(
    /^permission 1 Permission: the service could not carry out the change \(422\).* \d+ ms\nThe service refused the change, without a reason\.\n$/,
  );
});

/** Every program of the pages, under the strict options a careful reader sets. */
test('all programs of README and TESTING compile', { timeout: COMPILE_MS }, () => {
  const programs = ['README.md', 'TESTING.md'].flatMap((page) =>
    [...readFileSync(join(installed, page), 'utf8').matchAll(/^```(ts|js)\n(.*?)^```/gms)].map(
      ([, language = '', code = ''], at) => {
        const extension = code.includes('require(') ? 'cjs' : language;
        return { name: `${page.toLowerCase().replace('.md', '')}${at}.${extension}`, code };
      },
    ),
  );
  expect(programs.length).toBeGreaterThanOrEqual(10);
  // What a reader of the page has installed too.
  for (const name of ['nock', 'undici']) {
    const link = join(folder, 'node_modules', name);
    if (!existsSync(link)) symlinkSync(installedFolderOf(name), link);
  }
  for (const { name, code } of programs) writeFileSync(join(folder, name), code);
  const flags = ['--noEmit', '--allowJs', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const more = ['--noImplicitOverride', '--isolatedModules', '--skipLibCheck'];
  expect(compile([...programs.map(({ name }) => name), ...flags, ...more])).toBe('');
});

test('portable is as small as the README says, and brings neither undici nor luxon', async () => {
  const { metafile, outputFiles } = await build({
    stdin: { contents: "export * from 'retail-data-client/portable';", resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
  });
  expect(Object.keys(metafile.inputs).filter((file) => /luxon|undici/.test(file))).toEqual([]);
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const [, minified, gzipped] = /(\d+) KB minified and (\d+) KB gzipped/.exec(readme) ?? [];
  const bundle = outputFiles[0]?.contents ?? Buffer.alloc(0);
  expect(bundle.length).toBeGreaterThan(10_000);
  expect(bundle.length / 1000).toBeLessThanOrEqual(Number(minified));
  expect(gzipSync(bundle).length / 1000).toBeLessThanOrEqual(Number(gzipped));
});

test('require gives the same client as import', async () => {
  const code =
    "const { RetailDataClient } = require('retail-data-client');\nconsole.log(typeof RetailDataClient);\n";
  writeFileSync(join(folder, 'required.cjs'), code);
  expect(await runHere(process.execPath, 'required.cjs')).toEqual({ status: 0, output: 'function\n' });
});

const DOCUMENTED: Readonly<Record<string, readonly string[]>> = {
  'retail-data-client': [
    'AccumulatedStockFilter',
    'DailySalesFilter',
    'Permission',
    'PermissionChange',
    'ProductStock',
    'Progress',
    'RetailDataClientOptions',
    'SalesDay',
    'SalesRow',
    'StockReadOptions',
    'Store',
    'StoresQuery',
  ],
  'retail-data-client/portable': ['FetchTransportOptions', 'PortableClientOptions', 'TransportRequest'],
};

test('each filter, option and field has its doc on hover', { timeout: COMPILE_MS }, () => {
  const source = Object.entries(DOCUMENTED).flatMap(([entry, names], at) => [
    `import type * as from${at} from '${entry}';`,
    ...names.map((name) => `export declare const ${name}: from${at}.${name};`),
  ]);
  const file = join(folder, 'documented.ts');
  writeFileSync(file, source.join('\n'));
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const undocumented: string[] = [];
  let fields = 0;
  const look = (type: ts.Type, name: string): void => {
    for (const property of checker.getPropertiesOfType(type)) {
      const [declaration] = property.declarations ?? [];
      // Neither the methods of arrays and texts, nor what a library declares.
      if (declaration === undefined || !declaration.getSourceFile().fileName.includes('retail-data-client'))
        continue;
      fields += 1;
      const path = `${name}.${property.name}`;
      if (ts.displayPartsToString(property.getDocumentationComment(checker)) === '') undocumented.push(path);
      const inner = checker.getNonNullableType(checker.getTypeOfSymbol(property));
      const entry = checker.isArrayType(inner)
        ? checker.getTypeArguments(inner as ts.TypeReference)[0]
        : inner;
      const isData =
        entry !== undefined && entry.getCallSignatures().length === 0 && path.split('.').length < 5;
      if (isData && /^(Store|SalesDay)\./.test(path)) look(entry, path);
    }
  };
  const root = program.getSourceFile(file);
  if (root === undefined) throw new Error('The file is gone.');
  for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(root) ?? fail())) {
    look(checker.getTypeOfSymbol(exported), exported.name);
  }
  expect(fields).toBeGreaterThan(90);
  expect(undocumented).toEqual([]);
});

function fail(): never {
  throw new Error('The file has no exports.');
}

test('publint and attw find nothing wrong', async () => {
  const packed = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  const { messages } = await publint({ pkgDir: join(projectFolder, 'shared', 'dist'), pack: false });
  expect(messages).toEqual([]);
  const tool = join(projectFolder, 'node_modules', '.bin', 'attw');
  const checked = spawnSync(tool, [packed, '--format', 'json', '--profile', 'node16'], { encoding: 'utf8' });
  const { problems }: { readonly problems?: Readonly<Record<string, unknown>> } = JSON.parse(checked.stdout);
  // CommonJS gets the ES module, which Node.js 22.19 requires as it imports it.
  expect(Object.keys(problems ?? {})).toEqual(['CJSResolvesToESM']);
});

const COMMAND = join(folder, 'node_modules', '.bin', 'retail-data-client');

test('retail-data-client sales writes a file for each day', async () => {
  const period = ['--from', '2026-11-12', '--to', '2026-11-13', '--out', 'sales'];
  const { status, output } = await runHere(COMMAND, 'sales', ...period);
  expect([status, output]).toEqual([0, expect.stringMatching(/^Wrote 2 days to sales: \d+ sales\.$/m)]);
  expect(readdirSync(join(folder, 'sales')).sort()).toEqual(['2026-11-12.csv', '2026-11-13.csv']);
  const help = await runHere(COMMAND, 'sales', '--help');
  expect(help.output).toMatch(/^npx retail-data-client sales --from DAY/);
});

test('retail-data-client check prints what the service did', async () => {
  const before = sandbox.requests.length;
  const { status, output } = await runHere(COMMAND, 'check');
  expect(status).toBe(0);
  expect(output.split('\n').length).toBeGreaterThan(5);
  expect(sandbox.requests.length).toBeGreaterThan(before + 3);
});

test('retail-data-client alone, and with another word, lists its commands', async () => {
  expect(await runHere(COMMAND)).toEqual({
    status: 0,
    output: expect.stringMatching(/^ +sales .*\n +check /m),
  });
  const unknown = await runHere(COMMAND, 'export');
  expect(unknown).toEqual({ status: 1, output: expect.stringMatching(/^"export" isn't a command\.\n/) });
});
