import { type AccessPolicy, DEFAULT_POLICY, type Holders } from './accessPolicy.ts';
import type { Capability } from './capability.ts';
import { CAPABILITIES, SETTING_OF } from './capability.ts';
import type { SettingName } from './descriptions.ts';
import { wrong } from './values.ts';

/** Reads one setting with `parse`, or gives `otherwise` when it is not set. */
export type ReadSetting = <T>(
  name: SettingName,
  parse: (value: string, name: string) => T,
  otherwise: T,
) => T;

/** The settings that begin with ACCESS_ (bot/README.md, "Who may ask"). */
export function readAccess(read: ReadSetting): AccessPolicy {
  const holdersOf = (capability: Capability) =>
    read(SETTING_OF[capability], holders, DEFAULT_POLICY.holders[capability]);
  const [viewStock, viewSales, manageDigests, admin] = CAPABILITIES.map(holdersOf);
  const { holders: byDefault } = DEFAULT_POLICY;
  return {
    teams: read('ACCESS_TEAMS', idsOf(/^[TE][A-Z0-9]{2,}$/, 'ids of teams, such as T0123456789'), []),
    channels: read('ACCESS_CHANNELS', channels, 'unshared'),
    guests: read('ACCESS_GUESTS', refusedOrListed, 'refused'),
    externals: read('ACCESS_EXTERNALS', refusedOrListed, 'refused'),
    holders: {
      view_stock: viewStock ?? byDefault.view_stock,
      view_sales: viewSales ?? byDefault.view_sales,
      manage_digests: manageDigests ?? byDefault.manage_digests,
      admin: admin ?? byDefault.admin,
    },
  };
}

function idsOf(form: RegExp, expected: string) {
  return (value: string, name: string): string[] => {
    const ids = value.split(/[\s,]+/).filter((id) => id !== '');
    for (const id of ids) if (!form.test(id)) throw wrong(name, id, expected);
    return [...new Set(ids)];
  };
}

function channels(value: string, name: string): AccessPolicy['channels'] {
  if (value.toLowerCase() === 'unshared') return 'unshared';
  return idsOf(
    /^[CG][A-Z0-9]{2,}$/,
    "unshared (every channel that no other organisation reads), or channel ids separated by commas, such as C0123456789 (in Slack: the channel's details, at the bottom)",
  )(value, name);
}

/** `members`, `nobody`, or ids whose first letter says what they are. */
function holders(value: string, name: string): Holders {
  const word = value.toLowerCase();
  if (word === 'members' && name !== SETTING_OF.admin) return 'members';
  if (word === 'nobody') return { users: [], groups: [], channels: [] };
  const ids = idsOf(
    name === SETTING_OF.admin ? /^[UWS][A-Z0-9]{2,}$/ : /^[UWSCG][A-Z0-9]{2,}$/,
    name === SETTING_OF.admin
      ? 'nobody, or ids of users (U…) and user groups (S…) separated by commas'
      : 'members (every full member), nobody, or ids of users (U…), user groups (S…) and channels (C…) separated by commas',
  )(value, name);
  const startingWith = (letters: string) => ids.filter((id) => letters.includes(id.charAt(0)));
  return { users: startingWith('UW'), groups: startingWith('S'), channels: startingWith('CG') };
}

function refusedOrListed(value: string, name: string): 'refused' | 'listed' {
  const word = value.toLowerCase();
  if (word === 'refused' || word === 'listed') return word;
  throw wrong(
    name,
    value,
    'refused, or listed (they may do what a list of ACCESS_ settings names them for by user id or group)',
  );
}
