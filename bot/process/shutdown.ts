import type { Logger } from 'pino';

/** A repeated signal within this time is npm's echo of Ctrl-C, not a second one. */
const ECHO_MS = 500;

/** Resolves on Ctrl-C, SIGTERM or a closed stdout. A second signal ends the process at once. */
export function waitForShutdownSignal(): Promise<void> {
  return new Promise((resolve) => {
    let signalledAt: number | undefined;
    const stop = () => {
      const now = performance.now();
      if (signalledAt !== undefined && now - signalledAt > ECHO_MS) process.exit(130);
      signalledAt ??= now;
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    process.stdout.on('error', () => resolve());
  });
}

/**
 * Makes an unhandled rejection end the process with 1, because nobody knows what it left undone. A restart continues
 * with what is due.
 */
export function exitOnUnhandledRejection(log: Logger): void {
  process.on('unhandledRejection', (reason) => {
    log.fatal({ err: reason }, 'a promise was rejected that nobody waited for; the process ends');
    process.exit(1);
  });
}
