import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../support/nodes/build.ts';

const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8');

test('the package is published with provenance, after its tests, and no token is needed but for the first', () => {
  const workflow = read('.github/workflows/publish.yml');
  expect(workflow).toMatch(/permissions:\n(\s+#.*\n)*\s+id-token: write\n\s+contents: read\n/);
  const steps = ['npm test && npm run test:e2e', 'npm run build', 'npm publish --provenance'].map((step) =>
    workflow.indexOf(step),
  );
  expect(steps).not.toContain(-1);
  expect(steps).toEqual([...steps].sort((one, other) => one - other));
  const [before, after] = workflow.split(
    '      - name: Take the token of the first publish, if there is one',
  );
  expect(before).not.toContain('secrets.');
  expect(after).toContain('if [ -n "$NPM_TOKEN" ]');
  expect(new Set(after?.match(/secrets\.\w+/g))).toEqual(new Set(['secrets.NPM_TOKEN']));
});

test('each action is pinned by its commit', () => {
  const files = globSync('.github/workflows/*.yml', { cwd: packageRoot });
  const actions = files.flatMap((file) => [...read(file).matchAll(/uses: (.+)/g)].map(([, used]) => used));
  expect(actions.length).toBeGreaterThan(6);
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('the changelog tells of the version that is next', () => {
  const { version } = JSON.parse(read('package.json'));
  expect(read('CHANGELOG.md')).toContain(`\n## ${version}\n`);
});

test('the changelog tells what an operator does for the version of the bot', () => {
  const { version } = JSON.parse(read('bot/package.json'));
  const [, told = ''] = read('bot/CHANGELOG.md').split(`\n## Bot ${version}\n`);
  expect(told.split('\n## ')[0]).toContain('To do:');
});

test('the tools of the checks are locked, and to no particular registry', () => {
  const { packages } = JSON.parse(read('test/e2e/n8n-gate/tools/package-lock.json'));
  const locked = Object.entries<{ version?: string; resolved?: string }>(packages).filter(
    ([path]) => path !== '',
  );
  expect(locked.length).toBeGreaterThan(200);
  for (const [path, { version, resolved }] of locked) {
    expect(version, path).toMatch(/^\d/);
    expect(resolved, path).toBeUndefined();
  }
});

test('the README that npm shows has the parts of the template of n8n, and the one of the repository leads to it', () => {
  const parts = ['Installation', 'Operations', 'Credentials', 'Compatibility', 'Usage', 'Resources'];
  const headings = [...read('nodes/README.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual([...parts, 'Version history']);
  const repository = read('README.md');
  for (const page of ['nodes', 'bot', 'shared']) expect(repository).toContain(`(${page}/README.md)`);
  expect(repository).toMatch(/^npm start .*\nnpm test /m);
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
