import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, type TestContext, test } from 'vitest';
import { runNpm } from '../../../tools/npm.ts';
import { linesWith, type Machine, type OwnPrograms, run, strangersMachine } from './strangersMachine.ts';

const VERSIONS = [10, 11, 12];
/** Far more than an install takes, on a busy machine too; it ends one that hangs. */
const INSTALL_MS = 900_000;
const DIGEST_MS = 180_000;
const READY = 'Ctrl-C ends it.';

const folder = mkdtempSync(join(tmpdir(), 'retail-data-npm-'));
const nameOf = (version: number) => `npm${version}`;
beforeAll(() => {
  const packages = VERSIONS.map((version) => `${nameOf(version)}@npm:npm@${version}`);
  runNpm(['install', '--prefix', folder, ...packages, '--no-audit', '--no-fund', '--prefer-offline'], folder);
}, INSTALL_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** That npm, with a Node that it runs on: the machine's, or ours where that is too old. */
function programsOf(version: number): OwnPrograms {
  const npm = join(folder, 'node_modules', nameOf(version));
  const { engines } = JSON.parse(readFileSync(join(npm, 'package.json'), 'utf8'));
  const onNode20 = String(engines.node).includes('^20.');
  return { npm: join(npm, 'bin', 'npm-cli.js'), ...(onNode20 ? {} : { node: process.execPath }) };
}

async function machineWith(programs: OwnPrograms, { onTestFinished }: TestContext): Promise<Machine> {
  const machine = await strangersMachine(programs);
  onTestFinished(() => machine.remove());
  return machine;
}

/** Runs npm on that machine to its end, which must be a good one; gives what it said. */
async function npm(
  { checkout, environment }: Machine,
  { expect }: TestContext,
  ...parameters: string[]
): Promise<string> {
  const command = run('npm', parameters, { cwd: checkout, env: environment });
  const code = await command.exit(INSTALL_MS);
  expect(linesWith(command.output(), /npm error/i)).toEqual([]);
  expect(code, command.output()).toBe(0);
  return command.output();
}

// Side by side: each has a folder of its own, and an install waits for the disk more than for the processor.
describe.concurrent('with only node, npm, git and coreutils', () => {
  test.for(VERSIONS)(
    'npm %i installs everything by a plain npm ci, and starts',
    { timeout: 3 * INSTALL_MS },
    async (version, context) => {
      const { expect } = context;
      const machine = await machineWith(programsOf(version), context);
      expect(await npm(machine, context, '--version')).toMatch(new RegExp(`^${version}\\.`));
      await npm(machine, context, 'ci');
      expect(await npm(machine, context, 'exec', '--', 'node', '--version')).toContain('v24.');

      const start = run('npm', ['start'], { cwd: machine.checkout, env: machine.environment });
      await start.until(READY, INSTALL_MS);
      start.interrupt();
      expect(await start.exit(DIGEST_MS)).toBe(0);
    },
  );

  test('a fresh clone builds and packs the n8n package', { timeout: INSTALL_MS }, async (context) => {
    const machine = await machineWith({}, context);
    await npm(machine, context, 'run', 'build');
    const packed = await npm(machine, context, 'pack', './dist/package');
    context.expect(packed).toContain('dist/nodes/DailySales/RetailDataDailySales.node.js');
    context.expect(packed).toContain('dist/client/index.js');
  });

  test("a Node 24 of one's own is taken: none is downloaded", { timeout: INSTALL_MS }, async (context) => {
    const machine = await machineWith({ node: process.execPath }, context);
    const help = await npm(machine, context, 'run', 'sales', '--', '--help');
    context.expect(help).toContain('npm run sales -- --from DAY');
    context.expect(readdirSync(join(machine.checkout, 'node_modules', '.bin'))).not.toContain('node');
  });
});
