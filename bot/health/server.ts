import { createServer, type Server } from 'node:http';
import { portErrorOf } from '../settings/portError.ts';
import type { Readiness } from './readiness.ts';

/** The server of /livez, /readyz and /metrics. */
export interface HealthServer {
  /** The port it listens on. */
  readonly port: number;
  close(): Promise<void>;
}

const PLAIN = 'text/plain; charset=utf-8';
const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Listens on the interface with the address `host`. With port 0, on any free port. It answers from the start: whatever
 * isn't available yet is not ready.
 * @throws PortError
 */
export async function startHealthServer(
  host: string,
  port: number,
  readiness: () => Promise<Readiness>,
  metrics: () => Promise<string>,
): Promise<HealthServer> {
  const server = createServer(async (request, response) => {
    const send = (status: number, text: string, type = PLAIN) =>
      response.writeHead(status, { 'content-type': type }).end(text);
    const [path] = (request.url ?? '').split('?');
    try {
      if (path === '/livez') send(200, 'ok\n');
      else if (path === '/metrics') send(200, await metrics(), PROMETHEUS);
      else if (path === '/readyz') {
        const { isReady, text } = await readiness();
        send(isReady ? 200 : 503, text);
      } else send(404, 'There are /livez, /readyz and /metrics.\n');
    } catch {
      send(503, 'not ready\n');
    }
  });
  await listening(server, host, port);
  const address = server.address();
  return {
    port: address === null || typeof address === 'string' ? port : address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // Not `once`: an error without a listener would end the process.
    server.on('error', (error) => reject(portErrorOf(error, 'HEALTH_PORT', port) ?? error));
    server.listen(port, host, () => resolve());
  });
}
