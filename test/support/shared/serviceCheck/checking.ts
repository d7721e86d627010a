import { PassThrough } from 'node:stream';
import { type Sandbox, type SandboxOptions, startSandbox } from 'retail-data-client/sandbox';
import { onTestFinished } from 'vitest';
import { createCalendar } from '../../../../shared/calendar/calendar.ts';
import { runCheck } from '../../../../shared/cli/checkCommand.ts';
import { createHttpExchange } from '../../../../shared/cli/httpExchange.ts';
import { type CheckRow, checkService } from '../../../../shared/serviceCheck/checkService.ts';

/** Friday 2026-11-20, 12:00 in Oslo. */
export const FRIDAY_NOON = Date.parse('2026-11-20T11:00:00Z');

/** Small, with enough sales in two weeks for every question. */
export async function startService(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ now: () => FRIDAY_NOON, stores: 12, products: 24, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

export async function check(sandbox: Sandbox): Promise<readonly CheckRow[]> {
  const { rows } = await checkService({
    exchange: createHttpExchange({ baseUrl: sandbox.url, subscriptionKey: sandbox.subscriptionKey }),
    calendar: createCalendar(),
    now: FRIDAY_NOON,
  });
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
  const code = await runCheck({ args, environment, stdout, stderr, now: () => FRIDAY_NOON, signal });
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}

export function environmentOf(sandbox: Sandbox): Record<string, string> {
  return { RETAIL_DATA_BASE_URL: sandbox.url, RETAIL_DATA_SUBSCRIPTION_KEY: sandbox.subscriptionKey };
}

export function idsWith(rows: readonly CheckRow[], verdict: CheckRow['verdict']): readonly string[] {
  return rows.filter((row) => row.verdict === verdict).map(({ id }) => id);
}
