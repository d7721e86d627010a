import { BOT_USER, PEOPLE, PLACES, PLACES_OF_TESTS, type PlaceName, TEAM } from './cast.ts';

/** Who wrote a message, as Slack says it. */
export interface Author {
  readonly user: string;
  /** Of a message that an app has written. */
  readonly bot_id?: string;
  readonly app_id?: string;
}

/** A message that stands in a channel, or stood there once. */
export interface HeldMessage {
  readonly channel: string;
  /** Undefined for the bot. */
  readonly author?: Author | undefined;
  readonly ts: string;
  /** When it came in, by the clock of Slack. */
  readonly at: number;
  readonly threadTs: string | undefined;
  readonly text: string;
  readonly blocks: readonly unknown[];
  readonly metadata: unknown;
  /** When it was deleted again. */
  readonly deletedAt: number | undefined;
  /** Who alone sees it; undefined for everybody in the channel. */
  readonly onlyFor?: string | undefined;
  readonly files?: readonly StoredFile[];
  /** Its text is another one than it was posted with. */
  readonly isEdited?: boolean;
}

/** A file that the bot or a person has uploaded. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  bytes: Uint8Array;
}

/** A message to post. */
export type NewMessage = Pick<
  HeldMessage,
  'channel' | 'author' | 'threadTs' | 'text' | 'blocks' | 'metadata' | 'onlyFor' | 'files'
>;

export interface ChannelState {
  readonly name: string;
  readonly member: boolean;
  readonly archived: boolean;
  /** Shared with another organisation. */
  readonly shared: boolean;
  /** An invitation to that is open. */
  readonly aboutToBeShared: boolean;
  /** Who is in it, where it is private; undefined for a public channel. */
  readonly members: readonly string[] | undefined;
  /** Further fields of conversations.info. */
  readonly fields: object;
}

/** An answer with ok: false. */
export class SlackRefusal extends Error {
  readonly code: string;
  readonly facts: object;

  constructor(code: string, facts: object = {}) {
    super(code);
    this.code = code;
    this.facts = facts;
  }
}

/** A workspace: people, groups, channels, and every message that ever was in them. */
export interface Workspace {
  readonly channelIds: readonly string[];
  state(channel: string): ChannelState;
  change(channel: string, state: Partial<ChannelState>): void;
  /** A public channel that the bot is in, unless `state` says otherwise. */
  addChannel(channel: string, state?: Partial<ChannelState>): void;
  /** The conversation of the bot with one person. */
  direct(userId: string): string;
  /** What users.info says of a person. @throws SlackRefusal */
  person(userId: string): object;
  setPerson(userId: string, account: object): void;
  /** Who is in a user group. @throws SlackRefusal */
  group(groupId: string): readonly string[];
  setGroup(groupId: string, userIds: readonly string[]): void;
  /** @throws SlackRefusal when the bot may not write there */
  post(message: NewMessage): HeldMessage;
  update(
    channel: string,
    ts: string,
    fields: Partial<Pick<HeldMessage, 'text' | 'blocks' | 'metadata' | 'isEdited'>>,
  ): void;
  delete(channel: string, ts: string): void;
  /** Messages that stand in the channel for everybody, oldest first, answers in threads included. */
  held(channel: string): HeldMessage[];
  /** The same with those that one person alone sees. */
  seenBy(userId: string, channel: string): HeldMessage[];
  /** Every message that ever stood in any channel, deleted ones included, for everybody. */
  all(): readonly HeldMessage[];
  /** Told of each message that is posted, changed or deleted. */
  listen(listener: (message: HeldMessage) => void): void;
  /** A mark that no other message has. */
  nextTs(): string;
}

const OPEN: ChannelState = {
  name: '',
  member: true,
  archived: false,
  shared: false,
  aboutToBeShared: false,
  members: undefined,
  fields: {},
};

/** The id of no person and no channel; whoever else is not set up is a full member who reads English. */
export const NOBODY = 'U0NOBODY';
/** Somebody whom Slack doesn't show to the app. */
export const HIDDEN = 'U0HIDDEN';
export const NOWHERE = 'C0NOWHERE';
const MEMBER = { team_id: TEAM, locale: 'en-GB' };

/** With the people of cast.ts and these places. `messages` stand in it from the beginning. */
export function createWorkspace(
  now: () => number,
  messages: readonly HeldMessage[] = [],
  places: readonly PlaceName[] = PLACES_OF_TESTS,
): Workspace {
  const channels = new Map<string, ChannelState>();
  const people = new Map<string, object>(Object.values(PEOPLE).map(({ id, account }) => [id, account]));
  const groups = new Map<string, readonly string[]>();
  const written = [...messages];
  let count = written.length;
  let listener = (_message: HeldMessage): void => {};
  const isForAll = ({ onlyFor }: HeldMessage) => onlyFor === undefined;

  const stateOf = (channel: string) => {
    const state = channels.get(channel);
    if (state === undefined) throw new SlackRefusal('channel_not_found');
    return state;
  };
  const replace = (channel: string, ts: string, fields: Partial<HeldMessage>) => {
    const at = written.findIndex(
      (message) => message.channel === channel && message.ts === ts && message.deletedAt === undefined,
    );
    const message = written[at];
    if (message === undefined) throw new SlackRefusal('message_not_found');
    const changed = { ...message, ...fields };
    written[at] = changed;
    listener(changed);
  };
  const nextTs = () => {
    count += 1;
    return `${Math.floor(now() / 1_000)}.${String(count % 1_000_000).padStart(6, '0')}`;
  };

  const standing = (channel: string) =>
    written.filter((message) => message.channel === channel && message.deletedAt === undefined);

  const workspace: Workspace = {
    get channelIds() {
      return [...channels.keys()];
    },
    state: stateOf,
    change: (channel, state) => void channels.set(channel, { ...stateOf(channel), ...state }),
    addChannel(channel, state = {}) {
      if (!channels.has(channel)) channels.set(channel, { ...OPEN, name: channel.toLowerCase(), ...state });
    },
    direct(userId) {
      const id = `D${userId.slice(1)}`;
      workspace.addChannel(id);
      return id;
    },
    person(userId) {
      if (userId === NOBODY) throw new SlackRefusal('user_not_found');
      if (userId === HIDDEN) throw new SlackRefusal('user_not_visible');
      return { id: userId, ...(people.get(userId) ?? MEMBER) };
    },
    setPerson: (userId, account) => void people.set(userId, { ...MEMBER, ...people.get(userId), ...account }),
    group(groupId) {
      const members = groups.get(groupId);
      if (members === undefined) throw new SlackRefusal('no_such_subteam');
      return members;
    },
    setGroup: (groupId, userIds) => void groups.set(groupId, userIds),
    post(message) {
      const state = stateOf(message.channel);
      if (state.archived) throw new SlackRefusal('is_archived');
      if (!state.member) throw new SlackRefusal('not_in_channel');
      const held = { ...message, ts: nextTs(), at: now(), deletedAt: undefined };
      written.push(held);
      listener(held);
      return held;
    },
    update: replace,
    delete: (channel, ts) => replace(channel, ts, { deletedAt: now() }),
    held: (channel) => standing(channel).filter(isForAll),
    seenBy: (userId, channel) => standing(channel).filter(({ onlyFor = userId }) => onlyFor === userId),
    all: () => written.filter(isForAll),
    listen(next) {
      listener = next;
    },
    nextTs,
  };

  for (const { id, channel, ...place } of places.map((name) => PLACES[name])) {
    const members: readonly string[] | undefined = 'members' in place ? place.members : undefined;
    const { is_member: member = true, is_ext_shared: shared = false, name = id } = flagsOf(channel);
    workspace.addChannel(id, { name, member, shared, members });
  }
  people.set(BOT_USER, { team_id: TEAM, is_bot: true });
  return workspace;
}

function flagsOf(channel: object): { is_member?: boolean; is_ext_shared?: boolean; name?: string } {
  return channel;
}
