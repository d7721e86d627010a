import { ErrorCode } from '@slack/web-api';
import { RATE_LIMITED, refusalCodeOf } from './errorCode.ts';

/**
 * How a call to Slack ended. `rejected`: Slack said no, nothing was done. `rateLimited`: not now, nothing was done.
 * `unclear`: nobody knows.
 */
export type Outcome<Done extends object> =
  | ({ readonly kind: 'done' } & Done)
  | { readonly kind: 'rateLimited'; readonly retryAfterMs: number }
  | { readonly kind: 'rejected'; readonly code: string }
  | { readonly kind: 'unclear'; readonly detail: string };

/** Said after something broke inside Slack, so it may have been done all the same. */
export const BROKEN_INSIDE = new Set(['fatal_error', 'internal_error', 'service_unavailable']);
/** When Slack does not say how long to wait. */
const PAUSE_MS = 30_000;

export async function outcomeOf<Done extends object>(call: () => Promise<Done>): Promise<Outcome<Done>> {
  try {
    return { kind: 'done', ...(await call()) };
  } catch (error) {
    return failureOf(error);
  }
}

/** An answer that is not what was asked for, such as one without the name of the message. */
export class UnclearAnswer extends Error {}

function failureOf(error: unknown): Exclude<Outcome<object>, { kind: 'done' }> {
  if (!(error instanceof Error)) throw error;
  if (!('code' in error)) return { kind: 'unclear', detail: error.message };
  if (error.code === ErrorCode.RateLimitedError) {
    const seconds = 'retryAfter' in error ? Number(error.retryAfter) : Number.NaN;
    return { kind: 'rateLimited', retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : PAUSE_MS };
  }
  if (error.code === ErrorCode.PlatformError) {
    const code = refusalCodeOf(error);
    if (code === undefined) return { kind: 'unclear', detail: 'an answer that is not from Slack' };
    if (code === RATE_LIMITED) return { kind: 'rateLimited', retryAfterMs: PAUSE_MS };
    return BROKEN_INSIDE.has(code) ? { kind: 'unclear', detail: code } : { kind: 'rejected', code };
  }
  return { kind: 'unclear', detail: String(error.code) };
}
