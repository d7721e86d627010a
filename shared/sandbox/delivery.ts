import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Fault } from './faults.ts';
import type { Reply } from './reply.ts';

const compress = promisify(gzip);

/** A reply as the bytes that travel. */
interface WireReply extends Omit<Reply, 'body'> {
  readonly body: Buffer;
}

/** Puts a reply on the wire, compressed when that is asked for, and spoils it on the way as the fault says. */
export async function deliver(
  response: ServerResponse,
  reply: Reply,
  { isCompressed, fault }: { isCompressed: boolean; fault: Fault | undefined },
): Promise<void> {
  if (fault?.kind === 'reset' && fault.afterBytes === undefined) {
    response.socket?.resetAndDestroy();
    return;
  }
  const wire =
    isCompressed && reply.body !== '' ? await compressed(reply) : { ...reply, body: Buffer.from(reply.body) };
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

async function compressed(reply: Reply): Promise<WireReply> {
  const headers = { ...reply.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' };
  return { ...reply, headers, body: await compress(reply.body, { level: 3 }) };
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
