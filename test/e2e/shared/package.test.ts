import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from 'retail-data-client/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runNpm } from '../n8n/npm.ts';
import { projectFolder, run } from '../start/strangersMachine.ts';

const INSTALL_MS = 120_000;
const RUN_MS = 30_000;

const folder = mkdtempSync(join(tmpdir(), 'retail-data-client-'));
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ now: () => Date.parse('2026-11-20T11:00:00Z'), stores: 6, products: 10 });
  build();
  const packed = runNpm(
    ['pack', '--json', `--pack-destination=${folder}`],
    join(projectFolder, 'shared', 'dist'),
  );
  const [{ filename }] = JSON.parse(packed);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  runNpm(['install', join(folder, filename), '--prefer-offline', '--no-audit', '--no-fund'], folder);
}, INSTALL_MS);
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

function build(): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(projectFolder, 'scripts', 'buildClient.mjs')],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
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
  const command = run(process.execPath, [name], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      RETAIL_DATA_BASE_URL: sandbox.url,
      RETAIL_DATA_SUBSCRIPTION_KEY: sandbox.subscriptionKey,
    },
  });
  const status = await command.exit(RUN_MS);
  expect(command.output()).not.toContain('Error');
  expect(status).toBe(0);
  return command.output();
}

test('ships JavaScript, declarations, README and licence, and nothing of the workspace', () => {
  const manifest = JSON.parse(
    readFileSync(join(folder, 'node_modules', 'retail-data-client', 'package.json'), 'utf8'),
  );
  expect(manifest).toMatchObject({ type: 'module', license: 'MIT', engines: { node: '>=22.19.0' } });
  expect(manifest).not.toHaveProperty('private');
  expect(Object.keys(manifest.exports)).toEqual(['.', './core', './portable', './sandbox']);
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

test('the example in TypeScript has the types it needs, and runs', async () => {
  const [permission = ''] = examples('ts');
  writeFileSync(join(folder, 'permission.ts'), permission);
  writeFileSync(
    join(folder, 'wrong.ts'),
    "import { RetailDataClient } from 'retail-data-client';\nnew RetailDataClient({ baseUrl: 'https://api.example.com' });\n",
  );
  const tsc = (file: string) =>
    spawnSync(
      join(projectFolder, 'node_modules', '.bin', 'tsc'),
      [
        file,
        '--module',
        'node16',
        '--target',
        'es2022',
        '--strict',
        '--exactOptionalPropertyTypes',
        '--typeRoots',
        join(projectFolder, 'node_modules', '@types'),
        '--types',
        'node',
        '--ignoreConfig',
        '--noEmitOnError',
      ],
      { cwd: folder, encoding: 'utf8' },
    );
  expect(tsc('permission.ts').stdout).toBe('');
  expect(tsc('wrong.ts').stdout).toMatch(/subscriptionKey/);
  const output = await runExample('permission.js', readFileSync(join(folder, 'permission.js'), 'utf8'));
  expect(output).toMatch(/^permission 422 \d+ ms\nThere is no such permission\.\n$/);
});
