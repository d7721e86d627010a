/** Who is in the workspace, and where they talk: every kind of person and place that answers differ for. */
export const TEAM = 'T0HOME';
export const OTHER_TEAM = 'T0OTHER';
export const BOT_USER = 'U0BOT';
export const BOT_ID = 'B0BOT';
export const APP = 'A0RETAIL';

export interface Person {
  readonly id: string;
  /** As Slack shows it; the demo shows those who have one. */
  readonly name?: string;
  /** What users.info says besides the id. */
  readonly account: object;
}

export const PEOPLE = {
  /** Reads English, and is the admin. */
  kari: { id: 'U0KARI', name: 'Kari Nordmann', account: { team_id: TEAM, locale: 'en-GB' } },
  /** Reads Norwegian, and is no admin. */
  ola: { id: 'U0OLA', name: 'Ola Nordmann', account: { team_id: TEAM, locale: 'nb-NO' } },
  /** In the demo without access to sales. */
  per: { id: 'U0PER', name: 'Per Hansen', account: { team_id: TEAM, locale: 'en-GB' } },
  /** Somebody else, in no list of the settings. */
  member: { id: 'U0MEMBER', account: { team_id: TEAM, locale: 'en-GB' } },
  guest: { id: 'U0GUEST', account: { team_id: TEAM, locale: 'en-GB', is_restricted: true } },
  /** Let into one channel. */
  oneChannelGuest: {
    id: 'U0ONECHANNEL',
    account: { team_id: TEAM, locale: 'en-GB', is_ultra_restricted: true },
  },
  otherTeam: { id: 'U0OTHERTEAM', account: { team_id: OTHER_TEAM, locale: 'en-GB' } },
  stranger: { id: 'U0OTHER', account: { team_id: OTHER_TEAM, locale: 'en-GB', is_stranger: true } },
  gone: { id: 'U0GONE', account: { team_id: TEAM, deleted: true } },
  machine: { id: 'U0MACHINE', account: { team_id: TEAM, is_bot: true } },
} satisfies Readonly<Record<string, Person>>;

export type PersonName = keyof typeof PEOPLE;

export interface Place {
  readonly id: string;
  /** What conversations.info says besides the id. */
  readonly channel: object;
  /** Ids of the people in it, where it is private. */
  readonly members?: readonly string[];
}

export const PLACES = {
  '#stock': { id: 'C0STOCK', channel: { name: 'stock', is_member: true, is_private: false } },
  '#sales': { id: 'C0SALES', channel: { name: 'sales', is_member: true, is_private: false } },
  '#second': { id: 'C0SECOND', channel: { name: 'second', is_member: true, is_private: false } },
  '#private': {
    id: 'G0PRIVATE',
    channel: { name: 'private', is_member: true, is_private: true },
    members: [BOT_USER, PEOPLE.kari.id],
  },
  '#shared': {
    id: 'C0SHARED',
    channel: { name: 'shared', is_member: true, is_private: false, is_ext_shared: true },
  },
  '#outside': { id: 'C0OUTSIDE', channel: { name: 'outside', is_member: false, is_private: false } },
  /** Direct messages with somebody else. */
  direct: { id: 'D0DIRECT', channel: {} },
  /** Kari's direct messages with the app; of others, theirs. */
  app: { id: 'D0KARI', channel: {} },
} satisfies Readonly<Record<string, Place>>;

export type PlaceName = keyof typeof PLACES;

/** All but the second channel of the demo. */
export const PLACES_OF_TESTS = Object.keys(PLACES)
  .filter(isPlace)
  .filter((name) => name !== '#sales');

export function isPerson(name: string): name is PersonName {
  return Object.hasOwn(PEOPLE, name);
}

export function isPlace(name: string): name is PlaceName {
  return Object.hasOwn(PLACES, name);
}

/** Who does something, and where. */
export interface Actor {
  readonly person: PersonName;
  readonly place: PlaceName;
}

export function personOfId(userId: string): PersonName | undefined {
  return Object.keys(PEOPLE)
    .filter(isPerson)
    .find((name) => PEOPLE[name].id === userId);
}

/** `app` for the direct messages of this person with the bot. */
export function placeOfId(channel: string, userId: string): PlaceName | undefined {
  if (channel === `D${userId.slice(1)}`) return 'app';
  return Object.keys(PLACES)
    .filter(isPlace)
    .find((name) => name !== 'app' && PLACES[name].id === channel);
}
