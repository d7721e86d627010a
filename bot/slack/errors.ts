import { ErrorCode } from '@slack/web-api';

/** How a call to Slack ended. `rejected` and `rateLimited`: nothing was done. `unclear`: it may have been done. */
export type Outcome<Done extends object> =
  | ({ readonly kind: 'done' } & Done)
  | { readonly kind: 'rateLimited'; readonly retryAfterMs: number }
  | { readonly kind: 'rejected'; readonly code: string }
  | { readonly kind: 'unclear'; readonly detail: string };

/** The code of Slack's client for too many calls, whether Slack sent a status or an error code. */
export const RATE_LIMITED = 'ratelimited';
/** Slack failed internally, so the call may have been done nevertheless. */
export const BROKEN_INSIDE = new Set(['fatal_error', 'internal_error', 'service_unavailable']);
/** The pause when Slack doesn't say how long to wait. */
const PAUSE_MS = 30_000;

/** An incomplete answer, such as one without the timestamp of the message. */
export class UnclearAnswer extends Error {}

export async function outcomeOf<Done extends object>(call: () => Promise<Done>): Promise<Outcome<Done>> {
  try {
    return { kind: 'done', ...(await call()) };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): Exclude<Outcome<object>, { kind: 'done' }> {
  if (!(error instanceof Error)) throw error;
  if (!('code' in error)) return { kind: 'unclear', detail: error.message };
  if (error.code === ErrorCode.RateLimitedError) {
    const seconds = 'retryAfter' in error ? Number(error.retryAfter) : Number.NaN;
    return { kind: 'rateLimited', retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : PAUSE_MS };
  }
  if (error.code === ErrorCode.PlatformError) {
    const code = slackErrorCode(error);
    if (code === undefined) return { kind: 'unclear', detail: 'an answer that is not from Slack' };
    if (code === RATE_LIMITED) return { kind: 'rateLimited', retryAfterMs: PAUSE_MS };
    return BROKEN_INSIDE.has(code) ? { kind: 'unclear', detail: code } : { kind: 'rejected', code };
  }
  return { kind: 'unclear', detail: String(error.code) };
}

/**
 * Slack's error code, such as `not_in_channel`. Undefined when Slack did not refuse: there was no answer, or one that
 * isn't from Slack, such as a proxy's page, which the client passes on.
 */
export function slackErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === ErrorCode.RateLimitedError) return RATE_LIMITED;
  if (error.code !== ErrorCode.PlatformError || !('data' in error)) return undefined;
  const { data } = error;
  const code = typeof data === 'object' && data !== null && 'error' in data ? String(data.error) : '';
  return /^[a-z0-9_]+$/.test(code) ? code : undefined;
}

/** How long a digest, and the search for one, waits after Slack refused the installation itself. */
export const DISABLED_MS = 10 * 60_000;

/** Whether Slack refused the installation itself and not just this call. */
export function isDisabled(outcome: Outcome<object>): boolean {
  return outcome.kind === 'rejected' && errorClassOf(outcome.code) === 'disable';
}

/** What Slack's refusal means for a digest. */
export type ErrorClass = 'pause' | 'disable' | 'degrade' | 'retry' | 'fail';

/** The channel can't take posts until somebody changes it. All but `shared_channel` are Slack's own codes. */
const PAUSE = new Set([
  'shared_channel',
  'channel_not_found',
  'is_archived',
  'not_in_channel',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_only_channel',
  'restricted_action_non_threadable_channel',
  'cannot_reply_to_message',
  'channel_is_limited_access',
  'messages_tab_disabled',
  'ekm_access_denied',
  'missing_scope',
  'no_permission',
  'access_denied',
]);
/** The installation no longer works at all. */
const DISABLE = new Set([
  'token_revoked',
  'token_expired',
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'app_uninstalled',
  'team_access_not_granted',
  'org_login_required',
]);
/** Slack refuses the form of the message. A plainer one may work. */
const DEGRADE = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'msg_too_long',
  'invalid_attachments',
  'block_mismatch',
]);
/** Temporary refusals: nothing was posted, and a later attempt may succeed. */
const RETRY = new Set(['team_added_to_org', 'request_timeout', 'rate_limited', 'message_limit_exceeded']);

export function errorClassOf(code: string): ErrorClass {
  if (PAUSE.has(code)) return 'pause';
  if (DISABLE.has(code)) return 'disable';
  if (DEGRADE.has(code)) return 'degrade';
  return RETRY.has(code) ? 'retry' : 'fail';
}
