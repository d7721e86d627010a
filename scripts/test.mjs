// `npm test` (quick), `npm run test:e2e`, `npm run test:all` (both) and `npm run test:long`: checks, then tests. Ends
// with the totals of the tests, and non-zero when anything failed. What follows the names of the tiers goes on to
// vitest: `npm test -- test/unit/bot`.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChecks, runCommand } from './checks.mjs';
import { endWithTotals, runVitest } from './vitest.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, 'node_modules', '.bin', name);
const arrows = (...folders) => [bin('depcruise'), '--config', '.dependency-cruiser.cjs', ...folders];

/** What `npm test` installs is enough for these. */
const QUICK_CHECKS = {
  Types: [bin('tsc'), '--noEmit'],
  'Format and lint': [bin('biome'), 'check', '.'],
  'Import rules': arrows(
    'nodes',
    'credentials',
    'shared',
    'bot',
    'test/unit',
    'test/integration',
    'test/support',
  ),
  Build: [process.execPath, join('scripts', 'build.mjs')],
};

/** The end-to-end tests and the benches need more packages, the tests on PostgreSQL a server. */
const E2E_CHECKS = {
  'Types of the end-to-end tests': [bin('tsc'), '--noEmit', '--project', join('test', 'e2e')],
  'Import rules of the end-to-end tests': arrows('test'),
  Build: [process.execPath, join('scripts', 'build.mjs')],
  'Build of the bot': [process.execPath, join('scripts', 'buildBot.mjs')],
};

const TIERS = {
  quick: async (parameters) =>
    together(await runChecks(root, QUICK_CHECKS), vitest(['unit', 'integration'], parameters)),
  e2e: async (parameters) =>
    together(await runChecks(root, E2E_CHECKS), vitest(['postgres', 'e2e', 'n8n'], parameters)),
  long: async (parameters) => {
    process.env.PROOFS = 'long';
    // Properties and proofs, with what is drawn by chance drawn anew.
    const quick = vitest(['unit', 'integration'], []);
    const proofs = vitest(['e2e'], [join('test', 'e2e', 'proofs'), ...parameters]);
    const scripts = ['fuzz', 'fuzz:commands', 'fuzz:payloads', 'soak'];
    return together(
      quick,
      proofs,
      ...scripts.map((script) => runCommand(root, `npm run ${script}`, ['npm', 'run', script])),
    );
  },
};

const words = process.argv.slice(2);
const tiers = words.filter((word) => Object.hasOwn(TIERS, word));
const parameters = words.slice(tiers.length);
const results = [];
for (const tier of tiers) results.push(await TIERS[tier](parameters));
endWithTotals(together(...results));

function vitest(projects, more) {
  process.stdout.write(`\n── Tests: ${projects.join(', ')}\n`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  return runVitest(root, join('test', 'vitest.config.ts'), [...chosen, ...more]);
}

/** The sum of the totals; well only when every part of it was. */
function together(...parts) {
  const sum = (count) => parts.reduce((total, part) => total + part[count], 0);
  return { passed: sum('passed'), failed: sum('failed'), ok: parts.every(({ ok }) => ok) };
}
