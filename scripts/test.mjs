// `npm test`: types, formatter and linter, import rules, build, then every test. Ends with the totals of the tests, and
// non-zero when anything failed. Parameters go on to vitest: `npm test -- test/bot`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, 'node_modules', '.bin', name);
const folder = mkdtempSync(join(tmpdir(), 'retail-data-test-'));
const report = join(folder, 'report.json');

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
const { status } = spawnSync(
  bin('vitest'),
  [
    'run',
    '--config',
    join('test', 'vitest.config.ts'),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
);
if (status !== 0) failed = true;

const totals = readTotals();
rmSync(folder, { recursive: true, force: true });
// A step that failed before the tests counts as a failure too, or the last line would read as if all were well.
const failures = totals.failed + (failed && totals.failed === 0 ? 1 : 0);
process.stdout.write(`\n${totals.passed} passed, ${failures} failed\n`);
process.exit(failed || totals.passed === 0 ? 1 : 0);

function readTotals() {
  try {
    const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'));
    // Whatever did not pass has failed, a skipped one too: there are none on purpose.
    return { passed: numPassedTests, failed: numTotalTests - numPassedTests };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
