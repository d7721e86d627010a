import { createServer, type Server } from 'node:http';
import { portErrorOf } from '../settings/portError.ts';
import { type MetricsOptions, metricsOf } from './metrics.ts';
import { NOT_READY, readServiceFacts, serviceProblem } from './serviceFacts.ts';

/** What is served at /livez, /readyz and /metrics, on the loopback interface alone. */
export interface HealthServer {
  /** The port it listens on. */
  readonly port: number;
  close(): Promise<void>;
}

export interface HealthOptions extends MetricsOptions {
  /** Whether anything that Slack sends arrives here. */
  readonly isReceiving: () => boolean;
  /** Aborted while the bot stops. */
  readonly signal: AbortSignal;
  /** 0 for any free port. */
  readonly port: number;
}

/** A sweep every minute, and two that may fail. */
const MAX_SWEEP_AGE_MS = 3 * 60_000;

/** @throws PortError */
export async function startHealthServer(options: HealthOptions): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0];
    const send = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
    if (path === '/livez') return send(200, 'ok\n');
    if (path !== '/readyz' && path !== '/metrics')
      return send(404, 'There are /livez, /readyz and /metrics.\n');
    const answer =
      path === '/readyz' ? readiness(options) : metricsOf(options).then((text) => ({ status: 200, text }));
    answer.then(
      ({ status, text }) => send(status, text),
      () => send(503, 'database: no answer\n'),
    );
    return response;
  });
  await listening(server, options.port);
  const address = server.address();
  return {
    port: address === null || typeof address === 'string' ? options.port : address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(portErrorOf(error, 'HEALTH_PORT', port) ?? error));
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

async function readiness(options: HealthOptions): Promise<{ status: number; text: string }> {
  const { database, clock, isReceiving, signal, startedAt } = options;
  const last = options.lastSweepAt();
  const refusal = options.slackRefusal();
  const facts = await readServiceFacts(database).catch(() => undefined);
  const isSweeping = last !== undefined && clock.now() - last < MAX_SWEEP_AGE_MS;
  /** What is wrong, with NOT_READY where nothing can be done meanwhile; undefined for what is well. */
  const problems: Readonly<Record<string, string | undefined>> = {
    database: facts === undefined ? NOT_READY : undefined,
    service: facts && serviceProblem(facts, startedAt),
    slack: refusal === undefined ? undefined : `${NOT_READY}: Slack does not accept the bot (${refusal})`,
    connection: isReceiving() ? undefined : NOT_READY,
    sweeper: isSweeping ? undefined : NOT_READY,
    running: signal.aborted ? `${NOT_READY}: the bot is stopping` : undefined,
  };
  const lines = Object.entries(problems).map(([name, problem]) => `${name}: ${problem ?? 'ok'}\n`);
  const isReady = !Object.values(problems).some((problem) => problem?.startsWith(NOT_READY));
  return { status: isReady ? 200 : 503, text: lines.join('') };
}
