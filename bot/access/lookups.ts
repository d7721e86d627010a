import type { ConversationsMembersResponse, UsersConversationsResponse } from '@slack/web-api';
import { slackErrorCode } from '../slack/errors.ts';
import { createNoRetryClient, type SlackAccess } from '../slack/noRetryClient.ts';

/** An account, as users.info gives it. */
export interface Account {
  readonly userId: string;
  readonly teamIds: readonly string[];
  readonly standing: 'member' | 'guest' | 'stranger' | 'bot' | 'gone';
  readonly locale: string | undefined;
}

/** A channel, as conversations.info and conversations.members give it. */
export interface Channel {
  /** Shared with another organisation, or with a pending invitation to one. */
  readonly shared: boolean;
  /** The people in a private channel; undefined for a public one. */
  readonly members: ReadonlySet<string> | undefined;
}

/** Uncached lookups in Slack, without retries, with a timeout of two seconds. */
export interface Lookups {
  /** @throws LookupError */
  account(userId: string): Promise<Account>;
  /** @throws LookupError */
  channel(channelId: string): Promise<Channel>;
  /** Ids of the channels that the person and the app are in. @throws LookupError */
  channelsOf(userId: string): Promise<ReadonlySet<string>>;
  /** The id of the person's direct messages with the app; scope im:write. @throws LookupError */
  direct(userId: string): Promise<string>;
  /** Ids of the people in a user group; scope usergroups:read. @throws LookupError */
  groupMembers(groupId: string): Promise<ReadonlySet<string>>;
}

/** A lookup failed; `code` is Slack's code, or ours when Slack did not answer. */
export class LookupError extends Error {
  readonly about: 'person' | 'channel' | 'group';
  readonly code: string;

  constructor(about: 'person' | 'channel' | 'group', code: string, cause?: unknown) {
    super(`Slack did not tell about a ${about} (${code})`, { cause });
    this.name = 'LookupError';
    this.about = about;
    this.code = code;
  }
}

/** Slack's codes for a missing scope. */
export const NO_SCOPE: ReadonlySet<string> = new Set([
  'missing_scope',
  'not_allowed_token_type',
  'no_permission',
]);

/** Slack's codes for a channel that doesn't exist, or that the app or the person isn't in. */
export const UNSEEN: ReadonlySet<string> = new Set(['channel_not_found', 'not_in_channel']);

const TIMEOUT_MS = 2_000;
const PAGE = 999;

/** Uses its own client with a short timeout, because a person waits for the answer. */
export function createLookups(access: SlackAccess): Lookups {
  const client = createNoRetryClient(access, TIMEOUT_MS);
  /** The ids in all pages of an answer. */
  const idsIn = (
    method: string,
    options: Record<string, unknown>,
    idsOf: (page: Pages) => readonly (string | undefined)[] | undefined,
  ): Promise<ReadonlySet<string>> =>
    asked('channel', async () => {
      const ids = new Set<string>();
      for await (const page of client.paginate(method, { ...options, limit: PAGE })) {
        for (const id of idsOf(page) ?? []) if (id !== undefined) ids.add(id);
      }
      return ids;
    });
  return {
    async account(userId) {
      const { user } = await asked('person', () => client.users.info({ user: userId, include_locale: true }));
      if (user === undefined) throw new LookupError('person', 'no_user');
      const { team_id: teamId, enterprise_user: organisation } = user;
      const teamIds = [teamId, organisation?.enterprise_id, ...(organisation?.teams ?? [])];
      return {
        userId,
        teamIds: teamIds.flatMap((id) => (id === undefined || id === '' ? [] : [id])),
        standing: standingOf(user),
        locale: user.locale,
      };
    },
    async channel(channelId) {
      const { channel } = await asked('channel', () => client.conversations.info({ channel: channelId }));
      if (channel === undefined) throw new LookupError('channel', 'no_channel');
      return {
        shared: channel.is_ext_shared === true || channel.is_pending_ext_shared === true,
        members:
          channel.is_private === false
            ? undefined
            : await idsIn('conversations.members', { channel: channelId }, ({ members }) => members),
      };
    },
    channelsOf: (userId) =>
      idsIn(
        'users.conversations',
        { user: userId, types: 'public_channel,private_channel', exclude_archived: false },
        ({ channels }) => channels?.map(({ id }) => id),
      ),
    async direct(userId) {
      const { channel } = await asked('channel', () => client.conversations.open({ users: userId }));
      if (channel?.id === undefined) throw new LookupError('channel', 'no_channel');
      return channel.id;
    },
    async groupMembers(groupId) {
      const { users } = await asked('group', () => client.usergroups.users.list({ usergroup: groupId }));
      if (users === undefined) throw new LookupError('group', 'no_users');
      return new Set(users);
    },
  };
}

interface AccountFlags {
  readonly deleted?: boolean;
  readonly is_bot?: boolean;
  readonly is_stranger?: boolean;
  readonly is_restricted?: boolean;
  readonly is_ultra_restricted?: boolean;
}

function standingOf(user: AccountFlags): Account['standing'] {
  if (user.deleted === true) return 'gone';
  if (user.is_bot === true) return 'bot';
  if (user.is_stranger === true) return 'stranger';
  return user.is_restricted === true || user.is_ultra_restricted === true ? 'guest' : 'member';
}

/** The fields that are read from a page. */
type Pages = Partial<ConversationsMembersResponse & UsersConversationsResponse>;

async function asked<T>(about: LookupError['about'], call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new LookupError(about, slackErrorCode(error) ?? 'no_answer', error);
  }
}
