import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Fault } from './faults.ts';
import type { Reply } from './reply.ts';

const compress = promisify(gzip);

/** A reply as the bytes that travel. */
interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Puts a reply on the wire, compressed when the client accepts gzip, and spoils it on the way as the fault says. */
export async function deliver(
  response: ServerResponse,
  reply: Reply,
  acceptEncoding: string | undefined,
  fault: Fault | undefined,
): Promise<void> {
  if (fault?.kind === 'reset' && fault.afterBytes === undefined) {
    response.socket?.resetAndDestroy();
    return;
  }
  const wire = await encode(reply, acceptsGzip(acceptEncoding));
  const half = Math.floor(wire.body.length / 2);
  switch (fault?.kind) {
    case 'stall':
      return begin(response, wire, half);
    case 'reset':
      return begin(response, wire, fault.afterBytes ?? 0, () => response.socket?.resetAndDestroy());
    case 'truncate': {
      const cut = fault.afterBytes ?? half;
      if (fault.framing === 'close') return endEarly(response, wire, cut);
      return begin(response, wire, cut, () => response.socket?.destroy());
    }
    default:
      response.writeHead(wire.status, { ...wire.headers, 'content-length': wire.body.length });
      response.end(wire.body);
  }
}

/** Promises the whole body, sends the first bytes of it and leaves the rest to `then`. */
function begin(response: ServerResponse, wire: WireReply, bytes: number, then = () => {}): void {
  response.writeHead(wire.status, { ...wire.headers, 'content-length': wire.body.length });
  response.flushHeaders();
  response.write(wire.body.subarray(0, bytes), then);
}

/** Sends the first bytes as if they were all: nothing but the content tells that something is missing. */
function endEarly(response: ServerResponse, wire: WireReply, bytes: number): void {
  response.useChunkedEncodingByDefault = false;
  response.writeHead(wire.status, { ...wire.headers, connection: 'close' });
  response.end(wire.body.subarray(0, bytes));
}

async function encode(reply: Reply, withGzip: boolean): Promise<WireReply> {
  const { status, headers } = reply;
  if (!withGzip || reply.body === '') return { status, headers, body: Buffer.from(reply.body) };
  const body = await compress(reply.body, { level: 3 });
  return { status, headers: { ...headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' }, body };
}

/** Whether an Accept-Encoding header names gzip (or *) with a weight other than 0. */
function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return (acceptEncoding ?? '').split(',').some((entry) => {
    const [coding = '', ...weights] = entry.split(';').map((part) => part.trim().toLowerCase());
    return (
      (coding === 'gzip' || coding === '*') && !weights.some((weight) => /^q\s*=\s*0(\.0*)?$/.test(weight))
    );
  });
}
