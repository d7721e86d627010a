import type { Channel, FileInfo, Message, MessagePage, View } from '../page/protocol.ts';
import { BOT_USER } from './cast.ts';
import { textAt } from './fields.ts';
import type { ShownView } from './payloads.ts';
import type { Slack } from './slack.ts';
import type { HeldMessage, StoredFile } from './workspace.ts';

/** Messages of a channel that are shown at once. */
const SHOWN_AT_ONCE = 50;

/** The channels and direct messages that a person is in, with what they see there. */
export function channelsOf(slack: Slack, userId: string, channelIds: readonly string[]): Channel[] {
  return channelIds.flatMap((id) => {
    const { name, members, fields } = slack.workspace.state(id);
    const isDirect = id.startsWith('D');
    if (isDirect ? id !== `D${userId.slice(1)}` : members?.includes(userId) === false) return [];
    return [
      {
        id,
        kind: isDirect ? 'direct' : 'channel',
        name,
        topic: textAt(fields, 'topic', 'value'),
        isPrivate: members !== undefined,
        ...pageOf(slack, userId, id),
      },
    ];
  });
}

/** Messages outside of threads, the latest before `before`; the latest of all without it. */
export function pageOf(slack: Slack, userId: string, channel: string, before?: string): MessagePage {
  const all = slack.workspace.seenBy(userId, channel);
  const found = all.filter(
    ({ ts, threadTs }) => threadTs === undefined && (before === undefined || ts < before),
  );
  const messages = found.slice(-SHOWN_AT_ONCE).map((message) => messageOf(message, all));
  return { messages, hasEarlier: found.length > messages.length };
}

/** A thread with its first message. */
export function threadOf(slack: Slack, userId: string, channel: string, thread: string): MessagePage {
  const all = slack.workspace.seenBy(userId, channel);
  const found = all.filter(({ ts, threadTs }) => ts === thread || threadTs === thread);
  return { messages: found.map((message) => messageOf(message, all)), hasEarlier: false };
}

/** A message as a person sees it; `all`: what they see in the channel. */
export function messageOf(message: HeldMessage, all: readonly HeldMessage[]): Message {
  const { ts, threadTs, author, text, blocks, files = [], onlyFor, isEdited = false } = message;
  const replies = all.filter((each) => each.threadTs === ts && each.onlyFor === undefined);
  const last = replies.at(-1);
  const users = [...new Set(replies.map((reply) => reply.author?.user ?? BOT_USER))];
  return {
    ts,
    threadTs,
    user: author?.user ?? BOT_USER,
    text,
    blocks: blocks.filter((block) => typeof block === 'object' && block !== null),
    files: files.map(fileInfoOf),
    isPrivate: onlyFor !== undefined,
    isEdited,
    replies:
      last === undefined ? undefined : { count: replies.length, lastTs: last.ts, users: users.slice(0, 3) },
  };
}

export function fileInfoOf({ id, name, bytes }: StoredFile): FileInfo {
  return { id, name, bytes: bytes.length, url: `/file/${id}` };
}

export function viewOf({ id, hash, view }: ShownView): View {
  return { id, hash, view };
}
