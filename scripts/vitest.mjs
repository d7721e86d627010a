import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs the tests of that configuration in the folder, shows what they say, and gives their totals. */
export function runVitest(root, config, parameters) {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-test-'));
  const report = join(folder, 'report.json');
  try {
    const { status } = spawnSync(
      join(root, 'node_modules', '.bin', 'vitest'),
      [
        'run',
        '--config',
        config,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...parameters,
      ],
      { cwd: root, stdio: 'inherit' },
    );
    return { ...totalsIn(report), ok: status === 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends the script with the totals as its last line; a failure that no test counts is one too. */
export function endWithTotals({ passed, failed, ok }) {
  const failures = failed + (!ok && failed === 0 ? 1 : 0);
  process.stdout.write(`\n${passed} passed, ${failures} failed\n`);
  process.exit(!ok || passed === 0 ? 1 : 0);
}

function totalsIn(report) {
  try {
    const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'));
    // Whatever did not pass has failed, a skipped one too: there are none on purpose.
    return { passed: numPassedTests, failed: numTotalTests - numPassedTests };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
