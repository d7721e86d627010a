import type { Catalog, Worded } from '../language/language.ts';
import type { AccessPolicy, Capability, Holders, RequiredCapability } from '../settings/accessPolicy.ts';
import type { Person, Subject } from './person.ts';
import { type UntoldGroup, untoldInWords, wouldGrant } from './untoldGroups.ts';
import { accessWords } from './words/words.ts';

export type Reason =
  | 'other_team'
  | 'external'
  | 'guest'
  | 'not_a_person'
  | 'shared_channel'
  | 'channel_not_listed'
  | 'capability_missing';

export type Decision =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly reason: Reason;
      /** For the person, in mrkdwn: what is missing and whom to ask. */
      readonly sentence: Worded;
    };

const ALLOWED: Decision = { allowed: true };

/** Adds the bot's own workspace when the policy lists no team. */
export function withOwnTeam(policy: AccessPolicy, teamId: string): AccessPolicy {
  return policy.teams.length > 0 ? policy : { ...policy, teams: [teamId] };
}

/** Whether the person may do what needs `needs` in this place. Pure: looks nothing up. */
export function decide(subject: Subject, needs: RequiredCapability, policy: AccessPolicy): Decision {
  return (
    refusedAsPerson(subject.person, policy) ??
    refusedInPlace(subject, policy) ??
    refusedWithout(subject, needs, policy) ??
    ALLOWED
  );
}

/**
 * Whether the person may show an answer to everybody in the channel. `needs` is what the question needs. Expects a
 * place that was just looked up.
 */
export function mayShare(subject: Subject, needs: RequiredCapability, policy: AccessPolicy): Decision {
  const { person, place } = subject;
  if (place.kind === 'alone') {
    return refused('channel_not_listed', (t) => accessWords(t).noChannelToShare);
  }
  // A shared channel may be listed for private answers, but a shared answer would be read by the other organisation.
  if (place.shared) return sharedChannel(person, policy);
  return decide(subject, needs, policy);
}

function refusedAsPerson(person: Person, policy: AccessPolicy): Decision | undefined {
  if (person.standing === 'bot' || person.standing === 'gone') {
    return refused('not_a_person', (t) => accessWords(t).notAPerson);
  }
  const isOurs = person.teamIds.some((id) => policy.teams.includes(id));
  const isExternal = person.standing === 'stranger' || !isOurs;
  const external: Reason = person.standing === 'stranger' ? 'external' : 'other_team';
  if (isExternal && policy.externals === 'refused') {
    return refused(external, (t) => accessWords(t).otherOrganisation(whomToAsk(person, policy, t)));
  }
  const isGuest = person.standing === 'guest';
  if (isGuest && policy.guests === 'refused') {
    return refused('guest', (t) => accessWords(t).guest(whomToAsk(person, policy, t)));
  }
  if ((isExternal || isGuest) && !isNamed(person, policy)) {
    return refused(isExternal ? external : 'guest', (t) =>
      withUntold(accessWords(t).notNamed(whomToAsk(person, policy, t)), person.untoldGroups ?? [], t),
    );
  }
  return undefined;
}

/** Whether a list names the person, by id or by user group, for at least one capability. */
function isNamed({ userId, groupIds }: Person, policy: AccessPolicy): boolean {
  return Object.values(policy.holders).some(
    (holders) =>
      holders !== 'members' &&
      (holders.users.includes(userId) || groupIds.some((id) => holders.groups.includes(id))),
  );
}

function refusedInPlace({ person, place }: Subject, policy: AccessPolicy): Decision | undefined {
  if (place.kind === 'alone') return undefined;
  if (policy.channels === 'unshared') return place.shared ? sharedChannel(person, policy) : undefined;
  if (policy.channels.includes(place.channelId)) return undefined;
  // Do not list the channels: some may be private.
  return refused('channel_not_listed', (t) => accessWords(t).channelNotListed(whomToAsk(person, policy, t)));
}

function refusedWithout(
  subject: Subject,
  needs: RequiredCapability,
  policy: AccessPolicy,
): Decision | undefined {
  if (needs === 'member' || holds(subject, needs, policy) || holds(subject, 'admin', policy))
    return undefined;
  const untold = (subject.person.untoldGroups ?? []).filter(({ groupId }) =>
    wouldGrant(groupId, needs, policy),
  );
  return refused('capability_missing', (t) =>
    withUntold(accessWords(t).lacks[needs](whomToAsk(subject.person, policy, t)), untold, t),
  );
}

/** The sentence, and the user groups that Slack returned no members for, which may be the reason for the refusal. */
function withUntold(sentence: string, groups: readonly UntoldGroup[], t: Catalog): string {
  return [sentence, ...groups.map((group) => untoldInWords(group, t))].join(' ');
}

function holds({ person, place }: Subject, capability: Capability, policy: AccessPolicy): boolean {
  const holders: Holders = policy.holders[capability];
  const isInternal = person.standing === 'member' && person.teamIds.some((id) => policy.teams.includes(id));
  if (holders === 'members') return isInternal;
  return (
    holders.users.includes(person.userId) ||
    person.groupIds.some((id) => holders.groups.includes(id)) ||
    // A listed channel is not enough for guests and externals: they must be listed themselves.
    (isInternal && place.kind === 'channel' && holders.channels.includes(place.channelId))
  );
}

function sharedChannel(person: Person, policy: AccessPolicy): Decision {
  return refused('shared_channel', (t) => accessWords(t).sharedChannel(whomToAsk(person, policy, t)));
}

/** The sentence that says whom to ask. The ids come from the settings, so they are safe as mentions. */
function whomToAsk({ userId, groupIds }: Person, policy: AccessPolicy, t: Catalog): string {
  const { admin } = policy.holders;
  if (admin === 'members') return accessWords(t).ask([]);
  const { users, groups } = admin;
  if (users.includes(userId) || groupIds.some((id) => groups.includes(id))) return accessWords(t).asAdmin;
  const names = [...users.map((id) => `<@${id}>`), ...groups.map((id) => `<!subteam^${id}>`)];
  return accessWords(t).ask(names.slice(0, 3));
}

function refused(reason: Reason, sentence: Worded): Decision {
  return { allowed: false, reason, sentence };
}
