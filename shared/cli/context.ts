import type { Clock } from '../clock/clock.ts';
import { systemClock } from '../clock/systemClock.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type TerminalStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** What a command gets from the process it runs in. */
export interface CliContext {
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly stdout: NodeJS.WritableStream;
  /** Progress, and the sentence when something is wrong. */
  readonly stderr: TerminalStream;
  readonly clock: Clock;
  /** Aborted when someone asks the command to stop. */
  readonly signal: AbortSignal;
}

export function processContext(): CliContext {
  const stop = new AbortController();
  // Not `once`: npm passes Ctrl-C on to a process that got it from the terminal already, and without a listener the
  // second signal would kill the process before it has cleaned up.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  return {
    args: process.argv.slice(2),
    environment: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    clock: systemClock,
    signal: stop.signal,
  };
}
