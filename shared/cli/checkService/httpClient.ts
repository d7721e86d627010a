import { SUBSCRIPTION_KEY_HEADER } from '../../transport/subscriptionKey.ts';
import type { ServiceSettings } from '../settings.ts';

/** What came, with the subscription key masked. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

export type Key = 'own' | 'wrong';

/** No whole answer came; the message says why, in a few words. */
export class NoAnswer extends Error {}

/**
 * Gets what stands below the base URL, before any client reads it. Follows no redirect.
 * @throws NoAnswer
 */
export type HttpClient = (target: string, key: Key) => Promise<Answer>;

const WRONG_KEY = '0'.repeat(32);
const TIMEOUT_MS = 60_000;
/** Far above everything that is asked for: a body without an end must not fill the memory. */
const MAX_BYTES = 32 * 1024 * 1024;

export function createHttpClient(
  { baseUrl, subscriptionKey }: ServiceSettings,
  redact: (text: string) => string,
  stop: AbortSignal,
): HttpClient {
  return async (target, key) => {
    const headers = {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      [SUBSCRIPTION_KEY_HEADER]: key === 'own' ? subscriptionKey : WRONG_KEY,
    };
    const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const response = await fetch(`${baseUrl}${target}`, { headers, redirect: 'manual', signal });
      return {
        status: response.status,
        headers: [...response.headers].map(([name, value]) => [name, redact(value)] as const),
        text: redact(await readText(response)),
      };
    } catch (error) {
      stop.throwIfAborted();
      throw new NoAnswer(redact(reasonOf(error)));
    }
  };
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('the answer is larger than 32 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Behind "fetch failed", the cause names what failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause = error } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
