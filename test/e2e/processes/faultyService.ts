import { request as ask } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Clock } from 'retail-data-client';
import { type Answer, answerWith, createFaultPlan, type FaultPlan } from '../../../bot/demo/slack/faults.ts';
import { listenOnLoopback } from '../../../bot/demo/slack/loopback.ts';

/** The service behind a bad line: a proxy in front of the sandbox that counts what reaches it. */
export interface FaultyService {
  readonly url: string;
  readonly faults: FaultPlan;
  /** Instants of the calls of accumulated stock, whatever became of them. */
  readonly stockCalls: readonly number[];
  close(): Promise<void>;
}

const STOCK = 'accumulated-stock';
const OPERATIONS = [STOCK, 'daily-sales', 'stores', 'permission'];

/** Rules name an operation by the word of its path: accumulated-stock, daily-sales, stores, permission. */
export async function startFaultyService(options: {
  readonly upstream: string;
  readonly clock: Clock;
}): Promise<FaultyService> {
  const faults = createFaultPlan();
  const stockCalls: number[] = [];
  const server = await listenOnLoopback(async (request, response) => {
    const path = request.url ?? '/';
    const name = OPERATIONS.find((operation) => path.includes(operation)) ?? path;
    const body = await text(request);
    if (name === STOCK) stockCalls.push(options.clock.now());
    const { host: _host, 'accept-encoding': _encoding, ...headers } = request.headers;
    const carryOut = () => passOn(options.upstream + path, request.method ?? 'GET', headers, body);
    await answerWith(faults.next({ name, channel: undefined }), carryOut, response, options.clock);
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    faults,
    stockCalls,
    close: () => server.close(),
  };
}

function passOn(
  url: string,
  method: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = ask(url, { method, headers: { ...headers, connection: 'close' } }, async (response) => {
      const kept = Object.entries(response.headers).filter(
        ([name]) => !['connection', 'transfer-encoding', 'content-length', 'keep-alive'].includes(name),
      );
      resolve({
        status: response.statusCode ?? 502,
        headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
        body: await text(response),
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}
