const NO_ACCESS = 'appen mangler en Slack-rettighet';
const NO_GROUP = 'gruppen finnes ikke';
const RESTRICTED = 'bare noen kan skrive der';
const SIGNED_OUT = 'Slack godtar ikke appen lenger';
const TROUBLE = 'noe gikk galt hos Slack';

const WORDS: Readonly<Record<string, string>> = {
  missing_scope: NO_ACCESS,
  no_permission: NO_ACCESS,
  access_denied: NO_ACCESS,
  not_in_channel: 'appen er ikke i kanalen',
  channel_not_found: 'appen finner ikke kanalen',
  is_archived: 'kanalen er arkivert',
  shared_channel: 'kanalen er delt med en annen organisasjon',
  restricted_action: RESTRICTED,
  restricted_action_read_only_channel: RESTRICTED,
  no_such_subteam: NO_GROUP,
  subteam_not_found: NO_GROUP,
  ratelimited: 'Slack ba om en pause',
  token_revoked: SIGNED_OUT,
  token_expired: SIGNED_OUT,
  invalid_auth: SIGNED_OUT,
  account_inactive: SIGNED_OUT,
  app_uninstalled: SIGNED_OUT,
  msg_too_long: 'meldingen er for lang',
  internal_error: TROUBLE,
  fatal_error: TROUBLE,
  service_unavailable: TROUBLE,
};

/** What an error code of Slack means, to be put into a sentence; the log has the code. */
export function slackSays(code: string): string {
  return WORDS[code] ?? 'årsaken står i loggen til appen';
}
