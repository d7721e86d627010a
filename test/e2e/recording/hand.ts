import { createHmac } from 'node:crypto';
import { asOpened } from './asOpened.ts';
import { PEOPLE, type PersonName, PLACES, type PlaceName, TEAM } from './people.ts';

/** Who does something, and where. */
export interface Actor {
  readonly person: PersonName;
  readonly place: PlaceName;
}

/** What somebody clicks: `action` as Slack sends it. */
export interface Click {
  readonly action: object;
  readonly on:
    | {
        readonly kind: 'message';
        readonly ts: string;
        readonly isPrivate: boolean;
        readonly blocks: readonly unknown[];
      }
    | { readonly kind: 'view'; readonly id: string; readonly hash: string; readonly view: object };
}

/** What Slack answered a request with at once: a view or the mistakes of a form, or nothing. */
export type AtOnce = unknown;

/** Does what people do, by requests that are signed as Slack signs them. */
export interface Hand {
  type(actor: Actor, command: string, text: string): Promise<AtOnce>;
  click(actor: Actor, click: Click): Promise<AtOnce>;
  /** `values`: what is filled in, by block and element. `inChannel`: the answer is wanted in the place. */
  submit(
    actor: Actor,
    window: { readonly id: string; readonly hash: string; readonly view: object },
    values: object,
    inChannel: boolean,
  ): Promise<AtOnce>;
  /** What a select offers for what was typed. */
  suggest(actor: Actor, actionId: string, typed: string): Promise<AtOnce>;
  event(event: object): Promise<AtOnce>;
}

const APP = 'A0RECORDER';
const TOKEN = { token: 'unused', api_app_id: APP };

export function createHand(
  { port, secret }: { readonly port: number; readonly secret: string },
  answerUrl: string,
): Hand {
  let requests = 0;

  /** No two requests are alike, or the second would be taken for a repeat of the first. */
  const next = () => {
    requests += 1;
    return String(requests);
  };
  const post = async (body: string, type: string): Promise<AtOnce> => {
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
    const response = await fetch(`http://127.0.0.1:${port}/slack/events`, {
      method: 'POST',
      headers: {
        'content-type': type,
        'x-slack-request-timestamp': String(timestamp),
        'x-slack-signature': `v0=${signature}`,
      },
      body,
    });
    const text = await response.text();
    if (!response.ok) return { status: response.status };
    return text === '' || text === 'ok' ? undefined : JSON.parse(text);
  };
  const postForm = (fields: Record<string, string>) =>
    post(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded');
  const interaction = ({ person }: Actor, payload: object) =>
    postForm({
      payload: JSON.stringify({
        ...TOKEN,
        trigger_id: `trigger ${next()}`,
        team: { id: TEAM, domain: 'home' },
        user: { id: PEOPLE[person].id, name: person, username: person, team_id: TEAM },
        ...payload,
      }),
    });
  const channelOf = ({ place }: Actor) => ({ id: PLACES[place].id, name: place.replace('#', '') });

  return {
    type: (actor, command, text) =>
      postForm({
        ...TOKEN,
        command,
        text,
        channel_id: channelOf(actor).id,
        channel_name: channelOf(actor).name,
        team_id: TEAM,
        team_domain: 'home',
        user_id: PEOPLE[actor.person].id,
        user_name: actor.person,
        trigger_id: `trigger ${next()}`,
        response_url: answerUrl,
      }),
    click(actor, { action, on }) {
      const payload = { type: 'block_actions', actions: [{ block_id: 'b', action_ts: '1.1', ...action }] };
      if (on.kind === 'view') {
        const { id, hash, view } = on;
        return interaction(actor, {
          ...payload,
          container: { type: 'view', view_id: id },
          view: { state: { values: asOpened(view) }, ...view, id, hash },
        });
      }
      const channel = channelOf(actor);
      return interaction(actor, {
        ...payload,
        channel,
        container: { type: 'message', message_ts: on.ts, channel_id: channel.id, is_ephemeral: on.isPrivate },
        ...(on.isPrivate ? {} : { message: { type: 'message', ts: on.ts, blocks: on.blocks } }),
        response_url: answerUrl,
      });
    },
    submit(actor, { id, hash, view }, values, inChannel) {
      const channel = channelOf(actor);
      const where = {
        response_url: answerUrl,
        channel_id: channel.id,
        block_id: 'where',
        action_id: 'where',
      };
      return interaction(actor, {
        type: 'view_submission',
        view: { ...view, id, hash, state: { values } },
        response_urls: inChannel ? [where] : [],
      });
    },
    suggest: (actor, actionId, typed) =>
      interaction(actor, {
        type: 'block_suggestion',
        container: { type: 'view', view_id: 'V1' },
        view: { id: 'V1', type: 'modal', blocks: [], state: { values: {} } },
        action_id: actionId,
        block_id: 'b',
        value: typed,
      }),
    event: (event) =>
      post(
        JSON.stringify({
          ...TOKEN,
          type: 'event_callback',
          team_id: TEAM,
          event_id: `Ev${next()}`,
          event_time: Math.floor(Date.now() / 1000),
          authorizations: [{ team_id: TEAM, user_id: 'U0BOT', is_bot: true, is_enterprise_install: false }],
          event: { event_ts: next(), ...event },
        }),
        'application/json',
      ),
  };
}
