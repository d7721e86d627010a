import type { AccessPolicy, Holders } from '../settings/accessPolicy.ts';
import type { Capability, Needs } from '../settings/capability.ts';
import { IN_WORDS } from '../settings/capability.ts';
import type { Person, Place, Subject } from './person.ts';
import { untoldInWords, wouldGrant } from './untoldGroups.ts';

/** Why somebody was refused. */
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
      /** For the refused person, in mrkdwn: what is missing and whom to ask. */
      readonly sentence: string;
    };

const ALLOWED: Decision = { allowed: true };

/** When no team is listed, the people of the bot's own workspace are let in. */
export function withOwnTeam(policy: AccessPolicy, teamId: string): AccessPolicy {
  return policy.teams.length > 0 ? policy : { ...policy, teams: [teamId] };
}

/** May this person do that in this place? All that is known goes in, nothing is looked up. */
export function decide(subject: Subject, needs: Needs, policy: AccessPolicy): Decision {
  return (
    refusedAsPerson(subject.person, policy) ??
    refusedInPlace(subject.place, policy) ??
    refusedWithout(subject, needs, policy) ??
    ALLOWED
  );
}

/**
 * May what this person sees be shown to everybody in the channel? The place is looked up again for it, and the
 * capability is that of what is shown.
 */
export function mayShare(subject: Subject, capability: Capability, policy: AccessPolicy): Decision {
  const { place } = subject;
  if (place.kind === 'alone') {
    return refused('channel_not_listed', 'An answer can only be shared in a channel that this app is in.');
  }
  // Allowed for a question that one person sees, yet everybody of the other organisation would read it.
  if (place.shared) return sharedChannel(policy);
  return decide(subject, capability, policy);
}

function refusedAsPerson(person: Person, policy: AccessPolicy): Decision | undefined {
  if (person.standing === 'bot' || person.standing === 'gone') {
    return refused('not_a_person', 'Only people with an active account can use this app.');
  }
  const isOurs = person.teamIds.some((id) => policy.teams.includes(id));
  const isExternal = person.standing === 'stranger' || !isOurs;
  if (isExternal && policy.externals === 'refused') {
    return refused(
      person.standing === 'stranger' ? 'external' : 'other_team',
      `This app is only for people of the organisation that runs it, and your account belongs to another. ${whomToAsk(policy)}`,
    );
  }
  if (person.standing === 'guest' && policy.guests === 'refused') {
    return refused('guest', `This app is not open to guest accounts. ${whomToAsk(policy)}`);
  }
  return undefined;
}

function refusedInPlace(place: Place, policy: AccessPolicy): Decision | undefined {
  if (place.kind === 'alone') return undefined;
  if (policy.channels === 'unshared') return place.shared ? sharedChannel(policy) : undefined;
  if (policy.channels.includes(place.channelId)) return undefined;
  return refused(
    'channel_not_listed',
    // The listed channels may be private ones that this person must not learn of.
    `This app does not answer in this channel. Ask it in a direct message, or in a channel that ACCESS_CHANNELS lists. ${whomToAsk(policy)}`,
  );
}

function refusedWithout(subject: Subject, needs: Needs, policy: AccessPolicy): Decision | undefined {
  if (needs === 'member' || holds(subject, needs, policy) || holds(subject, 'admin', policy))
    return undefined;
  const untold = (subject.person.untoldGroups ?? [])
    .filter(({ groupId }) => wouldGrant(groupId, needs, policy))
    .map((group) => ` ${untoldInWords(group)}`);
  return refused(
    'capability_missing',
    `You are not allowed to ${IN_WORDS[needs]} here. ${whomToAsk(policy)}${untold.join('')}`,
  );
}

function holds({ person, place }: Subject, capability: Capability, policy: AccessPolicy): boolean {
  const holders: Holders = policy.holders[capability];
  const isOfTheHouse = person.standing === 'member' && person.teamIds.some((id) => policy.teams.includes(id));
  if (holders === 'members') return isOfTheHouse;
  return (
    holders.users.includes(person.userId) ||
    person.groupIds.some((id) => holders.groups.includes(id)) ||
    // Being in a channel is not being named: a guest or somebody from outside has to be.
    (isOfTheHouse && place.kind === 'channel' && holders.channels.includes(place.channelId))
  );
}

function sharedChannel(policy: AccessPolicy): Decision {
  return refused(
    'shared_channel',
    `This channel is shared with another organisation, which must not see these figures. Ask in a direct message to this app or in a channel of your own. ${whomToAsk(policy)}`,
  );
}

/** Whom the refused person can turn to. The ids come from the settings, so they are safe as mentions. */
function whomToAsk(policy: AccessPolicy): string {
  const { admin } = policy.holders;
  const names =
    admin === 'members'
      ? []
      : [...admin.users.map((id) => `<@${id}>`), ...admin.groups.map((id) => `<!subteam^${id}>`)];
  if (names.length === 0) return 'Ask whoever runs this app here.';
  return `Ask ${names.slice(0, 3).join(' or ')}, who can change that.`;
}

function refused(reason: Reason, sentence: string): Decision {
  return { allowed: false, reason, sentence };
}
