import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../tools/build.ts';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8');

test('what may publish or release runs no code of the repository: it takes what a job without a token has tested and packed', () => {
  const workflow = read('.github/workflows/publish.yml');
  const jobs = /\n {2}build:\n(.*)\n {2}publish:\n(.*)\n {2}release:\n(.*)/s.exec(workflow) ?? [];
  const [, build = '', publish = '', release = ''] = jobs;
  expect(workflow).toContain('\npermissions: {}\n');
  // npm trusts the job: there is no secret to leak.
  expect(workflow).not.toContain('secrets.');
  expect(build).toMatch(/permissions:\n +contents: read\n +steps:/);
  const steps = ['npm test && npm run test:e2e', 'npm run build && npm run build:client', 'npm pack'];
  const places = [...steps, 'upload-artifact'].map((step) => build.indexOf(step));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((one, other) => one - other));

  expect(publish).toMatch(
    /needs: build\n(.*\n)* +environment: npm\n +permissions:\n( +#.*\n)* +id-token: write\n +steps:/,
  );
  expect(release).toMatch(/needs: publish\n(.*\n)* +permissions:\n +contents: write\n +steps:/);
  for (const job of [publish, release])
    expect(job).not.toMatch(/checkout|npm (ci|install|run|test|pack)|npx|node /);
  expect(publish.match(/npm publish .*/g)).toEqual([
    'npm publish "$tarball" --provenance --access public --ignore-scripts; done',
  ]);
});

test('each action is pinned by its commit', () => {
  const files = globSync('.github/workflows/*.yml', { cwd: packageRoot });
  const actions = files.flatMap((file) => [...read(file).matchAll(/uses: (.+)/g)].map(([, used]) => used));
  expect(actions.length).toBeGreaterThan(6);
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('the changelog tells of the version that is next', () => {
  const { version } = JSON.parse(read('package.json'));
  expect(read('CHANGELOG.md')).toContain(`\n## ${version} · `);
});

test('the changelog tells what an operator does for the version of the bot', () => {
  const { version } = JSON.parse(read('bot/package.json'));
  const [, told = ''] = read('bot/CHANGELOG.md').split(`\n## ${version} · `);
  expect(told.split('\n## ')[0]).toContain('To do:');
});

test.each(['tools/gate', 'tools/n8n/lock'])(
  'what the tests install from %s is locked, to no particular registry, and cached by CI',
  (folder) => {
    const lock = `${folder}/package-lock.json`;
    const { packages } = JSON.parse(read(lock));
    const { '': root, ...locked }: Record<string, LockedPackage> = packages;
    expect(root?.dependencies).toEqual(JSON.parse(read(`${folder}/package.json`)).dependencies);
    expect(Object.keys(locked).length).toBeGreaterThan(200);
    for (const [path, { version, resolved }] of Object.entries(locked)) {
      expect(version, path).toMatch(/^\d/);
      expect(resolved, path).toBeUndefined();
    }
    expect(read('.github/workflows/ci.yml')).toMatch(new RegExp(`key: .*hashFiles\\(.*'${lock}'`));
  },
);

test("the README that npm shows is the builder's alone, with the parts of the template of n8n", () => {
  const parts = ['Installation', 'Operations', 'Credentials', 'Compatibility', 'Usage', 'Resources'];
  const page = read('nodes/README.md');
  const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual([...parts, 'Version history']);
  const { dependencies } = JSON.parse(read('tools/n8n/lock/package.json'));
  expect(page).toContain(`Tested with n8n ${dependencies.n8n}.`);
  expect(page).not.toMatch(/npm (start|test|run)|\bbots?\b|client|shared\/|norsk/i);
});

test('the README of the repository has a door for each who comes', () => {
  const page = read('README.md');
  const doors = page.slice(0, page.indexOf('\n## '));
  for (const door of ['nodes/README.md', 'bot/README.md', 'shared/README.md', 'docs/examples.md'])
    expect(doors).toContain(`(${door})`);
  expect(doors).toMatch(/^npm start .*\nnpm test /m);
});

test('each node, and the credential, link the page that npm shows', () => {
  const files = globSync('{nodes,credentials}/**/*.{node.json,credentials.ts}', { cwd: packageRoot });
  const page = 'https://github.com/retail-data/n8n-nodes-retail-data/blob/main/nodes/README.md#';
  for (const file of files) {
    const links = [...read(file).matchAll(/https:\/\/github\.com\/[^'"]+/g)].map(([link]) => link);
    const parts = file.endsWith('.node.json') ? ['credentials', 'operations'] : ['credentials'];
    expect(links, file).toEqual(parts.map((part) => `${page}${part}`));
  }
});
