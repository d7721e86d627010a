import { RetailDataError } from '../../errors/errors.ts';
import type { Origin } from '../../errors/failures.ts';
import { bodyOf, textOf } from '../../http/body.ts';
import { errorFromTransport } from '../../http/request.ts';
import { createUndiciTransport } from '../../transport/undici.ts';
import type { ServiceSettings } from '../settings.ts';

/** What came, with the subscription key masked. */
export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export type Key = 'own' | 'wrong';

/** No whole answer came; the message says why, in a few words. */
export class NoAnswer extends Error {}

/** Asks once for what stands below the base URL, whatever the answer is. @throws NoAnswer */
export type Ask = (
  origin: Origin & { path: string },
  query: Readonly<Record<string, string>>,
  key: Key,
) => Promise<Answer>;

const WRONG_KEY = '0'.repeat(32);
const TIMEOUT_MS = 60_000;

/** The client's own way to the service, with the key and with a wrong one. */
export function createAsk(
  { baseUrl, subscriptionKey, environment }: ServiceSettings,
  redact: (text: string) => string,
  signal: AbortSignal,
): { readonly ask: Ask; close(): Promise<unknown> } {
  const own = createUndiciTransport({ baseUrl, subscriptionKey, environment });
  const wrong = createUndiciTransport({ baseUrl, subscriptionKey: WRONG_KEY, environment });
  const ask: Ask = async (operation, query, key) => {
    const transport = key === 'own' ? own : wrong;
    const request = { method: 'GET', path: operation.path, query, timeoutMs: TIMEOUT_MS, signal } as const;
    const explain = (error: unknown) => errorFromTransport(error, operation, request);
    try {
      const response = await transport.send({ ...request, headers: { accept: 'application/json' } });
      const ended = async () => {};
      const body = bodyOf(response, { origin: operation, redact, came() {}, explain, ended });
      const { text } = await textOf(body, operation);
      const headers = Object.entries(response.headers).map(([name, value]) => [name, redact(value)]);
      return { status: response.status, headers: Object.fromEntries(headers.toSorted()), text: redact(text) };
    } catch (error) {
      signal.throwIfAborted();
      const explained = explain(error);
      if (!(explained instanceof RetailDataError)) throw explained;
      // What waiting does not help against says what does.
      const advice = explained.kind === 'connection' && !explained.isTemporary ? ` ${explained.advice}` : '';
      throw new NoAnswer(`${explained.message}${advice}`);
    }
  };
  return { ask, close: () => Promise.all([own.close(), wrong.close()]) };
}
