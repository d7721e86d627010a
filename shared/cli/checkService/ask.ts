import { RetailDataError } from '../../errors/errors.ts';
import { failureOf, type Origin } from '../../errors/failures.ts';
import { bodyOf, textOf } from '../../http/body.ts';
import { TransportFailure } from '../../transport/transport.ts';
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
/** Far above everything that is asked for: a body without an end must not fill the memory. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The client's own way to the service, with the key and with a wrong one. */
export function createAsk(
  { baseUrl, subscriptionKey, environment }: ServiceSettings,
  redact: (text: string) => string,
  signal: AbortSignal,
): { readonly ask: Ask; close(): Promise<unknown> } {
  const [own, wrong] = [subscriptionKey, WRONG_KEY].map((key) =>
    createUndiciTransport({ baseUrl, subscriptionKey: key, environment }),
  );
  const ask: Ask = async (operation, query, key) => {
    const transport = key === 'own' ? own : wrong;
    let bytes = 0;
    const request = { method: 'GET', path: operation.path, query, timeoutMs: TIMEOUT_MS, signal } as const;
    try {
      const response = await transport?.send({ ...request, headers: { accept: 'application/json' } });
      if (response === undefined) throw new NoAnswer('there is no connection');
      const body = bodyOf(response, {
        origin: operation,
        redact,
        came(length) {
          bytes += length;
          if (bytes > MOST_BYTES)
            throw failureOf('tooLong', operation, { limit: `${MOST_BYTES / 1024 / 1024} MB` });
        },
        explain: (error) => error,
        ended: async () => {},
      });
      const { text } = await textOf(body, operation);
      const headers = Object.entries(response.headers).map(([name, value]) => [name, redact(value)]);
      return { status: response.status, headers: Object.fromEntries(headers.toSorted()), text: redact(text) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TransportFailure) {
        const { kind, message: detail, advice } = error;
        throw new NoAnswer(
          kind === 'refused'
            ? `${detail}. ${advice}`
            : failureOf(kind, operation, { detail, seconds: TIMEOUT_MS / 1000 }).message,
        );
      }
      if (error instanceof RetailDataError) throw new NoAnswer(error.message);
      throw error;
    }
  };
  return { ask, close: () => Promise.all([own?.close(), wrong?.close()]) };
}
