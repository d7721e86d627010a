import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { deliver } from './delivery.ts';
import type { Faults } from './faults.ts';
import { type ArrivingCall, createGateway, operationOf } from './gateway.ts';
import type { Service } from './service.ts';

/** A request as it came in; the key is masked. */
export interface SandboxRequest {
  /** Epoch milliseconds by the sandbox's clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** The last value of a repeated parameter. */
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The status that was sent; 0 while or when no status went out. */
  readonly status: number;
}

const KEY_HEADER = 'ocp-apim-subscription-key';
const HOST = '127.0.0.1';

/**
 * Listens on the loopback interface; rejects with the system's error when the port is taken.
 * @param requests gets every request as it comes in
 */
export async function startServer(
  service: Service,
  faults: Faults,
  requests: SandboxRequest[],
): Promise<{ url: string; close(): Promise<void> }> {
  const { port, now } = service.settings;
  const answer = createGateway(service);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    const seen = { ...describe(call, request), at: now(), status: 0 };
    requests.push(seen);
    const fault = faults.next(operationOf(call)?.name);
    if (fault?.kind === 'delay' || fault?.kind === 'tooSlow') {
      await delay(response, fault.milliseconds ?? 0);
      if (response.closed) return;
    }
    const reply = answer(call, fault);
    const losesHeaders = fault?.kind === 'reset' && fault.afterBytes === undefined;
    if (!losesHeaders) seen.status = reply.status;
    // The date of an answer follows the sandbox's clock too.
    const headers = { ...reply.headers, date: new Date(now()).toUTCString() };
    const isCompressed = service.settings.compresses && acceptsGzip(request.headers['accept-encoding']);
    await deliver(response, { ...reply, headers }, { isCompressed, fault });
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: Error) => response.destroy(error));
  });
  // Time is the caller's: no connection is closed because the real clock has gone on.
  server.keepAliveTimeout = 0;
  server.listen(port, HOST);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox listens without a port.');
  return { url: `http://${HOST}:${address.port}`, close: () => closeServer(server) };
}

async function readCall(request: IncomingMessage): Promise<ArrivingCall> {
  const target = request.url ?? '/';
  const [path = '/'] = target.split('?', 1);
  return {
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(target.slice(path.length)),
    key: request.headers[KEY_HEADER]?.toString(),
    contentType: request.headers['content-type'],
    body: await text(request),
    origin: `http://${HOST}:${request.socket.localPort}`,
  };
}

function describe({ method, path, query, body }: ArrivingCall, request: IncomingMessage) {
  const headers = Object.entries(request.headers).map(([name, value]) => {
    return [name, name === KEY_HEADER ? '***' : String(value)] as const;
  });
  return { method, path, query: Object.fromEntries(query), headers: Object.fromEntries(headers), body };
}

/** A client that weighs codings (`gzip;q=0.5`) gets the body as it is, which every client accepts. */
function acceptsGzip(acceptEncoding: string | string[] | undefined): boolean {
  return String(acceptEncoding)
    .split(',')
    .some((coding) => coding.trim() === 'gzip');
}

/** Ends early when the client goes away. */
async function delay(response: ServerResponse, milliseconds: number): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  await setTimeout(milliseconds, undefined, { signal: left.signal }).catch(() => {});
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
