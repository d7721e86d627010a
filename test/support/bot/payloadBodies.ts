/** Payloads as Slack sends them, from one person in one workspace. */
export const DOUBLE_TEAM = 'T0DOUBLE';
export const CHANNEL_ID = 'C0STOCK';
export const USER_ID = 'U0KARI';

export function commandBody(responseUrl: string): Record<string, unknown> {
  return {
    command: '/test',
    text: '',
    response_url: responseUrl,
    team_id: DOUBLE_TEAM,
    team_domain: 'double',
    channel_id: CHANNEL_ID,
    channel_name: 'stock',
    user_id: USER_ID,
    user_name: 'kari',
    trigger_id: '1.2.3',
    token: 'unused',
    api_app_id: 'A0',
  };
}

const person = { id: USER_ID, name: 'kari', username: 'kari', team_id: DOUBLE_TEAM };

/** A click on a button in a message. */
export function clickBody(responseUrl: string, actionId: string, value = ''): Record<string, unknown> {
  return {
    type: 'block_actions',
    user: person,
    team: { id: DOUBLE_TEAM, domain: 'double' },
    channel: { id: CHANNEL_ID, name: 'stock' },
    container: { type: 'message', message_ts: '1.1', channel_id: CHANNEL_ID, is_ephemeral: true },
    actions: [{ type: 'button', action_id: actionId, block_id: 'b', value, action_ts: '1.1' }],
    response_url: responseUrl,
    trigger_id: '1.2.3',
    token: 'unused',
    api_app_id: 'A0',
  };
}

/** A click inside a modal or App Home, which have no address for answers; `values` is what is filled in there. */
export function clickInView(
  type: 'modal' | 'home',
  actionId: string,
  value = '',
  values: object = {},
): Record<string, unknown> {
  const { response_url, channel, container, ...click } = clickBody('', actionId, value);
  return { ...click, container: { type: 'view', view_id: 'V9' }, view: viewBody(type, 'any', values) };
}

export function submissionBody(
  callbackId: string,
  metadata: string,
  values: object,
): Record<string, unknown> {
  return {
    type: 'view_submission',
    user: person,
    team: { id: DOUBLE_TEAM, domain: 'double' },
    view: { ...viewBody('modal', callbackId, values), private_metadata: metadata },
    response_urls: [],
    trigger_id: '1.2.3',
    token: 'unused',
    api_app_id: 'A0',
  };
}

export function searchBody(actionId: string, typed: string): Record<string, unknown> {
  return {
    type: 'block_suggestion',
    user: person,
    team: { id: DOUBLE_TEAM, domain: 'double' },
    view: viewBody('modal', 'any', {}),
    container: { type: 'view', view_id: 'V9' },
    action_id: actionId,
    block_id: 'b',
    value: typed,
    token: 'unused',
    api_app_id: 'A0',
  };
}

export function homeOpenedBody(tab = 'home'): Record<string, unknown> {
  return {
    type: 'event_callback',
    team_id: DOUBLE_TEAM,
    event_id: 'Ev1',
    event_time: 1,
    token: 'unused',
    api_app_id: 'A0',
    authorizations: [{ team_id: DOUBLE_TEAM, user_id: 'U0', is_bot: true, is_enterprise_install: false }],
    event: { type: 'app_home_opened', user: USER_ID, channel: 'D0KARI', tab, event_ts: '1.1' },
  };
}

function viewBody(type: string, callbackId: string, values: object): object {
  return {
    id: 'V9',
    type,
    callback_id: callbackId,
    private_metadata: '',
    state: { values },
    blocks: [],
    hash: '1',
  };
}
