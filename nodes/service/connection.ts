import { InvalidInputError, TransportFailure } from 'retail-data-client/portable';

/** Before any answer, or while its body came. */
export type FailurePlace = 'unreachable' | 'interrupted';

const TIMED_OUT = /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/;
const BROKE_OFF = /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_BAD_RESPONSE|Z_.*)$/;

/**
 * What went wrong below HTTP, from the error n8n gives. n8n wraps it, so the first error in the chain with a code is
 * meant. The chain itself is dropped: it holds the request and with it the key. An error without a code comes from n8n
 * itself, which refused the address.
 */
export function connectionFailure(
  error: unknown,
  place: FailurePlace,
  deadline: AbortSignal,
  redact: (text: string) => string,
): Error {
  if (deadline.aborted) return new TransportFailure('timeout', 'deadline');
  const chain = chainOf(error);
  const code = chain.map(codeOf).find((found) => found !== undefined);
  if (code === undefined) return refusedByN8n(chain, redact);
  if (TIMED_OUT.test(code)) return new TransportFailure('timeout', code);
  if (BROKE_OFF.test(code)) return new TransportFailure('interrupted', code);
  return new TransportFailure(place, code);
}

function refusedByN8n(chain: readonly Error[], redact: (text: string) => string): InvalidInputError {
  const reason = redact(chain.at(-1)?.message ?? 'no reason given').slice(0, 300);
  return new InvalidInputError({
    field: 'baseUrl',
    value: 'the address of the credential',
    expected: `one that this n8n may call (n8n says: ${reason})`,
  });
}

function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let link = error; link instanceof Error && chain.length < 5; link = link.cause) chain.push(link);
  return chain;
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' && error.code !== '' ? error.code : undefined;
}
