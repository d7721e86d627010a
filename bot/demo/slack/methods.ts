import { APP, BOT_ID, BOT_USER, TEAM } from './cast.ts';
import { listAt, textAt } from './fields.ts';
import { limitBreachesOf, type Surface } from './limits.ts';
import { personOf } from './payloads.ts';
import type { Views } from './views.ts';
import {
  type ChannelState,
  type HeldMessage,
  SlackRefusal,
  type StoredFile,
  type Workspace,
} from './workspace.ts';

/** What somebody can see of what the bot did. `by`: the method, or `response_url`. */
export type Seen =
  | { readonly kind: 'message'; readonly by: string; readonly body: object; readonly ts: string }
  | {
      readonly kind: 'view';
      readonly by: string;
      readonly id: string;
      readonly hash: string;
      readonly userId: string;
      readonly view: object;
    }
  | {
      readonly kind: 'file';
      readonly to: object;
      readonly name: string;
      readonly bytes: Uint8Array;
    };

/** What the methods work on. */
export interface SlackSide {
  readonly workspace: Workspace;
  readonly views: Views;
  readonly seen: Seen[];
  /** Every file that the bot or a person has uploaded; F1 is the second. */
  readonly files: StoredFile[];
  /** Scopes that the bot was given. */
  readonly scopes: Set<string>;
  /** Scopes without which some call would have been refused. */
  readonly neededScopes: Set<string>;
  /** Where this stand-in listens, for addresses in its answers. */
  readonly origin: () => string;
  /** The address of a new Socket Mode connection. */
  readonly openSocket: () => string;
}

/** Fields of a call; what had structure is parsed. */
export type Parameters = Readonly<Record<string, unknown>>;
type Method = (parameters: Parameters, side: SlackSide) => object;

/** Slack's Web API as far as the bot calls it. Methods that are not here answer unknown_method. */
export const METHODS: Readonly<Record<string, Method>> = {
  'auth.test': () => ({ team: 'Home', team_id: TEAM, user: 'bot', user_id: BOT_USER, bot_id: BOT_ID }),

  'chat.postMessage': (parameters, side) => {
    demand(side, 'chat:write');
    checkMessage(parameters);
    const message = side.workspace.post({
      channel: channelOf(parameters, side),
      threadTs: optionalText(parameters, 'thread_ts'),
      text: textAt(parameters, 'text'),
      blocks: listAt(parameters, 'blocks'),
      metadata: parameters.metadata ?? null,
    });
    side.seen.push({ kind: 'message', by: 'chat.postMessage', body: parameters, ts: message.ts });
    return { channel: message.channel, ts: message.ts, message: shown(message, true) };
  },
  'chat.update': (parameters, side) => {
    demand(side, 'chat:write');
    checkMessage(parameters);
    const [channel, ts] = [textAt(parameters, 'channel'), textAt(parameters, 'ts')];
    side.workspace.update(channel, ts, {
      isEdited: true,
      ...('text' in parameters ? { text: textAt(parameters, 'text') } : {}),
      ...('blocks' in parameters ? { blocks: listAt(parameters, 'blocks') } : {}),
      ...('metadata' in parameters ? { metadata: parameters.metadata } : {}),
    });
    side.seen.push({ kind: 'message', by: 'chat.update', body: parameters, ts });
    return { channel, ts, text: textAt(parameters, 'text') };
  },
  'chat.delete': (parameters, side) => {
    demand(side, 'chat:write');
    const [channel, ts] = [textAt(parameters, 'channel'), textAt(parameters, 'ts')];
    side.workspace.delete(channel, ts);
    side.seen.push({ kind: 'message', by: 'chat.delete', body: parameters, ts });
    return { channel, ts };
  },
  // Seen by one person alone: no history has it.
  'chat.postEphemeral': (parameters, side) => {
    demand(side, 'chat:write');
    // Slack unfurls nothing in it, and has no flags for that.
    checkMessage({ ...parameters, unfurl_links: false, unfurl_media: false });
    const channel = textAt(parameters, 'channel');
    const threadTs = optionalText(parameters, 'thread_ts');
    // Slack takes it, and shows it nowhere, in a thread that nobody has begun.
    const isSeen =
      threadTs === undefined || side.workspace.held(channel).some((each) => each.threadTs === threadTs);
    if (!isSeen) return { message_ts: side.workspace.nextTs() };
    const { ts } = side.workspace.post({
      channel,
      threadTs,
      text: textAt(parameters, 'text'),
      blocks: listAt(parameters, 'blocks'),
      metadata: null,
      onlyFor: textAt(parameters, 'user'),
    });
    side.seen.push({ kind: 'message', by: 'chat.postEphemeral', body: parameters, ts });
    return { message_ts: ts };
  },

  'conversations.history': (parameters, side) => {
    demandOf(side, textAt(parameters, 'channel'), 'history');
    return page(parameters, side, (message) => message.threadTs === undefined);
  },
  'conversations.replies': (parameters, side) => {
    demandOf(side, textAt(parameters, 'channel'), 'history');
    return page(
      parameters,
      side,
      ({ ts, threadTs }) => ts === parameters.ts || threadTs === parameters.ts,
      'oldest first',
    );
  },
  'conversations.info': (parameters, side) => {
    const channel = textAt(parameters, 'channel');
    demandOf(side, channel, 'read');
    return { channel: described(channel, side.workspace.state(channel)) };
  },
  'conversations.members': (parameters, side) => {
    const channel = textAt(parameters, 'channel');
    demandOf(side, channel, 'read');
    const [members, next] = cut(side.workspace.state(channel).members ?? [], parameters);
    return { members, response_metadata: { next_cursor: next } };
  },
  'conversations.open': (parameters, side) => {
    demand(side, 'im:write');
    return { channel: { id: side.workspace.direct(textAt(parameters, 'users')) } };
  },
  'users.conversations': (parameters, side) => {
    demand(side, 'channels:read');
    demand(side, 'groups:read');
    const user = textAt(parameters, 'user');
    const ids = side.workspace.channelIds.filter((id) => {
      const { member, members } = side.workspace.state(id);
      return !id.startsWith('D') && member && (user === '' || (members?.includes(user) ?? true));
    });
    const [channels, next] = cut(ids, parameters);
    return {
      channels: channels.map((id) => described(id, side.workspace.state(id))),
      response_metadata: { next_cursor: next },
    };
  },

  'users.info': (parameters, side) => {
    demand(side, 'users:read');
    return { user: side.workspace.person(textAt(parameters, 'user')) };
  },
  'usergroups.users.list': (parameters, side) => {
    demand(side, 'usergroups:read');
    return { users: side.workspace.group(textAt(parameters, 'usergroup')) };
  },

  'views.open': showView('views.open'),
  'views.push': showView('views.push'),
  'views.update': showView('views.update'),
  'views.publish': showView('views.publish'),

  'files.getUploadURLExternal': (parameters, side) => {
    demand(side, 'files:write');
    const { id } = keepFile(side.files, textAt(parameters, 'filename'), new Uint8Array());
    return { upload_url: `${side.origin()}/upload/${id}`, file_id: id };
  },
  'files.completeUploadExternal': (parameters, side) => {
    demand(side, 'files:write');
    const { files: listed, ...to } = parameters;
    const ids = listAt(listed).map((file) => textAt(file, 'id'));
    const files = side.files.filter(({ id }) => ids.includes(id));
    const channel = textAt(to, 'channel_id');
    if (channel !== '') {
      side.workspace.post({
        channel,
        threadTs: optionalText(to, 'thread_ts'),
        text: textAt(to, 'initial_comment'),
        blocks: [],
        metadata: null,
        files,
      });
    }
    for (const { name, bytes } of files) side.seen.push({ kind: 'file', to, name, bytes });
    return { files: ids.map((id) => ({ id })) };
  },
  'files.info': (parameters, side) => {
    demand(side, 'files:read');
    const file = side.files.find(({ id }) => id === textAt(parameters, 'file'));
    if (file === undefined) throw new SlackRefusal('file_not_found');
    return { file: describedFile(file, side.origin()) };
  },

  'apps.connections.open': (_parameters, side) => ({ url: side.openSocket() }),
};

/** Adds a file to those that are kept. */
export function keepFile(files: StoredFile[], name: string, bytes: Uint8Array): StoredFile {
  const file = { id: `F${files.length}`, name, bytes };
  files.push(file);
  return file;
}

/** A file as Slack describes it, in a form that was sent in too. */
export function describedFile({ id, name, bytes }: StoredFile, origin: string): object {
  const address = `${origin}/file/${id}`;
  return { id, name, size: bytes.length, url_private: address, url_private_download: address };
}

function showView(by: 'views.open' | 'views.push' | 'views.update' | 'views.publish'): Method {
  return (parameters, { seen, views }) => {
    const view = parameters.view ?? {};
    if (typeof view !== 'object') throw new SlackRefusal('invalid_arguments');
    checkView(view, by === 'views.publish' ? 'home' : 'modal');
    const userId = textAt(parameters, 'user_id');
    // App Home is one view for each person: publishing draws it again, and its id stays.
    const known = by === 'views.publish' ? views.home(userId)?.id : textAt(parameters, 'view_id');
    const id = known || `V${seen.length + 1}`;
    const shown = { id, hash: `hash ${seen.length + 1}`, view };
    seen.push({ kind: 'view', by, userId, ...shown });
    if (by === 'views.update') views.update(shown);
    else if (by === 'views.publish') views.publish(userId, shown);
    else {
      const person = personOf(textAt(parameters, 'trigger_id'));
      if (by === 'views.open') views.open(person, shown);
      else views.push(person, shown);
    }
    return { view: { id, hash: shown.hash } };
  };
}

/**
 * Slack would take a message that says nothing of previews, and show pages and pictures for its links; here that is refused,
 * so that every test sees it.
 *
 * @throws SlackRefusal when Slack would not take the message either
 */
export function checkMessage(message: object): void {
  for (const flag of ['unfurl_links', 'unfurl_media']) {
    if (String(Reflect.get(message, flag)) !== 'false')
      throw new SlackRefusal('invalid_arguments', {
        response_metadata: { messages: [`${flag} is not false`] },
      });
  }
  checkView('blocks' in message ? message : { ...message, blocks: undefined }, 'message');
}

/** @throws SlackRefusal when Slack would not show these blocks there */
export function checkView(payload: object, surface: Surface): void {
  const breaches = limitBreachesOf(payload, surface);
  if (breaches.length === 0) return;
  throw new SlackRefusal('invalid_blocks', { response_metadata: { messages: breaches } });
}

function channelOf(parameters: Parameters, { workspace }: SlackSide): string {
  const channel = textAt(parameters, 'channel');
  // A message to a person opens the conversation with them.
  return /^[UW]/.test(channel) ? workspace.direct(channel) : channel;
}

/** Without the flag there is no metadata, as Slack does it; a history is newest first, a thread oldest first. */
function page(
  parameters: Parameters,
  side: SlackSide,
  wanted: (message: HeldMessage) => boolean,
  order: 'newest first' | 'oldest first' = 'newest first',
): object {
  const channel = textAt(parameters, 'channel');
  if (!side.workspace.state(channel).member) throw new SlackRefusal('not_in_channel');
  const inclusive = isSet(parameters, 'inclusive');
  const oldest = Number(parameters.oldest ?? 0);
  const latest = Number(parameters.latest ?? Number.POSITIVE_INFINITY);
  const within = (ts: number) => (inclusive ? ts >= oldest && ts <= latest : ts > oldest && ts < latest);
  const found = side.workspace
    .held(channel)
    .filter((message) => wanted(message) && within(Number(message.ts)));
  if (order === 'newest first') found.reverse();
  const [messages, next] = cut(found, parameters);
  const withMetadata = isSet(parameters, 'include_all_metadata');
  return {
    messages: messages.map((message) => shown(message, withMetadata)),
    has_more: next !== '',
    response_metadata: { next_cursor: next },
  };
}

const MAX_PER_PAGE = 999;

function cut<Entry>(
  entries: readonly Entry[],
  parameters: Parameters,
): [entries: Entry[], nextCursor: string] {
  const from = Number(parameters.cursor ?? 0);
  const to = from + Math.min(Number(parameters.limit ?? 100), MAX_PER_PAGE);
  return [entries.slice(from, to), to < entries.length ? String(to) : ''];
}

function shown(message: HeldMessage, withMetadata: boolean): object {
  return {
    type: 'message',
    ...(message.author ?? { user: BOT_USER, bot_id: BOT_ID, app_id: APP }),
    team: TEAM,
    ts: message.ts,
    text: message.text,
    blocks: message.blocks,
    ...(message.threadTs === undefined ? {} : { thread_ts: message.threadTs }),
    ...(message.files === undefined ? {} : { files: message.files.map(({ id, name }) => ({ id, name })) }),
    ...(withMetadata && message.metadata !== null ? { metadata: message.metadata } : {}),
  };
}

function described(id: string, state: ChannelState): object {
  return {
    id,
    name: state.name,
    is_channel: id.startsWith('C'),
    is_im: id.startsWith('D'),
    is_private: state.members !== undefined,
    is_member: state.member,
    is_archived: state.archived,
    is_shared: state.shared,
    is_ext_shared: state.shared,
    is_org_shared: false,
    is_pending_ext_shared: state.aboutToBeShared,
    context_team_id: TEAM,
    ...state.fields,
  };
}

export function demand({ scopes, neededScopes }: SlackSide, scope: string): void {
  neededScopes.add(scope);
  if (!scopes.has(scope))
    throw new SlackRefusal('missing_scope', { needed: scope, provided: [...scopes].join(',') });
}

/** The scope for a channel's kind. */
function demandOf(side: SlackSide, channel: string, right: 'read' | 'history'): void {
  const isPrivate = side.workspace.state(channel).members !== undefined;
  const kind = channel.startsWith('D') ? 'im' : isPrivate ? 'groups' : 'channels';
  demand(side, `${kind}:${right}`);
}

function optionalText(value: unknown, field: string): string | undefined {
  return textAt(value, field) || undefined;
}

function isSet(parameters: Parameters, name: string): boolean {
  return /^(1|true)$/.test(String(parameters[name]));
}
