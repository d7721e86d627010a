/** What a refusal of Slack means for a digest. */
export type ErrorClass = 'pause' | 'disable' | 'degrade' | 'retry' | 'fail';

/** The channel does not take it, until somebody changes something there. */
const PAUSE = new Set([
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
/** Nothing of this installation works any more. */
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
/** Slack does not take the message as it is written: a plainer one may do. */
const DEGRADE = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'msg_too_long',
  'invalid_attachments',
  'block_mismatch',
]);
/** Refusals of a moment: nothing is in the channel, and later it may be taken. */
const RETRY = new Set(['team_added_to_org', 'request_timeout', 'rate_limited', 'message_limit_exceeded']);

export function errorClassOf(code: string): ErrorClass {
  if (PAUSE.has(code)) return 'pause';
  if (DISABLE.has(code)) return 'disable';
  if (DEGRADE.has(code)) return 'degrade';
  return RETRY.has(code) ? 'retry' : 'fail';
}

/** What a subscription is paused with when its channel is shared with another organisation. */
export const SHARED_CHANNEL = 'shared_channel';

const FIXES: Readonly<Record<string, string>> = {
  not_in_channel:
    'The app is not in the channel. Invite it there with `/invite`; the digest then comes again by itself.',
  channel_not_found:
    'The app does not see the channel: it was removed from it, or the channel was deleted. Invite the app again with `/invite`; the digest then comes again by itself.',
  is_archived:
    'The channel is archived. Unarchive it and the digest comes again by itself; or subscribe another channel.',
  missing_scope:
    'The app lacks a permission in this workspace. Have it installed again with the scopes of its manifest: the next digest is tried at its time, and `/digest now` tries at once.',
  [SHARED_CHANNEL]:
    'The channel is shared with another organisation, and these figures are your own. End the sharing and the digest comes again by itself; or subscribe another channel.',
};

/** What the person who gets the digest can do about it. */
export function fixOf(code: string): string {
  const known = FIXES[code];
  if (known !== undefined) return known;
  return errorClassOf(code) === 'pause'
    ? `Slack does not let the app post in the channel (${code}). Change that in the channel's settings: the next digest is tried at its time, and \`/digest now\` tries at once.`
    : `Slack refused the message (${code}). The next one is tried at its time; \`/digest now\` tries at once.`;
}
