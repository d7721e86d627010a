import { type MessagePort, parentPort } from 'node:worker_threads';
import { RetailDataError } from 'retail-data-client/errors';
import { END, type ThreadCall, type ThreadErrorFields, type ThreadReply } from './thread.ts';

/** The file of a thread was loaded by the main thread. */
export class NoThreadError extends Error {
  constructor() {
    super('This file is started as a thread by the bot, not by itself.');
    this.name = 'NoThreadError';
  }
}

/**
 * The whole life of a thread: builds what it offers, answers calls until it is asked to end, then closes. `signal`
 * is aborted when it is.
 */
export function answerCalls<Offered extends object>(
  build: (signal: AbortSignal) => Promise<Offered>,
  close: (offered: Offered) => Promise<void>,
): void {
  const port = parentPort;
  if (port === null) throw new NoThreadError();
  const ending = new AbortController();
  const built = build(ending.signal);
  // A failure is told to whoever calls.
  built.catch(() => {});

  port.on('message', (message: ThreadCall | typeof END) => {
    if (message === END) void end(port, ending, built, close);
    else void answer(port, built, message);
  });
}

async function answer<Offered extends object>(
  port: MessagePort,
  built: Promise<Offered>,
  { id, method, parameters }: ThreadCall,
): Promise<void> {
  let reply: ThreadReply;
  try {
    const offered = await built;
    const work: unknown = Reflect.get(offered, method);
    if (typeof work !== 'function') throw new Error(`The thread knows no ${method}.`);
    reply = { id, value: await Reflect.apply(work, offered, [...parameters]) };
  } catch (error) {
    reply = { id, error: fieldsOf(error) };
  }
  port.postMessage(reply);
}

async function end<Offered extends object>(
  port: MessagePort,
  ending: AbortController,
  built: Promise<Offered>,
  close: (offered: Offered) => Promise<void>,
): Promise<void> {
  ending.abort(new Error('the bot is stopping'));
  try {
    await close(await built);
  } finally {
    port.close();
  }
}

function fieldsOf(error: unknown): ThreadErrorFields {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message } = error;
  return error instanceof RetailDataError
    ? { name, message, kind: error.kind, status: error.status }
    : { name, message };
}
