import { parse } from 'node:path';
import type { CallerPort } from '../../bot/workers/channel.ts';
import {
  controlWorker,
  type StartWorker,
  type StartWorkers,
  serveUntilClosed,
  type WorkerModule,
} from '../../bot/workers/worker.ts';

/** One by one, so that Vite knows which tests a change of theirs matters to. */
const MODULES: Readonly<Record<string, () => Promise<WorkerModule>>> = {
  readWorker: () => import('../../bot/readWorker.ts'),
  importProcess: () => import('../../bot/importProcess.ts'),
  workbookProcess: () => import('../../bot/workbooks/workbookProcess.ts'),
  damageProcess: () => import('../../bot/health/damageProcess.ts'),
};

/**
 * Serves a worker in the thread that starts it, by messages that are copied as they are between threads: to start a thread
 * or a process takes longer than the work of most tests. One that is terminated answers no more.
 */
const startHere: StartWorker = (file, data) => {
  const [port, served] = connectedPorts();
  const ended = Promise.withResolvers<Error>();
  const serve = async () => {
    const load = MODULES[parse(file.pathname).name];
    if (load === undefined) throw new Error(`${file.href} is no worker that tests know.`);
    const { open } = await load();
    serveUntilClosed(served, open, () => ended.resolve(new Error('The worker was closed.')));
  };
  serve().catch(ended.resolve);
  const terminate = () => ended.resolve(new Error('The worker was ended.'));
  return controlWorker({ port, ended: ended.promise, terminate }, data);
};

/** For `startBot`. */
export const WORKERS_HERE: StartWorkers = { thread: startHere, process: startHere };

function connectedPorts(): [CallerPort, CallerPort] {
  const one = Promise.withResolvers<Listener>();
  const other = Promise.withResolvers<Listener>();
  return [portBetween(one, other.promise), portBetween(other, one.promise)];
}

type Listener = (message: unknown) => void;

function portBetween(own: PromiseWithResolvers<Listener>, other: Promise<Listener>): CallerPort {
  return {
    onMessage: own.resolve,
    postMessage(message) {
      const copy: unknown = structuredClone(message);
      void other.then((listener) => listener(copy));
    },
    ref() {},
    unref() {},
  };
}
