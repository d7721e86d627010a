/** npm passes Ctrl-C on to a process that the terminal has told already; that echo is not a second wish. */
const ECHO_MS = 500;

/** Resolves on Ctrl-C or SIGTERM, or when whoever read the output has gone. A second signal ends the process at once. */
export function waitForShutdownSignal(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    const stop = () => {
      const now = performance.now();
      if (askedAt !== undefined && now - askedAt > ECHO_MS) process.exit(130);
      askedAt ??= now;
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    process.stdout.on('error', () => resolve());
  });
}
