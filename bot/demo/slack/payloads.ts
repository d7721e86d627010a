import { asOpened } from './asOpened.ts';
import { type Actor, APP, BOT_USER, PEOPLE, PLACES, TEAM } from './cast.ts';

/** What Slack sends to the bot, as it sends it over Socket Mode; over HTTP a command is a form and a click a field of one. */
export type Payload = Readonly<Record<string, unknown>>;

/** What somebody clicks: `action` as Slack sends it. */
export interface Click {
  readonly action: object;
  readonly on:
    | {
        readonly kind: 'message';
        readonly ts: string;
        /** The thread that it stands in. */
        readonly threadTs?: string | undefined;
        readonly isPrivate: boolean;
        readonly blocks: readonly unknown[];
      }
    | ({ readonly kind: 'view' } & ShownView);
}

/** A window or App Home as it was shown. */
export interface ShownView {
  readonly id: string;
  readonly hash: string;
  readonly view: object;
}

const FROM_SLACK = { token: 'unused', api_app_id: APP };

let requests = 0;

/** No two requests are alike, or the second would be taken for a repeat of the first. */
function next(): string {
  requests += 1;
  return String(requests);
}

/** A trigger says whose it is, since a view that it opens is for that person. */
function triggerOf({ person }: Pick<Actor, 'person'>): string {
  return `${next()}.${PEOPLE[person].id}`;
}

/** Whose trigger it is. */
export function personOf(trigger: string): string {
  return trigger.split('.')[1] ?? '';
}

export function commandPayload(actor: Actor, command: string, text: string, answerUrl: string): Payload {
  const { id, name } = channelOf(actor);
  return {
    ...FROM_SLACK,
    command,
    text,
    channel_id: id,
    channel_name: name,
    team_id: TEAM,
    team_domain: 'home',
    user_id: PEOPLE[actor.person].id,
    user_name: actor.person,
    trigger_id: triggerOf(actor),
    response_url: answerUrl,
  };
}

export function clickPayload(actor: Actor, { action, on }: Click, answerUrl: string): Payload {
  const actions = [{ block_id: 'b', action_ts: '1.1', ...action }];
  if (on.kind === 'view') {
    const { id, hash, view } = on;
    return {
      ...fromPerson(actor),
      type: 'block_actions',
      actions,
      container: { type: 'view', view_id: id },
      view: { state: { values: asOpened(view) }, ...view, id, hash },
    };
  }
  const channel = channelOf(actor);
  return {
    ...fromPerson(actor),
    type: 'block_actions',
    actions,
    channel,
    container: {
      type: 'message',
      message_ts: on.ts,
      channel_id: channel.id,
      is_ephemeral: on.isPrivate,
      ...(on.threadTs === undefined ? {} : { thread_ts: on.threadTs }),
    },
    ...(on.isPrivate ? {} : { message: { type: 'message', ts: on.ts, blocks: on.blocks } }),
    response_url: answerUrl,
  };
}

/** `values`: what is filled in, by block and element. */
export function submissionPayload(actor: Actor, { id, hash, view }: ShownView, values: object): Payload {
  return {
    ...fromPerson(actor),
    type: 'view_submission',
    view: { ...view, id, hash, state: { values } },
    response_urls: [],
  };
}

/** Somebody types in a select that asks the bot what to offer. `on`: where the select is. */
export function suggestionPayload(
  actor: Actor,
  actionId: string,
  typed: string,
  on: object = SOME_VIEW,
): Payload {
  return {
    ...fromPerson(actor),
    type: 'block_suggestion',
    action_id: actionId,
    block_id: 'b',
    value: typed,
    ...on,
  };
}

const SOME_VIEW = {
  container: { type: 'view', view_id: 'V1' },
  view: { id: 'V1', type: 'modal', blocks: [], state: { values: {} } },
};

export function eventPayload(event: object): Payload {
  const id = next();
  return {
    ...FROM_SLACK,
    type: 'event_callback',
    team_id: TEAM,
    event_id: `Ev${id}`,
    event_time: Math.floor(Date.now() / 1000),
    authorizations: [{ team_id: TEAM, user_id: BOT_USER, is_bot: true, is_enterprise_install: false }],
    event: { event_ts: id, ...event },
  };
}

/** A message to the bot: a mention in a channel, or a direct one. `event` changes or adds fields. */
export function messagePayload(actor: Actor, text: string, ts: string, event: object = {}): Payload {
  const { id: channel } = channelOf(actor);
  const isDirect = actor.place === 'direct' || actor.place === 'app';
  return eventPayload({
    type: isDirect ? 'message' : 'app_mention',
    ...(isDirect ? { channel_type: 'im' } : {}),
    user: PEOPLE[actor.person].id,
    team: TEAM,
    channel,
    text: isDirect || text.includes(`<@${BOT_USER}>`) ? text : `<@${BOT_USER}> ${text}`,
    ts,
    event_ts: ts,
    ...event,
  });
}

export function homeOpened(actor: Actor, tab = 'home'): Payload {
  const user = PEOPLE[actor.person].id;
  return eventPayload({ type: 'app_home_opened', user, channel: PLACES.direct.id, tab });
}

function fromPerson({ person }: Actor): Payload {
  const { id } = PEOPLE[person];
  return {
    ...FROM_SLACK,
    trigger_id: triggerOf({ person }),
    team: { id: TEAM, domain: 'home' },
    user: { id, name: person, username: person, team_id: TEAM },
  };
}

function channelOf({ person, place }: Actor): { id: string; name: string } {
  if (place === 'app') return { id: `D${PEOPLE[person].id.slice(1)}`, name: 'directmessage' };
  return { id: PLACES[place].id, name: place.replace('#', '') };
}
