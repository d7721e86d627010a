import { createServer, type Server } from 'node:http';
import { sql } from 'kysely';
import type { Digests } from '../digest/startDigests.ts';

/** What is served at /livez, /readyz and /metrics, on the loopback interface alone. */
export interface HealthServer {
  /** The port it listens on. */
  readonly port: number;
  close(): Promise<void>;
}

export interface HealthOptions {
  readonly digests: Digests;
  /** Whether Slack answers; undefined while nothing is known of it. */
  readonly isInSlack: () => Promise<boolean>;
  /** 0 for any free port. */
  readonly port: number;
}

/** A sweep every minute, and two that may fail. */
const LONGEST_SILENCE_MS = 3 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** @throws Error when the port is taken */
export async function startHealthServer(options: HealthOptions): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0];
    const send = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
    if (path === '/livez') return send(200, 'ok\n');
    if (path !== '/readyz' && path !== '/metrics')
      return send(404, 'There are /livez, /readyz and /metrics.\n');
    const answer =
      path === '/readyz' ? readiness(options) : metrics(options).then((text) => ({ status: 200, text }));
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
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

async function readiness({ digests, isInSlack }: HealthOptions): Promise<{ status: number; text: string }> {
  const { parts } = digests;
  const last = digests.lastSweepAt();
  const checks = {
    database: await sql`select 1`.execute(parts.database).then(
      () => true,
      () => false,
    ),
    slack: await isInSlack(),
    sweeper: last !== undefined && parts.clock.now() - last < LONGEST_SILENCE_MS,
    running: !parts.signal.aborted,
  };
  const lines = Object.entries(checks).map(([name, isWell]) => `${name}: ${isWell ? 'ok' : 'not ready'}\n`);
  return { status: Object.values(checks).every(Boolean) ? 200 : 503, text: lines.join('') };
}

/** The text format of Prometheus. No label holds a name or a figure of the service. */
async function metrics({ digests }: HealthOptions): Promise<string> {
  const { parts } = digests;
  const now = await parts.time.now();
  const states = await parts.ledger.countsSince(now - DAY_MS);
  const last = digests.lastSweepAt();
  return [
    '# HELP digest_runs Digests that were due in the last 24 hours, by state.',
    '# TYPE digest_runs gauge',
    ...[...states].map(([state, count]) => `digest_runs{state="${state}"} ${count}`),
    '# HELP digest_sweep_age_seconds Time since the sweeper last did its round.',
    '# TYPE digest_sweep_age_seconds gauge',
    ...(last === undefined ? [] : [`digest_sweep_age_seconds ${(parts.clock.now() - last) / 1_000}`]),
    '# HELP process_resident_memory_bytes Memory of the process.',
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    '',
  ].join('\n');
}
