import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { DateTime } from 'luxon';
import { deliver } from './delivery.ts';
import type { Faults } from './faults.ts';
import type { ArrivingCall, Gateway } from './gateway.ts';

/** A request as it came in; the key is masked. */
export interface SandboxRequest {
  /** Epoch milliseconds by the sandbox's clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** The last value of a repeated parameter. */
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The status that was sent; 0 while or when no status went out. */
  readonly status: number;
}

const KEY_HEADER = 'ocp-apim-subscription-key';
const HOST = '127.0.0.1';

export interface ServerParts {
  readonly gateway: Gateway;
  readonly faults: Faults;
  readonly now: () => number;
  readonly port: number;
  /** Whether answers are compressed for who accepts it. */
  readonly gzip: boolean;
  /** Every request is put here as it comes in. */
  readonly requests: SandboxRequest[];
}

export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on the loopback interface; rejects with the system's error when the port is taken. */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const server = createServer((request, response) => {
    serve(parts, request, response).catch((error: unknown) => response.destroy(asError(error)));
  });
  server.listen(parts.port, HOST);
  await once(server, 'listening');
  return { url: originOf(server), close: () => closeServer(server) };
}

async function serve(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { gateway, faults, now, requests } = parts;
  const call = await readCall(request);
  const seen = { ...describe(call, request), at: now(), status: 0 };
  requests.push(seen);
  const fault = faults.next(gateway.operationOf(call.method, call.path)?.name);
  if (fault?.kind === 'delay') {
    const clientStays = await delay(response, fault.milliseconds);
    if (!clientStays) return;
  }
  const reply = gateway.answer(call, fault);
  const losesHeaders = fault?.kind === 'reset' && fault.afterBytes === undefined;
  if (!losesHeaders) seen.status = reply.status;
  // The date of an answer follows the sandbox's clock too.
  const date = DateTime.fromMillis(now()).toHTTP();
  const dated = date === null ? reply : { ...reply, headers: { ...reply.headers, date } };
  const encodings = parts.gzip ? single(request.headers['accept-encoding']) : undefined;
  await deliver(response, dated, encodings, fault);
}

async function readCall(request: IncomingMessage): Promise<ArrivingCall> {
  const target = request.url ?? '/';
  const [path = '/'] = target.split('?', 1);
  return {
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(target.slice(path.length)),
    presentedKey: single(request.headers[KEY_HEADER]),
    contentType: request.headers['content-type'],
    body: await text(request),
    origin: `http://${HOST}:${request.socket.localPort}`,
  };
}

function describe(call: ArrivingCall, request: IncomingMessage) {
  const headers = Object.entries(request.headers).map(([name, value]) => {
    return [name, name === KEY_HEADER ? '***' : single(value)] as const;
  });
  return {
    method: call.method,
    path: call.path,
    query: Object.fromEntries(call.query),
    headers: Object.fromEntries(headers),
    body: call.body,
  };
}

/** False when the client went away meanwhile. */
async function delay(response: ServerResponse, milliseconds: number): Promise<boolean> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once('close', leave);
  try {
    await sleep(milliseconds, undefined, { signal: gone.signal });
    return true;
  } catch (error) {
    if (gone.signal.aborted) return false;
    throw error;
  } finally {
    response.off('close', leave);
  }
}

function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('The sandbox has no port after it began to listen. Start it again.');
  }
  return `http://${HOST}:${address.port}`;
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
