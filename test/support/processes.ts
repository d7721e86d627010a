import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChildProcess, ForkOptions } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';

export interface ProcessStart {
  readonly file: string;
}
export interface ProcessEnd {
  readonly endedWith: number;
}

const ONE_AFTER_OTHER = new URL('oneAfterOther.ts', import.meta.url);
/** Processes of the bundled bot that do one piece of work, and end. */
const SHORT = /\/retail-data-tests\/bundled-[^/]+\/(?:damage|import|workbook)Process\.js$/;

/** A bot does not wait for the end of one that only looks; its answer is on its way. */
const GRACE_MS = 200;

const childProcess = process.getBuiltinModule('node:child_process');
const { fork } = childProcess;
const waiting: ChildProcess[] = [];

/**
 * Lets each process that the bot starts for a short work be one that has done another: to start Node and to load the bot
 * takes longer than the work of most tests. One that is killed is not used again.
 */
export function keepProcesses(): void {
  const start = (file: URL, options: ForkOptions) =>
    SHORT.test(String(file)) ? new KeptProcess(String(file), options) : fork(file, options);
  Object.defineProperty(childProcess, 'fork', { value: start });
  syncBuiltinESMExports();
}

/** What the bot uses of a ChildProcess. */
class KeptProcess extends EventEmitter {
  readonly #child: ChildProcess;
  #dying: NodeJS.Timeout | undefined;
  readonly channel: { ref(): void; unref(): void } | null | undefined;

  constructor(file: string, options: ForkOptions) {
    super();
    const child = waiting.pop() ?? fork(ONE_AFTER_OTHER, options);
    this.#child = child;
    this.channel = child.channel;
    this.ref();
    this.channel?.ref();
    // What comes of it belongs to whoever has started it.
    const inContext = AsyncLocalStorage.snapshot();
    child.on('message', (message: ProcessEnd | object) => {
      if ('endedWith' in message) return inContext(() => this.#end(message.endedWith));
      inContext(() => this.emit('message', message));
    });
    child.once('error', (error) => inContext(() => this.emit('error', error)));
    child.once('exit', (code, signal) => inContext(() => this.#tellEnd(code, signal)));
    child.send({ file } satisfies ProcessStart);
  }

  send(message: object, done: () => void): void {
    this.#child.send(message, done);
  }

  kill(signal: NodeJS.Signals): void {
    this.#dying ??= setTimeout(() => this.#child.kill(signal), GRACE_MS);
  }

  ref(): void {
    this.#child.ref();
  }

  unref(): void {
    this.#child.unref();
  }

  #end(code: number): void {
    for (const event of ['message', 'error', 'exit']) this.#child.removeAllListeners(event);
    this.unref();
    this.channel?.unref();
    waiting.push(this.#child);
    this.#tellEnd(code, null);
  }

  #tellEnd(code: number | null, signal: NodeJS.Signals | null): void {
    clearTimeout(this.#dying);
    this.kill = () => {};
    this.emit('disconnect');
    this.emit('exit', code, signal);
  }
}
