import { execFile } from 'node:child_process';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';

/** How often systemd wants to hear that the process is alive, in milliseconds; undefined where it does not. */
function watchdogMs({ NOTIFY_SOCKET, WATCHDOG_USEC }: NodeJS.ProcessEnv): number | undefined {
  const microseconds = Number(WATCHDOG_USEC);
  return NOTIFY_SOCKET === undefined || !(microseconds > 0) ? undefined : microseconds / 1_000;
}

/**
 * Tells the watchdog of systemd that the event loop turns, for as long as the process lives: one that hangs is started
 * again. By the program that comes with systemd, since Node opens no datagram socket of Unix.
 */
export async function feedWatchdog(
  environment: NodeJS.ProcessEnv,
  clock: Clock,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const everyMs = watchdogMs(environment);
  if (everyMs === undefined) return;
  for (;;) {
    execFile('systemd-notify', ['WATCHDOG=1'], { env: environment }, (error) => {
      if (error !== null) log.warn({ err: error }, 'the watchdog of systemd could not be told');
    });
    // Twice as often as it has to be: one that is late is made up for.
    await clock.sleep(everyMs / 2);
  }
}
