import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { runNpm } from '../n8n/npm.ts';
import { type Machine, type OwnPrograms, run, strangersMachine } from './strangersMachine.ts';

const INSTALL_MS = 300_000;
const DIGEST_MS = 60_000;
const READY = 'Ctrl-C ends it.';

const folder = mkdtempSync(join(tmpdir(), 'retail-data-npm-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** That npm, in a folder of its own, with a Node that it runs on: the machine's, or ours where that is too old. */
function programsOf(version: number): OwnPrograms {
  const home = join(folder, String(version));
  runNpm(
    ['install', '--prefix', home, `npm@${version}`, '--no-audit', '--no-fund', '--prefer-offline'],
    folder,
  );
  const npm = join(home, 'node_modules', 'npm');
  const { engines } = JSON.parse(readFileSync(join(npm, 'package.json'), 'utf8'));
  const onNode20 = String(engines.node).includes('^20.');
  return { npm: join(npm, 'bin', 'npm-cli.js'), ...(onNode20 ? {} : { node: process.execPath }) };
}

async function machineWith(programs: OwnPrograms): Promise<Machine> {
  const machine = await strangersMachine(programs);
  onTestFinished(() => machine.remove());
  return machine;
}

/** Runs npm on that machine to its end, which must be a good one; gives what it said. */
async function npm({ checkout, environment }: Machine, ...parameters: string[]): Promise<string> {
  const command = run('npm', parameters, { cwd: checkout, env: environment });
  const code = await command.exit(INSTALL_MS);
  expect(command.output()).not.toMatch(/npm error/i);
  expect(code).toBe(0);
  return command.output();
}

describe.each([10, 11, 12])('npm %i, with only node, git and coreutils beside it', (version) => {
  test('installs everything by a plain npm ci, and starts', {
    timeout: 2 * INSTALL_MS,
  }, async () => {
    const machine = await machineWith(programsOf(version));
    expect(await npm(machine, '--version')).toMatch(new RegExp(`^${version}\\.`));
    await npm(machine, 'ci');
    expect(await npm(machine, 'exec', '--', 'node', '--version')).toContain('v24.');

    const start = run('npm', ['start'], { cwd: machine.checkout, env: machine.environment });
    await start.until(READY, INSTALL_MS);
    start.interrupt();
    expect(await start.exit(DIGEST_MS)).toBe(0);
  });
});

test('npm pack on a fresh clone builds what it ships', { timeout: INSTALL_MS }, async () => {
  const packed = await npm(await machineWith({}), 'pack');
  expect(packed).toContain('dist/nodes/DailySales/RetailDataDailySales.node.js');
  expect(packed).toContain('dist/client/index.js');
});

test("a Node 24 of one's own is taken: none is downloaded", { timeout: INSTALL_MS }, async () => {
  const machine = await machineWith({ node: process.execPath });
  expect(await npm(machine, 'run', 'sales', '--', '--help')).toContain('npm run sales -- --from DAY');
  expect(readdirSync(join(machine.checkout, 'node_modules', '.bin'))).not.toContain('node');
});
