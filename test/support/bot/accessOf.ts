import { readAccess } from '../../../bot/settings/access.ts';
import type { AccessPolicy } from '../../../bot/settings/accessPolicy.ts';
import { PEOPLE } from '../slack/cast.ts';

/** What these settings come to, each as an operator writes it: `ACCESS_GUESTS: 'listed'`. Kari is the admin. */
export function accessOf(written: Readonly<Record<string, string>>): AccessPolicy {
  const all: Readonly<Record<string, string>> = {
    ACCESS_ADMINS: PEOPLE.kari.id,
    ...written,
  };
  return readAccess((name, parse, otherwise) => {
    const value = all[name];
    return value === undefined ? otherwise : parse(value, name);
  });
}
