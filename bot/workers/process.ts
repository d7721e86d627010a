import { fork } from 'node:child_process';
import { extname } from 'node:path';
import type { CallerPort, Port } from './channel.ts';
import { controlWorker, type OpenService, serveUntilClosed, type Worker } from './worker.ts';

/** Longer than any working call takes. A process that hangs is ended, and its call retried like any failed one. */
const DEADLINE_MS = 60 * 60_000;

/** In the same folder, with the same extension: TypeScript here, JavaScript in the built bot. */
const MAIN = new URL(`./processMain${extname(import.meta.url)}`, import.meta.url);

/**
 * Starts the module at `file`, which exports `open`, as a process and sends it `data`. It ends with this process, and
 * when a call takes longer than `deadlineMs`. Unlike a thread, it returns its memory to the machine.
 */
export function startProcess(file: URL, data: unknown, deadlineMs = DEADLINE_MS): Worker {
  const child = fork(MAIN, [file.href], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // A group of its own: Ctrl-C or a signal to the whole group would end a process that does not listen yet.
    detached: true,
  });
  const ended = Promise.withResolvers<Error>();
  child.once('error', ended.resolve);
  // Messages sent before the exit may still arrive until 'disconnect'.
  const disconnected = new Promise((resolve) => child.once('disconnect', resolve));
  child.once('exit', async (code, signal) => {
    await disconnected;
    const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
    ended.resolve(new Error(`The process ${how} before it had answered.`));
  });
  const port: CallerPort = {
    onMessage: (listener) => void child.on('message', listener),
    // Ignore send errors: `ended` rejects the call when the process has just exited.
    postMessage: (message) => void child.send(message, () => {}),
    ref() {
      child.ref();
      child.channel?.ref();
    },
    unref() {
      child.unref();
      child.channel?.unref();
    },
  };
  const terminate = () => void child.kill('SIGKILL');
  const worker = controlWorker({ port, ended: ended.promise, terminate }, data);
  return {
    ...worker,
    async call(method, parameters) {
      const timer = setTimeout(() => {
        ended.resolve(new Error(`The process did not answer within ${deadlineMs / 60_000} minutes.`));
        terminate();
      }, deadlineMs).unref();
      try {
        return await worker.call(method, parameters);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Runs a process from start to end: opens its service and answers calls until it is closed. */
export function serveInProcess<Data>(open: OpenService<Data>): void {
  if (process.send === undefined)
    throw new Error('This file is started as a process by the bot, not by itself.');
  // Ignore a supervisor's signal to every process of the bot: the bot decides when this process stops.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit(1));
  let sent: Promise<unknown> = Promise.resolve();
  const port: Port = {
    onMessage: (listener) => void process.on('message', listener),
    postMessage(message) {
      sent = new Promise((resolve) => process.send?.(message, resolve));
    },
  };
  serveUntilClosed(port, open, () => void sent.then(() => process.exit(0)));
}
