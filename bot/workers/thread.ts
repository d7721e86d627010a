import { extname } from 'node:path';
import { type MessagePort, parentPort, Worker as Thread } from 'node:worker_threads';
import type { CallerPort } from './channel.ts';
import { controlWorker, type OpenService, serveUntilClosed, type Worker } from './worker.ts';

/** In the same folder, with the same extension: TypeScript here, JavaScript in the built bot. */
const MAIN = new URL(`./threadMain${extname(import.meta.url)}`, import.meta.url);

/** Starts the module at `file`, which exports `open`, as a thread and sends it `data`. */
export function startThread(file: URL, data: unknown): Worker {
  const thread = new Thread(MAIN, { argv: [file.href] });
  const ended = new Promise<Error>((resolve) => {
    thread.once('error', (error) => resolve(error instanceof Error ? error : new Error(String(error))));
    thread.once('exit', (code) =>
      resolve(new Error(`The thread ended with code ${code} before it had answered.`)),
    );
  });
  return controlWorker({ port: portOf(thread), ended, terminate: () => void thread.terminate() }, data);
}

/** Runs a thread from start to end: opens its service and answers calls until it is closed. */
export function serveInThread<Data>(open: OpenService<Data>): void {
  const port = parentPort;
  if (port === null) throw new Error('This file is started as a thread by the bot, not by itself.');
  serveUntilClosed(portOf(port), open, () => port.close());
}

/** The channel to a thread, or to its parent. */
export function portOf(end: MessagePort | Thread): CallerPort {
  return {
    onMessage: (listener) => void end.on('message', listener),
    postMessage: (message) => end.postMessage(message),
    ref: () => end.ref(),
    unref: () => end.unref(),
  };
}
