import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export interface Loopback {
  readonly port: number;
  close(): Promise<void>;
}

export const LOOPBACK = '127.0.0.1';

/**
 * A server on the loopback interface, or on another one that is asked for; what goes wrong inside ends the connection, as
 * it would on the way.
 * @throws the error of Node when the port is in use
 */
export async function listenOnLoopback(
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  upgrade?: (request: IncomingMessage, socket: Duplex) => void,
  port = 0,
  host = LOOPBACK,
): Promise<Loopback> {
  const server = createServer((request, response) => {
    request.on('error', () => response.destroy());
    response.on('error', () => response.destroy());
    serve(request, response).catch(() => response.destroy());
  });
  if (upgrade !== undefined) server.on('upgrade', upgrade);
  // A test in which hours pass in one long stretch of work must not find its connection closed by the real clock.
  server.keepAliveTimeout = 0;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port on the loopback interface');
  return {
    port: address.port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Below the ports that systems give to whoever asks for any: none is gone before it is listened on. */
const PORTS = { from: 10_000, to: 32_768 };
const MOST_KEPT = 200;
const kept: Socket[] = [];

/**
 * A port that is free, for somebody who listens on it later. It is kept by the same port of UDP, on which nobody listens:
 * no process is given it a second time, until this one ends or has asked for many more.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    const socket = await keep(port);
    if (socket === undefined) continue;
    if (await isFree(port)) {
      kept.push(socket);
      if (kept.length > MOST_KEPT) kept.shift()?.close();
      return port;
    }
    socket.close();
  }
}

/** Undefined where somebody has it. */
async function keep(port: number): Promise<Socket | undefined> {
  const socket = createSocket('udp4').unref();
  socket.bind({ port, address: LOOPBACK, exclusive: true });
  try {
    await once(socket, 'listening');
    return socket;
  } catch {
    socket.close();
    return undefined;
  }
}

async function isFree(port: number): Promise<boolean> {
  try {
    await (await listenOnLoopback(async () => {}, undefined, port)).close();
    return true;
  } catch {
    return false;
  }
}
