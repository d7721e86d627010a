import type { Change, Channel, Message, MessagePage, Snapshot } from './protocol.ts';

/** A thread that is open at the side. */
export interface Thread {
  readonly channel: string;
  readonly ts: string;
  readonly messages: readonly Message[];
}

/** All that the page draws. */
export interface State {
  readonly snapshot: Snapshot;
  readonly thread: Thread | undefined;
  /** Channels in which somebody else has written to all since they were looked at. */
  readonly unread: ReadonlySet<string>;
}

/** What the page does to its own state. */
export type Step =
  | Change
  | { readonly kind: 'earlier'; readonly channel: string; readonly page: MessagePage }
  | { readonly kind: 'thread'; readonly thread: Thread | undefined }
  | { readonly kind: 'read'; readonly channel: string };

/** @throws Error for a change before the first snapshot, which the stand-in doesn't send */
export function stepped(state: State | undefined, step: Step): State {
  if (step.kind === 'snapshot') {
    const { snapshot } = step;
    const isSame = state?.snapshot.session === snapshot.session && state.snapshot.me === snapshot.me;
    return isSame ? { ...state, snapshot } : { snapshot, thread: undefined, unread: new Set() };
  }
  if (state === undefined) throw new Error(`a ${step.kind} came before the snapshot`);
  const { snapshot, thread, unread } = state;
  switch (step.kind) {
    case 'message': {
      const { channel, message } = step;
      const isInThread = message.threadTs !== undefined && message.threadTs !== message.ts;
      const last = snapshot.channels.find(({ id }) => id === channel)?.messages.at(-1)?.ts ?? '';
      const isNews = !isInThread && message.ts > last && !message.isPrivate && message.user !== snapshot.me;
      const isOpen =
        thread?.channel === channel && (message.threadTs === thread.ts || message.ts === thread.ts);
      return {
        snapshot: isInThread ? snapshot : withMessages(snapshot, channel, (all) => placed(all, message)),
        thread: isOpen ? { ...thread, messages: placed(thread.messages, message) } : thread,
        unread: isNews ? new Set([...unread, channel]) : unread,
      };
    }
    case 'removed': {
      const { channel, ts } = step;
      const left = (all: readonly Message[]) => all.filter((message) => message.ts !== ts);
      return {
        ...state,
        snapshot: withMessages(snapshot, channel, left),
        thread: thread?.channel === channel ? { ...thread, messages: left(thread.messages) } : thread,
      };
    }
    case 'earlier': {
      const { messages, hasEarlier } = step.page;
      return {
        ...state,
        snapshot: changed(snapshot, step.channel, (channel) => {
          const known = new Set(channel.messages.map(({ ts }) => ts));
          const earlier = messages.filter(({ ts }) => !known.has(ts));
          return { ...channel, hasEarlier, messages: [...earlier, ...channel.messages] };
        }),
      };
    }
    case 'thread':
      return { ...state, thread: step.thread };
    case 'read':
      return { ...state, unread: new Set([...unread].filter((channel) => channel !== step.channel)) };
    case 'home':
      return { ...state, snapshot: { ...snapshot, home: step.home } };
    case 'modals':
      return { ...state, snapshot: { ...snapshot, modals: step.modals } };
    case 'clock':
      return { ...state, snapshot: { ...snapshot, clock: step.clock } };
  }
}

function withMessages(
  snapshot: Snapshot,
  id: string,
  change: (messages: readonly Message[]) => readonly Message[],
): Snapshot {
  return changed(snapshot, id, (channel) => ({ ...channel, messages: change(channel.messages) }));
}

function changed(snapshot: Snapshot, id: string, change: (channel: Channel) => Channel): Snapshot {
  return {
    ...snapshot,
    channels: snapshot.channels.map((channel) => (channel.id === id ? change(channel) : channel)),
  };
}

/** In the place of the message with the same `ts`, else in order, which is nearly always at the end. */
function placed(messages: readonly Message[], message: Message): readonly Message[] {
  const at = messages.findLastIndex(({ ts }) => ts <= message.ts);
  return messages[at]?.ts === message.ts
    ? messages.with(at, message)
    : messages.toSpliced(at + 1, 0, message);
}
