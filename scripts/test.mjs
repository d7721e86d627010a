// `npm test`: types, formatter and linter, import rules, build, then every test. Ends with the totals of the tests, and
// non-zero when anything failed. Parameters go on to vitest: `npm test -- test/bot`.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithTotals, runVitest } from './vitest.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, 'node_modules', '.bin', name);

const steps = [
  ['Types', bin('tsc'), ['--noEmit']],
  ['Format and lint', bin('biome'), ['check', '.']],
  [
    'Import rules',
    bin('depcruise'),
    ['--config', '.dependency-cruiser.cjs', 'nodes', 'credentials', 'shared', 'bot', 'test'],
  ],
  ['Build', process.execPath, [join('scripts', 'build.mjs')]],
];

let failed = false;
for (const [title, program, parameters] of steps) {
  process.stdout.write(`\n── ${title}\n`);
  const { status } = spawnSync(program, parameters, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    process.stdout.write(`${title}: failed\n`);
    failed = true;
  }
}

process.stdout.write('\n── Tests\n');
const tests = runVitest(root, join('test', 'vitest.config.ts'), process.argv.slice(2));
// A step that failed before the tests counts as a failure too, or the last line would read as if all were well.
endWithTotals({ ...tests, ok: tests.ok && !failed });
