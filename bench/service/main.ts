import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Tally } from '../tally.ts';
import { type Body, type BodyName, type BodySize, makeBody } from './bodies.ts';

/** What the bench asks of this process, as its first parameter. */
export interface ServiceOrder {
  readonly bodies: readonly BodyName[];
  readonly size: BodySize;
}

/** What this process says once it serves: each body stands below a path of its name. */
export interface ServiceReady {
  readonly origin: string;
  readonly written: Readonly<Partial<Record<BodyName, Tally>>>;
}

/**
 * The service of the bench: whole answers from memory, in a process of its own. As the service does for daily sales,
 * it gives no total, so a client that reads to the end asks once more from the last row on, and then for what is behind
 * it, and gets an empty array. Stock has a total. A request for one product, which the bench sends to open the
 * connection, has no rows.
 */
const order: ServiceOrder = JSON.parse(process.argv[2] ?? '');
const bodies = new Map<string, Body>();
const written: Partial<Record<BodyName, Tally>> = {};
for (const name of order.bodies) {
  const body = await makeBody(name, order.size);
  bodies.set(name, body);
  written[name] = body.written;
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const name = url.pathname.split('/')[1] ?? '';
  const body = bodies.get(name);
  response.setHeader('content-type', 'application/json');
  if (body === undefined) return refuse(response, `There is no body named "${name}".`);
  const oneProduct = url.searchParams.has('productId');
  const start = Number(url.searchParams.get('start') ?? 0);
  if (name === 'stock') response.setHeader('x-total-count', oneProduct ? 0 : body.written.rows);
  if (oneProduct || start >= body.written.rows) return response.end('[]');
  if (start === body.written.rows - 1) return response.end(body.lastPage);
  if (start !== 0) return refuse(response, `The whole answer begins at 0, not ${start}.`);
  if (name === 'gzip') response.setHeader('content-encoding', 'gzip');
  response.setHeader('content-length', body.written.bytes);
  try {
    await pipeline(Readable.from(body.pieces), response);
  } catch {
    // The contender is gone; why is said by whoever started it.
  }
});

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error("The bench's service has no port.");
const ready: ServiceReady = { origin: `http://127.0.0.1:${address.port}`, written };
process.send?.(ready);
process.once('disconnect', () => process.exit(0));

function refuse(response: ServerResponse, why: string): void {
  response.statusCode = 400;
  response.end(JSON.stringify(why));
}
