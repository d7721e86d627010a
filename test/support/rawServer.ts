import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** One request as it came over the wire. */
export interface RawRequest {
  /** `GET /path?query HTTP/1.1` and the header lines. */
  readonly head: string;
  readonly body: string;
}

export interface RawServer {
  readonly url: string;
  readonly requests: readonly RawRequest[];
  /** Connections that are open now. */
  openSockets(): number;
  /** Resolves once no connection is open. */
  allClosed(): Promise<void>;
}

/**
 * A server on the loopback interface that sends exactly the bytes the test writes, so that it can stall, reset and
 * stop in the middle. `answer` is called once per request, with its number from 0 up. Ends with the test.
 */
export async function startRawServer(
  answer: (socket: Socket, number: number, request: RawRequest) => void,
): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (text) => {
      received += text;
      const request = wholeRequest(received);
      if (request === undefined) return;
      received = '';
      requests.push(request);
      answer(socket, requests.length - 1, request);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      server.emit('socketGone');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    openSockets: () => sockets.size,
    async allClosed() {
      while (sockets.size > 0) await once(server, 'socketGone');
    },
  };
}

function wholeRequest(received: string): RawRequest | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = received.slice(0, end);
  const body = received.slice(end + 4);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return body.length < length ? undefined : { head, body };
}

/** A whole HTTP answer with a content-length. */
export function httpAnswer(
  body: string | Buffer,
  headers: Record<string, string> = {},
  status = 200,
): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([httpHead({ 'content-length': String(bytes.length), ...headers }, status), bytes]);
}

/** The head of an HTTP answer, JSON unless the headers say otherwise. */
export function httpHead(headers: Record<string, string>, status = 200): Buffer {
  const lines = Object.entries({ 'content-type': 'application/json', ...headers });
  return Buffer.from(
    `HTTP/1.1 ${status} Reason\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    'latin1',
  );
}
