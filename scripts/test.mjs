/**
 * `npm test` (quick), `npm run test:e2e` and `npm run test:long`: checks, then tests. The last line is the totals of the
 * tests, and the exit code isn't 0 when anything failed. Words after the tier go to vitest: `npm test -- test/unit/bot`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const arrows = (...folders) => ['depcruise', '--config', '.dependency-cruiser.cjs', ...folders];
const BUILD = ['node', 'scripts/build.mjs'];

const TIERS = {
  /** These need only what `npm test` installs. */
  quick: {
    checks: [
      ['tsc', '--noEmit'],
      ['biome', 'check', '.'],
      arrows('nodes', 'credentials', 'shared', 'bot', 'test/unit', 'test/integration', 'test/support'),
      BUILD,
    ],
    projects: ['unit', 'integration'],
  },
  e2e: {
    checks: [
      ['tsc', '--noEmit', '--project', 'test/e2e'],
      arrows('bench', 'tools', 'test'),
      BUILD,
      ['node', 'scripts/buildBot.mjs'],
    ],
    projects: ['postgres', 'e2e', 'n8n'],
  },
  /** Properties and proofs at full length, with random input that differs in each run. */
  long: {
    checks: [
      ['node', 'scripts/test.mjs', 'quick'],
      ['node', 'test/long/fuzzSales.ts'],
      ['node', 'test/long/fuzzCommands.ts'],
      ['node', 'test/long/soak.ts'],
    ],
    projects: ['e2e'],
    paths: ['test/e2e/proofs'],
    env: { PROOFS: 'long', FUZZ_PAYLOADS: '100000' },
  },
};

const [tier, ...words] = process.argv.slice(2);
const { checks, projects, paths = [], env } = TIERS[tier];
const report = join(tmpdir(), `retail-data-test-${process.pid}.json`);
const failures = checks.filter((check) => !run(check));
const chosen = projects.flatMap((project) => ['--project', project]);
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const vitest = [
  'vitest',
  'run',
  '--config',
  'test/vitest.config.ts',
  ...reporters,
  ...chosen,
  ...paths,
  ...words,
];
const isGood = run(vitest) && failures.length === 0;
for (const check of failures) process.stdout.write(`\nFAIL ${check.join(' ')}\n`);
const { passed, failed } = readTotals();
process.stdout.write(`\n${passed} passed, ${failed || (isGood ? 0 : 1)} failed\n`);
process.exitCode = isGood && passed > 0 ? 0 : 1;

function run([program, ...parameters]) {
  process.stdout.write(`\n── ${[program, ...parameters].join(' ')}\n`);
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } };
  return spawnSync(program, parameters, options).status === 0;
}

/** A skipped test has failed: none is skipped on purpose. */
function readTotals() {
  try {
    const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numTotalTests - numPassedTests };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(report, { force: true });
  }
}
