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
  const [, told = ''] = read('CHANGELOG.md').split(`\n## Bot ${version}\n`);
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

test('the README that npm shows has the parts of the template of n8n, and links the bot and the client', () => {
  const readme = read('README.md');
  const parts = ['Installation', 'Operations', 'Credentials', 'Compatibility', 'Usage', 'Resources'];
  const headings = [...readme.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings.slice(0, 7)).toEqual([...parts, 'Version history']);
  expect(readme).toContain('(bot/README.md)');
  expect(readme).toContain('(shared/README.md)');
  expect(readme).toMatch(/^npm start .*\nnpm test /m);
});

test('each link of a node or credential to the README leads to a heading of it', () => {
  const files = globSync('{nodes,credentials}/**/*.{node.json,credentials.ts}', { cwd: packageRoot });
  const links = files.flatMap((file) => [...read(file).matchAll(/https:\/\/github\.com\/[^#'"]+#([\w-]+)/g)]);
  expect(links).toHaveLength(11);
  const anchors = [...read('README.md').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  );
  for (const [link, anchor] of links) expect(anchors, link).toContain(anchor);
});
