/** What of a Node stream is needed here, without importing it: n8n's checks forbid `node:stream`. */
interface ByteStream extends AsyncIterable<Uint8Array> {
  on(event: 'error', listener: () => void): unknown;
}

/** The bytes of an answer; `explain` makes the error of one that breaks off. */
export function readBody(body: unknown, explain: (error: unknown) => Error): AsyncIterable<Uint8Array> {
  if (!isByteStream(body)) return wholeBody(body);
  // A body that nobody reads may still break; without a listener that would end the whole process.
  body.on('error', () => undefined);
  return readStream(body, explain);
}

async function* readStream(
  body: ByteStream,
  explain: (error: unknown) => Error,
): AsyncGenerator<Uint8Array, void, undefined> {
  let broken: unknown;
  try {
    for await (const chunk of body) yield chunk;
    return;
  } catch (error) {
    broken = error;
  }
  throw explain(broken);
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
    Symbol.asyncIterator in body &&
    'on' in body &&
    typeof body.on === 'function'
  );
}
