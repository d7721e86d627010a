import type { Logger } from 'pino';

/**
 * From now on a promise that was rejected and that nobody waited for ends the process with 1, whether the bot is
 * starting, at work or stopping: nobody can say what it left undone, and a fresh start takes up what is due.
 */
export function endOnUnhandledRejections(log: Logger): void {
  process.on('unhandledRejection', (reason) => {
    log.fatal({ err: reason }, 'a promise was rejected that nobody waited for; the process ends');
    process.exit(1);
  });
}
