import type { Logger } from 'pino';
import { type AccessPolicy, groupsOf, type Holders } from '../settings/accessPolicy.ts';
import { createExpiringCache } from './expiringCache.ts';
import { type Account, type Channel, LookupError, type Lookups } from './lookups.ts';
import type { Person, Place } from './person.ts';
import { settingsNaming, type UnresolvedGroup } from './unresolvedGroups.ts';

/** Looks up people and channels, cached for ten minutes. */
export interface Directory {
  /** @throws LookupError */
  person(userId: string): Promise<Person>;
  /**
   * @throws LookupError, with the same code for a private channel that the person is not in and one that does not exist
   */
  place(channelId: string | undefined, userId: string): Promise<Place>;
  /**
   * Ids of the people that a setting lists, directly or by group. Leaves out groups that Slack returns no members for.
   */
  namedBy(holders: Holders): Promise<readonly string[]>;
  /** Ids of the channels that the person and the app are in. @throws LookupError */
  channelsOf(userId: string): Promise<ReadonlySet<string>>;
  /** Whether a place is the person's direct messages with the app, or App Home. @throws LookupError */
  isWithApp(place: Place, userId: string): Promise<boolean>;
}

const KEEP_MS = 10 * 60_000;
const REFRESH_MS = 5 * 60_000;
const MAX_ENTRIES = 5_000;
/** Members of a channel that are cached for longer do not refuse a person, who may just have joined. */
const JUST_ASKED_MS = 10_000;
/** How long to wait before looking up a failed group again. */
const UNTOLD_MS = 60_000;

/** Somebody who loses access keeps it for at most KEEP_MS. */
export function createDirectory(
  lookups: Lookups,
  policy: AccessPolicy,
  now: () => number,
  log: Logger,
): Directory {
  const options = { keepMs: KEEP_MS, refreshMs: REFRESH_MS, maxEntries: MAX_ENTRIES, now };
  const accounts = createExpiringCache<Account>((id) => lookups.account(id), options);
  const channels = createExpiringCache<Channel>((id) => lookups.channel(id), options);
  const directs = createExpiringCache<string>((id) => lookups.direct(id), options);
  const members = createExpiringCache((id) => lookups.groupMembers(id), options);
  const memberships = createExpiringCache((id) => lookups.channelsOf(id), options);
  const groups = groupsOf(policy);
  const untold = new Map<string, { readonly code: string; readonly at: number }>();

  /** A group that cannot be looked up grants nothing, but does not refuse everybody. */
  const inGroup = async (groupId: string, userId: string): Promise<boolean | UnresolvedGroup> => {
    const last = untold.get(groupId);
    if (last !== undefined && now() - last.at < UNTOLD_MS) return { groupId, code: last.code };
    try {
      const isIn = (await members.get(groupId)).has(userId);
      if (untold.delete(groupId)) log.info({ group: groupId }, 'Slack tells again who is in a user group');
      return isIn;
    } catch (error) {
      if (!(error instanceof LookupError)) throw error;
      const { code } = error;
      const settings = settingsNaming(groupId, policy);
      untold.set(groupId, { code, at: now() });
      if (last?.code !== code) {
        log.warn(
          { group: groupId, settings, code },
          'Slack does not tell who is in a user group of the settings; what it grants is lost',
        );
      }
      return { groupId, code };
    }
  };

  return {
    async person(userId) {
      const [account, ...found] = await Promise.all([
        accounts.get(userId),
        ...groups.map((id) => inGroup(id, userId)),
      ]);
      return {
        ...account,
        groupIds: groups.filter((_, at) => found[at] === true),
        unresolvedGroups: found.filter((group) => typeof group === 'object'),
      };
    },
    async namedBy(holders) {
      if (holders === 'members') return [];
      const ofGroups = await Promise.all(
        holders.groups.map((id) => members.get(id).catch(() => new Set<string>())),
      );
      return [...new Set([...holders.users, ...ofGroups.flatMap((people) => [...people])])];
    },
    channelsOf: (userId) => memberships.get(userId),
    async isWithApp(place, userId) {
      if (place.kind === 'channel') return false;
      return place.channelId === undefined || place.channelId === (await directs.get(userId));
    },
    async place(channelId, userId) {
      // Only the person sees the answer to a request from App Home or a direct message.
      if (channelId === undefined) return { kind: 'alone' };
      if (channelId.startsWith('D')) return { kind: 'alone', channelId };
      const isSeen = ({ members }: Channel) => members === undefined || members.has(userId);
      const known = await channels.get(channelId);
      const channel = isSeen(known) ? known : await channels.get(channelId, JUST_ASKED_MS);
      if (!isSeen(channel)) throw new LookupError('channel', 'channel_not_found');
      return { kind: 'channel', channelId, shared: channel.shared };
    },
  };
}
