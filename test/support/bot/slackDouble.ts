import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { CHANNEL_ID, DOUBLE_TEAM } from './payloadBodies.ts';

/** What happens to one call of chat.postMessage; `accept` puts the message into the channel. */
export type PostRule =
  | 'accept'
  /** In the channel, but the connection breaks before the answer. */
  | 'acceptThenReset'
  /** In the channel, but Slack answers with a server error. */
  | 'acceptThen503'
  /** In the channel, but the answer is a page of some proxy. */
  | 'acceptThenHtml'
  /** Nothing in the channel, and no answer until the client gives up. */
  | 'hang'
  | { readonly refuse: string }
  | { readonly rateLimit: number | undefined };

export interface PostedCall {
  readonly channel: string;
  readonly text: string;
  readonly blocks: readonly object[];
  readonly metadata: unknown;
}

/** A call of views.open, views.push, views.update or views.publish. */
export interface ViewCall {
  readonly method: string;
  readonly triggerId: string;
  readonly viewId: string;
  readonly view: {
    readonly type: string;
    readonly blocks: readonly object[];
    readonly private_metadata?: string;
  };
}

/** Slack's Web API as far as the bot calls it, on the loopback interface, driven by rules. */
export interface SlackDouble {
  /** For SLACK_API_URL. */
  readonly url: string;
  /** What stands in the channels. */
  readonly posted: readonly PostedCall[];
  /** Every call of chat.postMessage, whatever became of it. */
  readonly attempts: readonly PostedCall[];
  /** Names of all methods called, in order. */
  readonly methods: readonly string[];
  /** Modals and home tabs, in the order in which they were shown. */
  readonly views: readonly ViewCall[];
  /** What users.info says of somebody besides the team; everybody else is a full member. */
  setUser(userId: string, fields: object): void;
  /** What conversations.info says of a channel; every other is public and of this workspace alone. */
  setChannel(channelId: string, fields: object): void;
  /** Makes a channel private, with these people in it. */
  setMembers(channelId: string, userIds: readonly string[]): void;
  /** Which channels a person is in; everybody else is in one. */
  setChannelsOf(userId: string, channelIds: readonly string[]): void;
  /** Who is in a user group; there is no other. */
  setGroup(groupId: string, userIds: readonly string[]): void;
  /** Rules for the next posts, one each; afterwards every post is accepted. */
  next(...rules: PostRule[]): void;
  /** Drops the rules that are left. */
  forget(): void;
  /** Methods that answer ok: false with this error from now on. */
  refuse(method: string, error: string): void;
  /** Ends that. */
  allow(method: string): void;
  /** What a method answers from now on, with these headers. */
  answer(method: string, body: object, headers?: Readonly<Record<string, string>>): void;
}

export { DOUBLE_TEAM };
/** The id of no channel. */
export const NO_CHANNEL = 'C0NOWHERE';

/** Slack's time of every message. */
const SECOND = 1_763_620_000;

/** At any free port, or at a given one. `now` is the time it tells: this machine's when not set. */
export async function startSlackDouble(
  port = 0,
  now: () => number | undefined = Date.now,
): Promise<SlackDouble> {
  const posted: PostedCall[] = [];
  const attempts: PostedCall[] = [];
  const methods: string[] = [];
  const rules: PostRule[] = [];
  const refusals = new Map<string, string>();
  const answers = new Map<string, readonly [body: object, headers: Readonly<Record<string, string>>]>();
  const views: ViewCall[] = [];
  /** Slack's mark of what stands in a modal. */
  const marks = new Map<string, string>();
  const users = new Map<string, object>();
  const channels = new Map<string, object>();
  const members = new Map<string, readonly string[]>();
  const memberships = new Map<string, readonly string[]>();
  const groups = new Map<string, readonly string[]>();

  /** What the methods about people, channels and views answer; undefined for others. */
  const told = (method: string, body: URLSearchParams): object | undefined => {
    const id = body.get('user') ?? body.get('channel') ?? body.get('usergroup') ?? '';
    if (method === 'users.info') {
      return { ok: true, user: { id, team_id: DOUBLE_TEAM, locale: 'en-GB', ...users.get(id) } };
    }
    if (method === 'conversations.info') {
      if (!/^[CG]/.test(id) || id === NO_CHANNEL) return { ok: false, error: 'channel_not_found' };
      const flags = { is_member: true, is_private: members.has(id) };
      return { ok: true, channel: { id, name: `name-of-${id}`, ...flags, ...channels.get(id) } };
    }
    if (method === 'conversations.members') {
      const from = Number(body.get('cursor') ?? 0);
      const [member, ...others] = (members.get(id) ?? []).slice(from);
      const next = others.length > 0 ? String(from + 1) : '';
      return {
        ok: true,
        members: member === undefined ? [] : [member],
        response_metadata: { next_cursor: next },
      };
    }
    if (method === 'users.conversations') {
      const ids = memberships.get(id) ?? [CHANNEL_ID];
      return { ok: true, channels: ids.map((channelId) => ({ id: channelId })) };
    }
    if (method === 'usergroups.users.list') {
      const members = groups.get(id);
      return members === undefined ? { ok: false, error: 'no_such_subteam' } : { ok: true, users: members };
    }
    if (!method.startsWith('views.')) return undefined;
    const viewId = body.get('view_id') ?? `V${views.length + 1}`;
    const wanted = body.get('hash');
    if (wanted !== null && marks.has(viewId) && marks.get(viewId) !== wanted) {
      return { ok: false, error: 'hash_conflict' };
    }
    views.push({
      method,
      triggerId: body.get('trigger_id') ?? '',
      viewId: body.get('view_id') ?? '',
      view: JSON.parse(body.get('view') ?? '{}'),
    });
    const hash = `mark ${views.length}`;
    marks.set(viewId, hash);
    return { ok: true, view: { id: viewId, hash } };
  };

  const post = (call: PostedCall, response: ServerResponse) => {
    attempts.push(call);
    const rule = rules.shift() ?? 'accept';
    if (rule === 'hang') return;
    if (typeof rule === 'object' && 'refuse' in rule)
      return json(response, { ok: false, error: rule.refuse });
    if (typeof rule === 'object') {
      response.writeHead(429, rule.rateLimit === undefined ? {} : { 'retry-after': String(rule.rateLimit) });
      return response.end();
    }
    posted.push(call);
    if (rule === 'acceptThenReset') return response.destroy();
    if (rule === 'acceptThen503') return response.writeHead(503).end();
    if (rule === 'acceptThenHtml') {
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<html>proxy</html>');
    }
    return json(response, { ok: true, channel: call.channel, ts: `${SECOND}.00000${posted.length}` });
  };

  const server = createServer(async (request, response) => {
    const method = (request.url ?? '').replace('/api/', '').split('?')[0] ?? '';
    const body = await parametersOf(request);
    methods.push(method);
    const time = now();
    if (time === undefined) response.sendDate = false;
    else response.setHeader('date', new Date(time).toUTCString());
    const refusal = refusals.get(method);
    const answer = answers.get(method);
    if (refusal !== undefined) json(response, { ok: false, error: refusal });
    else if (answer !== undefined) json(response, ...answer);
    else if (method === 'chat.postMessage') post(callOf(body), response);
    else if (method === 'auth.test') {
      json(response, {
        ok: true,
        team: 'Double',
        team_id: DOUBLE_TEAM,
        user: 'bot',
        user_id: 'U0BOT',
        bot_id: 'B0BOT',
      });
    } else if (method === 'conversations.history') {
      const held = posted.filter(({ channel }) => channel === body.get('channel'));
      const messages = held.map((call, index) => ({
        ...call,
        ts: `${SECOND}.00000${index + 1}`,
        user: 'U0BOT',
        bot_id: 'B0BOT',
        app_id: 'A0',
      }));
      json(response, { ok: true, messages });
    } else json(response, told(method, body) ?? { ok: false, error: 'unknown_method' });
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  return {
    url: `http://127.0.0.1:${address.port}/api/`,
    posted,
    attempts,
    methods,
    views,
    setUser: (userId, fields) => void users.set(userId, fields),
    setChannel: (channelId, fields) => void channels.set(channelId, fields),
    setMembers: (channelId, userIds) => void members.set(channelId, userIds),
    setChannelsOf: (userId, channelIds) => void memberships.set(userId, channelIds),
    setGroup: (groupId, userIds) => void groups.set(groupId, userIds),
    next: (...more) => void rules.push(...more),
    forget: () => void rules.splice(0),
    refuse: (method, error) => void refusals.set(method, error),
    allow: (method) => void refusals.delete(method),
    answer: (method, body, headers = {}) => void answers.set(method, [body, headers]),
  };
}

function json(response: ServerResponse, body: object, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function parametersOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}

/** web-api sends a form; what has structure is JSON in a field of it. */
function callOf(body: URLSearchParams): PostedCall {
  return {
    channel: body.get('channel') ?? '',
    text: body.get('text') ?? '',
    blocks: JSON.parse(body.get('blocks') ?? '[]'),
    metadata: JSON.parse(body.get('metadata') ?? 'null'),
  };
}
