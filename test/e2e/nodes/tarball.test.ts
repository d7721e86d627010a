import { spawnSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../../tools/build.ts';
import { runNpm } from '../../../tools/npm.ts';
import { type Unpacked, unpackPackage } from './unpacked.ts';

const NODES = ['AccumulatedStock', 'DailySales', 'Permission', 'Stores', 'Trigger'];
const NODE_FOLDERS = [...NODES, 'service'];
const MAX_BYTES = 300_000;

let unpacked: Unpacked;
beforeAll(async () => {
  unpacked = await unpackPackage();
}, 5 * 60_000);
afterAll(() => unpacked.remove());

describe('the tarball', () => {
  test('holds these files and no other', () => {
    expect(shipped().sort()).toEqual(expectedFiles().sort());
    expect(read('LICENSE')).toContain('MIT');
  });

  test('is not packed from the root, which says where it is', () => {
    expect(() => runNpm(['pack', '--dry-run'], packageRoot)).toThrow('npm pack ./dist/package');
  });

  test('has a manifest without what only the repository needs', () => {
    expect(Object.keys(JSON.parse(read('package.json'))).sort()).toEqual([
      'author',
      'description',
      'engines',
      'files',
      'homepage',
      'keywords',
      'license',
      'n8n',
      'name',
      'peerDependencies',
      'repository',
      'version',
    ]);
  });

  test('has a README whose links lead to the repository, or to a part of it', () => {
    const links = [...read('README.md').matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(20);
    for (const link of links) expect(link).toMatch(/^(https:\/\/[\w.]+\/|#)/);
    const repository = 'https://github.com/retail-data/n8n-nodes-retail-data';
    expect(links).toContain(`${repository}/blob/main/docs/nodes.md#retail-data-daily-sales`);
    expect(links).toContain(`${repository}/raw/main/docs/screenshots/daily-sales.png`);
  });

  test('brings the licence of each package that is bundled', () => {
    const bundled = [
      ...read('dist/client/index.js').matchAll(/^\/\/ .*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm),
    ];
    const licensed = [...read('dist/client/LICENSES.txt').matchAll(/^(\S+) \d+\.\d+\.\d+ \(MIT\)$/gm)];
    const names = (matches: readonly RegExpExecArray[]) =>
      [...new Set(matches.map(([, name]) => name))].sort();
    expect(read('dist/client/LICENSES.txt')).toMatch(/^MIT License/);
    expect(names(licensed)).toEqual(names(bundled));
  });

  test('holds no test, source map, declaration or part of the sandbox', () => {
    expect(shipped().filter((file) => /test|spec|\.map$|\.ts$|sandbox|fixture/i.test(file))).toEqual([]);
    expect(read('dist/client/index.js')).not.toContain('startSandbox');
  });

  test('is small', () => {
    expect(unpacked.bytes).toBeLessThan(MAX_BYTES);
  });

  test('has another icon for each theme', () => {
    const light = globSync('**/*.svg', { cwd: unpacked.folder }).filter(
      (file) => !file.endsWith('.dark.svg'),
    );
    expect(light).toHaveLength(1);
    for (const file of light) {
      expect(read(file), file).not.toBe(read(file.replace(/\.svg$/, '.dark.svg')));
    }
  });

  test('loads, each file alone, with nothing but n8n-workflow and luxon around it', () => {
    const files = globSync('dist/**/*.js', { cwd: unpacked.folder });
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', LOAD_EACH, ...files], {
      cwd: unpacked.folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({ failed: [], loaded: files.length });
  });

  test('loads nothing that is not there: zod and undici cannot be required from it', () => {
    const { stdout } = spawnSync(process.execPath, ['-e', LOAD_EACH, 'zod', 'undici'], {
      cwd: unpacked.folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    expect(JSON.parse(stdout)).toMatchObject({
      failed: [/Cannot find/, /Cannot find/].map(matching),
      loaded: 0,
    });
  });
});

describe('the sources', () => {
  test('name modules of the client, never its entry for Node, and the build turns them into one relative path', () => {
    for (const file of sources()) {
      const text = readFileSync(join(packageRoot, file), 'utf8');
      for (const [, specifier = ''] of text.matchAll(/\bfrom '([^']+)'/g)) {
        if (specifier.startsWith('.')) {
          const target = join(dirname(file), specifier);
          expect(target, file).toMatch(/^(nodes|credentials)\//);
        } else {
          expect(specifier, file).toMatch(/^(n8n-workflow|luxon|node:crypto|retail-data-client\/.+)$/);
        }
      }
    }
  });

  test('come out as one readable file each: the comments and names of the source', () => {
    for (const file of sources()) {
      const source = readFileSync(join(packageRoot, file), 'utf8');
      const built = read(join('dist', file.replace(/\.ts$/, '.js')));
      for (const [, name = ''] of source.matchAll(/^(?:export )?(?:async )?(?:function|class) (\w+)/gm)) {
        expect(built, file).toContain(name);
      }
      expect(Math.max(...built.split('\n').map((line) => line.length)), file).toBeLessThan(800);
    }
  });
});

/** A module per source file, and beside each node its codex and its schema. */
function expectedFiles(): string[] {
  const modules = sources().map((file) => `dist/${file.replace(/\.ts$/, '.js')}`);
  const folders = new Set(sources().map((file) => dirname(file)));
  expect([...folders].sort()).toEqual(['credentials', ...NODE_FOLDERS.map((name) => `nodes/${name}`)].sort());
  const codices = NODES.map((folder) => `dist/nodes/${folder}/RetailData${folder}.node.json`);
  const schemas = [
    'AccumulatedStock/__schema__/v1.0.0/get.json',
    'DailySales/__schema__/v1.0.0/get.json',
    'Permission/__schema__/v1.0.0/set.json',
    'Stores/__schema__/v1.0.0/get.json',
    'Trigger/__schema__/v1.0.0.json',
  ].map((file) => `dist/nodes/${file}`);
  const icons = ['dist/credentials/retailData.svg', 'dist/credentials/retailData.dark.svg'];
  const texts = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
  const client = ['dist/client/LICENSES.txt', 'dist/client/index.js'];
  return [...texts, ...client, ...modules, ...codices, ...schemas, ...icons];
}

function sources(): string[] {
  return globSync('{nodes,credentials}/**/*.ts', { cwd: packageRoot });
}

function shipped(): string[] {
  return readdirSync(unpacked.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(unpacked.folder, join(entry.parentPath, entry.name)));
}

/** A file of the unpacked package. */
function read(file: string): string {
  return readFileSync(join(unpacked.folder, file), 'utf8');
}

function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

/** A process for each file would take long; forgetting those of the package does as well. */
const LOAD_EACH = `
const failed = [];
let loaded = 0;
for (const file of process.argv.slice(1)) {
  for (const path of Object.keys(require.cache)) if (path.startsWith(process.cwd())) delete require.cache[path];
  try {
    require(/^dist/.test(file) ? require('node:path').resolve(file) : file);
    loaded += 1;
  } catch (error) {
    failed.push(file + ': ' + error.message);
  }
}
console.log(JSON.stringify({ failed, loaded }));`;
