import type { RequestTime } from './requestTime.ts';

/** What of a Node stream is needed here, without importing it: n8n's checks forbid `node:stream`. */
interface ByteStream {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  pause(): unknown;
  resume(): unknown;
  destroy(): unknown;
}

/**
 * So much is taken ahead of the reader. A stream that is iterated stops the connection after each 64 kB, and on a busy
 * machine every stop costs a turn of service and reader: a few megabytes then take twice as long.
 */
const MOST_AHEAD_BYTES = 1024 * 1024;

/** The bytes of an answer; `explain` makes the error of one that breaks off. */
export function readBody(
  body: unknown,
  time: RequestTime,
  explain: (error: unknown) => Error,
): AsyncIterable<Uint8Array> {
  return isByteStream(body) ? readStream(new ReadAhead(body), time, explain) : wholeBody(body);
}

async function* readStream(
  ahead: ReadAhead,
  time: RequestTime,
  explain: (error: unknown) => Error,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (;;) {
      const chunks = await ahead.take();
      if (chunks.length === 0) break;
      time.pause();
      yield* chunks;
      time.resume();
    }
  } finally {
    ahead.leave();
  }
  if (ahead.failure !== undefined) throw explain(ahead.failure.error);
}

class ReadAhead {
  /** What broke the stream. */
  failure: { readonly error: unknown } | undefined;
  readonly #body: ByteStream;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isOver = false;
  #isFlowing = false;
  #wake: () => void = () => undefined;

  /** Nothing is taken before the first `take`; but a body that nobody reads may still break, and would end n8n. */
  constructor(body: ByteStream) {
    this.#body = body;
    body.on('error', (error) => this.#end({ error }));
    body.on('close', () => this.#end({ error: new BrokenOff() }));
    body.on('end', () => this.#end(undefined));
  }

  /** All that has come and was not taken yet, at least one chunk; none when nothing will come any more. */
  async take(): Promise<readonly Uint8Array[]> {
    this.#flow();
    while (this.#chunks.length === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const taken = this.#chunks;
    this.#chunks = [];
    this.#bytes = 0;
    return taken;
  }

  /** Ends the connection of a body that was not read to its end. */
  leave(): void {
    this.#body.destroy();
  }

  #flow(): void {
    if (this.#isFlowing) {
      this.#body.resume();
      return;
    }
    this.#isFlowing = true;
    this.#body.on('data', (chunk) => this.#add(chunk));
  }

  #add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes >= MOST_AHEAD_BYTES) this.#body.pause();
    this.#wake();
  }

  #end(failure: { readonly error: unknown } | undefined): void {
    if (!this.#isOver) this.failure = failure;
    this.#isOver = true;
    this.#wake();
  }
}

/** Named as Node names it. */
class BrokenOff extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}

/** n8n gives no stream where it answers in the service's stead, as its evaluation runs do. */
async function* wholeBody(body: unknown): AsyncGenerator<Uint8Array, void, undefined> {
  if (body instanceof Uint8Array) yield body;
  else yield new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body ?? null));
}

function isByteStream(body: unknown): body is ByteStream {
  return (
    typeof body === 'object' &&
    body !== null &&
    ['on', 'pause', 'resume', 'destroy'].every((name) => typeof Reflect.get(body, name) === 'function')
  );
}
