import { type HeldMessage, SlackRefusal, type SlackWorkspace } from './slackWorkspace.ts';

export const TEAM = 'T0FAULTS';
export const BOT_USER = 'U0BOT';
const BOT_ID = 'B0BOT';

/** What the stand-in knows besides its channels. */
export interface SlackSide {
  readonly workspace: SlackWorkspace;
  /** Scopes that the bot was not given. */
  readonly withheld: Set<string>;
  readonly uploads: Map<string, { readonly name: string; body: string }>;
  /** Where this stand-in listens, for addresses in its answers. */
  origin(): string;
}

export type Parameters = Readonly<Record<string, string>>;
type Method = (parameters: Parameters, side: SlackSide) => object;

/** Slack's Web API as far as the bot calls it. Methods that are not here answer unknown_method. */
export const METHODS: Readonly<Record<string, Method>> = {
  'auth.test': () => ({ team: 'Faults', team_id: TEAM, user: 'bot', user_id: BOT_USER, bot_id: BOT_ID }),
  'team.info': () => ({ team: { id: TEAM, name: 'Faults', domain: 'faults' } }),
  'bots.info': () => ({ bot: { id: BOT_ID, name: 'bot', app_id: 'A0FAULTS', user_id: BOT_USER } }),

  'chat.postMessage': (parameters, { workspace }) => {
    const message = workspace.post({
      channel: channelOf(parameters, workspace),
      threadTs: parameters.thread_ts,
      text: parameters.text ?? '',
      blocks: checkedBlocks(parameters.blocks),
      metadata: parsed(parameters.metadata),
    });
    return { channel: message.channel, ts: message.ts, message: shown(message, true) };
  },
  'chat.update': (parameters, { workspace }) => {
    const { channel = '', ts = '' } = parameters;
    workspace.update(channel, ts, {
      ...(parameters.text === undefined ? {} : { text: parameters.text }),
      ...(parameters.blocks === undefined ? {} : { blocks: checkedBlocks(parameters.blocks) }),
      ...(parameters.metadata === undefined ? {} : { metadata: parsed(parameters.metadata) }),
    });
    return { channel, ts, text: parameters.text ?? '' };
  },
  'chat.delete': ({ channel = '', ts = '' }, { workspace }) => {
    workspace.delete(channel, ts);
    return { channel, ts };
  },
  // Seen by one person alone: the channel does not hold it.
  'chat.postEphemeral': (parameters, { workspace }) => {
    checkedBlocks(parameters.blocks);
    workspace.state(parameters.channel ?? '');
    return { message_ts: '1.000001' };
  },
  'chat.getPermalink': ({ channel = '', message_ts: ts = '' }) => ({
    channel,
    permalink: `https://faults.slack.com/archives/${channel}/p${ts.replace('.', '')}`,
  }),

  'conversations.history': (parameters, side) => {
    demand(side, 'channels:history');
    return page(parameters, side, (message) => message.threadTs === undefined);
  },
  'conversations.replies': (parameters, side) => {
    demand(side, 'channels:history');
    return page(parameters, side, ({ ts, threadTs }) => ts === parameters.ts || threadTs === parameters.ts);
  },
  'conversations.info': ({ channel = '' }, { workspace }) => ({ channel: described(channel, workspace) }),
  'conversations.list': (parameters, { workspace }) => listed(parameters, workspace, () => true),
  'users.conversations': (parameters, { workspace }) =>
    listed(parameters, workspace, (channel) => workspace.state(channel).member),
  'conversations.members': () => ({ members: [BOT_USER], response_metadata: { next_cursor: '' } }),
  'conversations.open': ({ users = '' }, { workspace }) => {
    const id = `D${users.slice(1)}`;
    workspace.addChannel(id);
    return { channel: { id } };
  },
  'conversations.join': ({ channel = '' }, { workspace }) => {
    workspace.change(channel, { member: true });
    return { channel: described(channel, workspace) };
  },

  'users.info': ({ user = '' }) => ({ user: person(user) }),
  'usergroups.users.list': ({ usergroup = '' }) => ({ users: usergroup === 'S0ADMINS' ? ['U0LISE'] : [] }),
  'views.open': () => ({ view: { id: 'V1', hash: '1' } }),
  'views.publish': () => ({ view: { id: 'V1', hash: '1' } }),
  'views.update': () => ({ view: { id: 'V1', hash: '1' } }),

  'files.getUploadURLExternal': ({ filename = '' }, { uploads, origin }) => {
    const id = `F${uploads.size + 1}`;
    uploads.set(id, { name: filename, body: '' });
    return { upload_url: `${origin()}/upload/${id}`, file_id: id };
  },
  'files.completeUploadExternal': (parameters, { workspace, uploads }) => {
    const files = list(parsed(parameters.files)).map((file) => ({ id: text(file, 'id') }));
    const [first] = files;
    const channel = parameters.channel_id;
    if (channel !== undefined) {
      workspace.post({
        channel,
        threadTs: parameters.thread_ts,
        text: uploads.get(first?.id ?? '')?.name ?? '',
        blocks: [],
        metadata: null,
      });
    }
    return { files };
  },
  // This stand-in speaks HTTP to the bot.
  'apps.connections.open': () => {
    throw new SlackRefusal('not_allowed_token_type');
  },
};

const MOST_BLOCKS = 50;
const MOST_OF: Readonly<Record<string, number>> = { table: 1, data_table: 1, data_visualization: 2 };

function checkedBlocks(written: string | undefined): readonly unknown[] {
  const blocks = list(parsed(written));
  const wrong = (message: string) =>
    new SlackRefusal('invalid_blocks', { response_metadata: { messages: [message] } });
  if (blocks.length > MOST_BLOCKS) throw wrong(`[ERROR] no more than ${MOST_BLOCKS} items allowed`);
  for (const [type, most] of Object.entries(MOST_OF)) {
    if (blocks.filter((block) => text(block, 'type') === type).length > most) {
      throw wrong(`[ERROR] only ${most} ${type} allowed`);
    }
  }
  return blocks;
}

function channelOf({ channel = '' }: Parameters, workspace: SlackWorkspace): string {
  // A message to a person opens the conversation with them.
  if (!/^[UW]/.test(channel)) return channel;
  const id = `D${channel.slice(1)}`;
  workspace.addChannel(id);
  return id;
}

const SECONDS = 1_000;

/** Newest first; without the flag there is no metadata, as Slack does it. */
function page(
  parameters: Parameters,
  { workspace }: SlackSide,
  wanted: (message: HeldMessage) => boolean,
): object {
  const channel = parameters.channel ?? '';
  if (!workspace.state(channel).member) throw new SlackRefusal('not_in_channel');
  const inclusive = /^(1|true)$/.test(parameters.inclusive ?? '');
  const oldest = Number(parameters.oldest ?? 0);
  const latest = parameters.latest === undefined ? Number.POSITIVE_INFINITY : Number(parameters.latest);
  const within = (ts: number) => (inclusive ? ts >= oldest && ts <= latest : ts > oldest && ts < latest);
  const found = workspace
    .held(channel)
    .filter((message) => wanted(message) && within(Number(message.ts)))
    .toReversed();
  const from = Number(parameters.cursor ?? 0);
  const limit = Math.min(Number(parameters.limit ?? 100), 999);
  const withMetadata = /^(1|true)$/.test(parameters.include_all_metadata ?? '');
  const more = from + limit < found.length;
  return {
    messages: found.slice(from, from + limit).map((message) => shown(message, withMetadata)),
    has_more: more,
    response_metadata: { next_cursor: more ? String(from + limit) : '' },
  };
}

function shown(message: HeldMessage, withMetadata: boolean): object {
  return {
    type: 'message',
    ...(message.author ?? { user: BOT_USER, bot_id: BOT_ID, app_id: 'A0FAULTS' }),
    team: TEAM,
    ts: message.ts,
    text: message.text,
    blocks: message.blocks,
    ...(message.threadTs === undefined ? {} : { thread_ts: message.threadTs }),
    ...(withMetadata && message.metadata !== null ? { metadata: message.metadata } : {}),
  };
}

function described(channel: string, workspace: SlackWorkspace): object {
  const { member, archived, shared, aboutToBeShared } = workspace.state(channel);
  return {
    id: channel,
    name: channel.toLowerCase(),
    is_channel: channel.startsWith('C'),
    is_im: channel.startsWith('D'),
    is_private: false,
    is_member: member,
    is_archived: archived,
    is_shared: shared,
    is_ext_shared: shared,
    is_org_shared: false,
    is_pending_ext_shared: aboutToBeShared,
    context_team_id: TEAM,
  };
}

function listed(
  { cursor = '0', limit = '100' }: Parameters,
  workspace: SlackWorkspace,
  wanted: (channel: string) => boolean,
): object {
  const ids = workspace.channelIds.filter((id) => !id.startsWith('D') && wanted(id));
  const from = Number(cursor);
  const to = from + Math.min(Number(limit), 999);
  return {
    channels: ids.slice(from, to).map((id) => described(id, workspace)),
    response_metadata: { next_cursor: to < ids.length ? String(to) : '' },
  };
}

function person(id: string): object {
  return {
    id,
    team_id: TEAM,
    name: id.toLowerCase(),
    deleted: false,
    is_bot: id === BOT_USER,
    is_restricted: false,
    is_ultra_restricted: false,
    locale: 'en-US',
    tz: 'Europe/Oslo',
    profile: { display_name: id.toLowerCase(), team: TEAM },
    updated: Math.floor(Date.UTC(2026, 0, 1) / SECONDS),
  };
}

function demand({ withheld }: SlackSide, scope: string): void {
  if (withheld.has(scope)) {
    throw new SlackRefusal('missing_scope', { needed: scope, provided: 'chat:write' });
  }
}

function parsed(written: string | undefined): unknown {
  return written === undefined || written === '' ? null : JSON.parse(written);
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown, field: string): string {
  if (typeof value !== 'object' || value === null) return '';
  const found: unknown = Reflect.get(value, field);
  return typeof found === 'string' ? found : '';
}
