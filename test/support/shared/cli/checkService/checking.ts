import { PassThrough } from 'node:stream';
import { type Sandbox, type SandboxOptions, startSandbox } from 'retail-data-client/sandbox';
import { onTestFinished } from 'vitest';
import { type CheckRow, checkService } from '../../../../../shared/cli/checkService/checkService.ts';
import { runCheckService } from '../../../../../shared/cli/checkService/command.ts';
import { createHttpClient } from '../../../../../shared/cli/checkService/httpClient.ts';
import { Prober } from '../../../../../shared/cli/checkService/prober.ts';
import { createJumpingClock } from '../../../fakeClock.ts';

/** Friday 2026-11-20, 12:00 in Oslo. */
const FRIDAY_NOON = Date.parse('2026-11-20T11:00:00Z');

/** Small, with enough sales in two weeks for every question. */
export async function startService(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ now: () => FRIDAY_NOON, stores: 12, products: 24, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

export async function check(sandbox: Sandbox): Promise<readonly CheckRow[]> {
  const client = createHttpClient({ baseUrl: sandbox.url, subscriptionKey: sandbox.subscriptionKey });
  const { rows } = await checkService(new Prober(client, '2026-11-20'));
  return rows;
}

export interface CheckRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runCommand(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  signal: AbortSignal = new AbortController().signal,
): Promise<CheckRun> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const clock = createJumpingClock(FRIDAY_NOON);
  const code = await runCheckService({ args, environment, stdout, stderr, clock, signal });
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}

export function environmentOf(sandbox: Sandbox): Record<string, string> {
  return { RETAIL_DATA_BASE_URL: sandbox.url, RETAIL_DATA_SUBSCRIPTION_KEY: sandbox.subscriptionKey };
}

export function idsWith(rows: readonly CheckRow[], verdict: CheckRow['verdict']): readonly string[] {
  return rows.filter((row) => row.verdict === verdict).map(({ id }) => id);
}
