import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Clock, SalesRow } from 'retail-data-client';
import { type Sandbox, type SandboxOptions, startSandbox } from 'retail-data-client/sandbox';
import { onTestFinished } from 'vitest';
import { runSales } from '../../../../shared/cli/sales/command.ts';
import { createJumpingClock } from '../../fakeClock.ts';

/** Friday 2026-11-20, 12:00 in Oslo. */
const FRIDAY_NOON = Date.parse('2026-11-20T11:00:00Z');

export async function startService(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ now: () => FRIDAY_NOON, stores: 6, products: 10, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sales-export-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

export interface CommandRun {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** Columns of the terminal that stderr is; none when not set. */
  readonly columns?: number;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function environmentOf(sandbox: Sandbox): Record<string, string> {
  return { RETAIL_DATA_BASE_URL: sandbox.url, RETAIL_DATA_SUBSCRIPTION_KEY: sandbox.subscriptionKey };
}

/** The command with the real file system and the real transport, on a clock that never makes a test wait. */
export async function runCommand(args: readonly string[], run: CommandRun): Promise<CommandResult> {
  const stdout = new PassThrough();
  const terminal = run.columns === undefined ? {} : { isTTY: true, columns: run.columns };
  const stderr = Object.assign(new PassThrough(), terminal);
  const context = {
    args,
    environment: run.environment ?? {},
    stdout,
    stderr,
    clock: run.clock ?? createJumpingClock(FRIDAY_NOON),
    signal: run.signal ?? new AbortController().signal,
  };
  const code = await runSales(context, { usage: 'npm run sales --', workingFolder: run.folder });
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}

export function readOut(folder: string, name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8');
}

/** What the service says is true, in the shape of the client's rows. */
export function trueSales(sandbox: Sandbox, from: string, to: string): SalesRow[] {
  return sandbox.truth.sales(from, to).map(({ millilitres: _, ...row }) => row);
}
