import type { Logger } from 'pino';

/** npm passes Ctrl-C on to a process that the terminal has told already; that echo is no second signal. */
const ECHO_MS = 500;

/** Resolves on Ctrl-C or SIGTERM, or when whoever read the output has gone. A second signal ends the process at once. */
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
 * From now on an unhandled rejection ends the process with 1, whether the bot is starting, at work or stopping: nobody
 * can say what it left undone, and a fresh start takes up what is due.
 */
export function exitOnUnhandledRejection(log: Logger): void {
  process.on('unhandledRejection', (reason) => {
    log.fatal({ err: reason }, 'a promise was rejected that nobody waited for; the process ends');
    process.exit(1);
  });
}
