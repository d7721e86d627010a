/** Who wrote a message, as Slack says it. */
export interface Author {
  readonly user: string;
  /** Of a message that an app has written. */
  readonly bot_id?: string;
  readonly app_id?: string;
}

/** What a channel truly holds, whatever the bot was told. */
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
}

export interface ChannelState {
  readonly member: boolean;
  readonly archived: boolean;
  /** Shared with another organisation. */
  readonly shared: boolean;
  /** An invitation to that is open. */
  readonly aboutToBeShared: boolean;
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

/** The ledger of a workspace: channels, and every message that ever was in them. */
export interface SlackWorkspace {
  readonly channelIds: readonly string[];
  state(channel: string): ChannelState;
  change(channel: string, state: Partial<ChannelState>): void;
  addChannel(channel: string): void;
  /** @throws SlackRefusal when the bot may not write there */
  post(message: {
    channel: string;
    author?: Author | undefined;
    threadTs: string | undefined;
    text: string;
    blocks: readonly unknown[];
    metadata: unknown;
  }): HeldMessage;
  update(
    channel: string,
    ts: string,
    fields: Partial<Pick<HeldMessage, 'text' | 'blocks' | 'metadata'>>,
  ): void;
  delete(channel: string, ts: string): void;
  /** Messages that stand in the channel, oldest first, answers in threads included. */
  held(channel: string): HeldMessage[];
  /** Every message that ever stood in any channel, deleted ones included. */
  all(): readonly HeldMessage[];
}

const MEMBER: ChannelState = { member: true, archived: false, shared: false, aboutToBeShared: false };

export function createSlackWorkspace(now: () => number, channelIds: readonly string[]): SlackWorkspace {
  const channels = new Map<string, ChannelState>(channelIds.map((id) => [id, MEMBER]));
  const messages = new Map<string, HeldMessage[]>();
  let count = 0;

  const stateOf = (channel: string) => {
    const state = channels.get(channel);
    if (state === undefined) throw new SlackRefusal('channel_not_found');
    return state;
  };
  const replace = (channel: string, ts: string, fields: Partial<HeldMessage>) => {
    const list = messages.get(channel) ?? [];
    const at = list.findIndex((message) => message.ts === ts && message.deletedAt === undefined);
    const message = list[at];
    if (message === undefined) throw new SlackRefusal('message_not_found');
    list[at] = { ...message, ...fields };
  };

  return {
    get channelIds() {
      return [...channels.keys()];
    },
    state: stateOf,
    change: (channel, state) => void channels.set(channel, { ...stateOf(channel), ...state }),
    addChannel(channel) {
      if (!channels.has(channel)) channels.set(channel, MEMBER);
    },
    post({ channel, author, threadTs, text, blocks, metadata }) {
      const state = stateOf(channel);
      if (state.archived) throw new SlackRefusal('is_archived');
      if (!state.member) throw new SlackRefusal('not_in_channel');
      count += 1;
      const at = now();
      const ts = `${Math.floor(at / 1_000)}.${String(count % 1_000_000).padStart(6, '0')}`;
      const message = { channel, author, ts, at, threadTs, text, blocks, metadata, deletedAt: undefined };
      const list = messages.get(channel);
      if (list === undefined) messages.set(channel, [message]);
      else list.push(message);
      return message;
    },
    update: replace,
    delete: (channel, ts) => replace(channel, ts, { deletedAt: now() }),
    held: (channel) => (messages.get(channel) ?? []).filter(({ deletedAt }) => deletedAt === undefined),
    all: () => [...messages.values()].flat(),
  };
}
