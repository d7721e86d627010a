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
