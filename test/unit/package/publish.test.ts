import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../support/nodes/build.ts';

const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8');

test('the package is published with provenance, after its tests, and with no stored token', () => {
  const workflow = read('.github/workflows/publish.yml');
  expect(workflow).toMatch(/permissions:\n(\s+#.*\n)*\s+id-token: write\n\s+contents: read\n/);
  const steps = ['npm run test:all', 'npm run build', 'npm publish --provenance'].map((step) =>
    workflow.indexOf(step),
  );
  expect(steps).not.toContain(-1);
  expect(steps).toEqual([...steps].sort((one, other) => one - other));
  expect(workflow).not.toContain('secrets.');
});

test('the changelog tells of the version that is next', () => {
  const { version } = JSON.parse(read('package.json'));
  expect(read('CHANGELOG.md')).toContain(`\n## ${version}\n`);
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
