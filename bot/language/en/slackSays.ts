const NO_ACCESS = 'the app is missing a Slack scope';
const NO_GROUP = 'there is no such group';
const RESTRICTED = 'only some people can post there';
const SIGNED_OUT = 'Slack no longer accepts the app';
const TROUBLE = 'something went wrong at Slack';

const WORDS: Readonly<Record<string, string>> = {
  missing_scope: NO_ACCESS,
  no_permission: NO_ACCESS,
  access_denied: NO_ACCESS,
  not_in_channel: "the app isn't in the channel",
  channel_not_found: "the app can't see the channel",
  is_archived: 'the channel is archived',
  shared_channel: 'the channel is shared with another organisation',
  restricted_action: RESTRICTED,
  restricted_action_read_only_channel: RESTRICTED,
  no_such_subteam: NO_GROUP,
  subteam_not_found: NO_GROUP,
  ratelimited: 'Slack asked for a pause',
  token_revoked: SIGNED_OUT,
  token_expired: SIGNED_OUT,
  invalid_auth: SIGNED_OUT,
  account_inactive: SIGNED_OUT,
  app_uninstalled: SIGNED_OUT,
  msg_too_long: 'the message is too long',
  internal_error: TROUBLE,
  fatal_error: TROUBLE,
  service_unavailable: TROUBLE,
};

/** What an error code of Slack means, to be put into a sentence; the log has the code. */
export function slackSays(code: string): string {
  return WORDS[code] ?? "the reason is in the app's log";
}
