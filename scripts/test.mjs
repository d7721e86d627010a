/**
 * `npm test` (quick), `npm run test:e2e` and `npm run test:long`: tests, and checks beside them. The last line is the
 * totals of the tests, and the exit code isn't 0 when anything failed. Words after the tier go to vitest:
 * `npm test -- test/unit/bot`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPostgres } from '../tools/findPostgres.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const arrows = (...folders) => ['depcruise', '--config', '.dependency-cruiser.cjs', ...folders];
const BUILD = ['node', 'scripts/build.mjs'];
/** A file whose types can't have changed since the last run isn't checked again. */
const types = (name, ...project) => [
  ...['tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', `node_modules/.cache/${name}.tsbuildinfo`],
  ...project,
];

/** `before` makes what the tests read; `beside` runs while they do, one after the other. */
const TIERS = {
  /** These need only what `npm test` installs. */
  quick: {
    before: [BUILD],
    beside: [
      types('all'),
      types('page', '--project', 'bot/demo/page'),
      ['biome', 'check', '.'],
      arrows(
        'nodes',
        'credentials',
        'shared',
        'bot',
        'test/unit',
        'test/integration',
        'test/acceptance',
        'test/support',
      ),
    ],
    projects: ['unit', 'integration', 'bot'],
    // A test that waits until its bot is at rest leaves the processor to others.
    workers: '150%',
  },
  e2e: {
    before: [BUILD, ['node', 'scripts/buildBot.mjs']],
    beside: [
      types('e2e', '--project', 'test/e2e'),
      arrows('bench', 'tools', 'test'),
      ['knip', '--config', 'scripts/knip.json', '--no-progress'],
    ],
    projects: ['e2e', 'n8n'],
    onServer: ['postgres'],
  },
  /** Properties and proofs at full length, with random input that differs in each run. */
  long: {
    before: [
      ['node', 'scripts/test.mjs', 'quick'],
      ['node', 'test/long/soak.ts'],
    ],
    projects: ['e2e', 'bot', 'integration'],
    paths: ['test/e2e/proofs', 'test/acceptance/bot/ask/payloads', 'test/integration/nodes/Trigger'],
    env: { PROOFS: 'long', FUZZ_PAYLOADS: '5000' },
  },
};

const [tier, ...words] = process.argv.slice(2);
const { before, beside = [], projects, onServer = [], paths = [], workers, env } = TIERS[tier];
const report = join(tmpdir(), `retail-data-test-${process.pid}.json`);
const failures = [];
const hasServer = findPostgres() !== undefined;
const chosen = (names) => names.flatMap((project) => ['--project', project]);
const files = [...paths, ...words];
const config = ['--config', 'test/e2e/vitest.config.ts'];
// All tests take minutes, and show how far they are. Of a folder only what fails is shown.
const shown = words.length === 0 ? 'default' : 'minimal';
const reporters = [`--reporter=${shown}`, '--reporter=json', `--outputFile.json=${report}`];

await runAll(before);
const [isGood] = await Promise.all([
  run(
    [
      'vitest',
      'run',
      ...config,
      ...reporters,
      ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
      ...chosen(hasServer ? [...projects, ...onServer] : projects),
      ...files,
    ],
    'as it comes',
  ),
  runAll(beside),
]);
const notRun = hasServer || onServer.length === 0 ? 0 : await countTests(onServer);
for (const check of failures) process.stdout.write(`\nFAIL ${check.join(' ')}\n`);
if (notRun > 0) process.stdout.write(`\n${notRun} tests were not run: there is no PostgreSQL server.\n`);
const { passed, failed } = readTotals();
const isAllGood = isGood && failures.length === 0;
process.stdout.write(`\n${passed} passed, ${failed || (isAllGood ? 0 : 1)} failed\n`);
process.exitCode = isAllGood && passed > 0 ? 0 : 1;

/** One after the other; those that fail are told again at the end. */
async function runAll(checks) {
  for (const check of checks) {
    if (!(await run(check, beside.includes(check) ? 'at its end' : 'as it comes'))) failures.push(check);
  }
}

/** Whether it succeeded. What it says is shown as it comes, or in one piece at its end: lines of two don't mix. */
async function run([program, ...parameters], shown) {
  const title = `\n── ${[program, ...parameters].join(' ')}\n`;
  const child = start(program, parameters, shown === 'as it comes' ? 'inherit' : 'pipe');
  if (shown === 'as it comes') process.stdout.write(title);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => (said += text));
  }
  const status = await ended(child);
  if (shown !== 'as it comes') process.stdout.write(`${title}${said}`);
  return status === 0;
}

/** How many tests of these projects there are. */
async function countTests(names) {
  const child = start(
    'vitest',
    ['list', ...config, '--staticParse=false', '--json', ...chosen(names), ...files],
    'pipe',
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (said += text));
  child.stderr.resume();
  await ended(child);
  return JSON.parse(said.slice(said.indexOf('['))).length;
}

function start(program, parameters, output) {
  const stdio = ['inherit', output, output];
  return spawn(program, parameters, { cwd: root, stdio, env: { ...process.env, ...env } });
}

/** Its exit code; undefined when it didn't start. */
async function ended(child) {
  try {
    const [status] = await once(child, 'close');
    return status;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return undefined;
  }
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
