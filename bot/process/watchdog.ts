import { execFile } from 'node:child_process';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';

/** The interval of systemd's watchdog in milliseconds; undefined without one. */
function watchdogMs({ NOTIFY_SOCKET, WATCHDOG_USEC }: NodeJS.ProcessEnv): number | undefined {
  const microseconds = Number(WATCHDOG_USEC);
  return NOTIFY_SOCKET === undefined || !(microseconds > 0) ? undefined : microseconds / 1_000;
}

/**
 * Notifies systemd's watchdog for as long as the event loop runs, so that systemd restarts a process that hangs. Uses
 * `systemd-notify`, because Node has no Unix datagram sockets.
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
    // Twice per interval, so that one late notification does no harm.
    await clock.sleep(everyMs / 2);
  }
}
