import { createExpiringCache } from './expiringCache.ts';
import type { Account, Lookups } from './lookups.ts';
import type { Person, Place } from './person.ts';
import { type AccessPolicy, groupsOf } from './policy.ts';

/** Who somebody is and what a channel is, remembered for ten minutes. */
export interface Directory {
  /** @throws LookupError */
  person(userId: string): Promise<Person>;
  /** @throws LookupError */
  place(channelId: string | undefined): Promise<Place>;
  /** Ids of the channels that the person and the app are in. @throws LookupError */
  channelsOf(userId: string): Promise<ReadonlySet<string>>;
}

const KEEP_MS = 10 * 60_000;
const REFRESH_MS = 5 * 60_000;
const MOST = 5_000;

/** Somebody who lost a right keeps it for ten minutes at most. */
export function createDirectory(lookups: Lookups, policy: AccessPolicy, now: () => number): Directory {
  const options = { keepMs: KEEP_MS, refreshMs: REFRESH_MS, most: MOST, now };
  const accounts = createExpiringCache<Account>((id) => lookups.account(id), options);
  const shared = createExpiringCache<boolean>((id) => lookups.isShared(id), options);
  const members = createExpiringCache((id) => lookups.groupMembers(id), options);
  const memberships = createExpiringCache((id) => lookups.channelsOf(id), options);
  const groups = groupsOf(policy);

  return {
    async person(userId) {
      const [account, ...membership] = await Promise.all([
        accounts.get(userId),
        ...groups.map(async (id) => ((await members.get(id)).has(userId) ? id : undefined)),
      ]);
      return { ...account, groupIds: membership.filter((id) => id !== undefined) };
    },
    channelsOf: (userId) => memberships.get(userId),
    async place(channelId) {
      // What is asked in a direct message is seen by nobody but the two in it, and the answer by one.
      if (channelId === undefined) return { kind: 'alone' };
      if (channelId.startsWith('D')) return { kind: 'alone', channelId };
      return { kind: 'channel', channelId, shared: await shared.get(channelId) };
    },
  };
}
