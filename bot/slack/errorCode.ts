import { ErrorCode } from '@slack/web-api';

/** What Slack's client calls a refusal for too many calls, whether it came as a status or as a code. */
export const RATE_LIMITED = 'ratelimited';

/**
 * Slack's own name for its refusal, such as `not_in_channel`. Undefined when Slack did not say no: no answer came, or
 * one that is not from Slack, such as the page of some proxy, which the client hands over in its place.
 */
export function refusalCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === ErrorCode.RateLimitedError) return RATE_LIMITED;
  if (error.code !== ErrorCode.PlatformError || !('data' in error)) return undefined;
  const { data } = error;
  const code = typeof data === 'object' && data !== null && 'error' in data ? String(data.error) : '';
  return /^[a-z0-9_]+$/.test(code) ? code : undefined;
}
