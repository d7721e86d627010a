import { type AccessSettings, readAccess } from '../../../bot/settings/access.ts';
import { PEOPLE } from '../slack/cast.ts';

/** What these settings come to, each as an operator writes it: `ACCESS_GUESTS: 'listed'`. Kari is the admin. */
export function accessOf(written: Readonly<Record<string, string>>): AccessSettings {
  const all: Readonly<Record<string, string>> = {
    ACCESS_ADMINS: PEOPLE.kari.id,
    ACCESS_COMMAND: 'on',
    ...written,
  };
  return readAccess((name, parse, otherwise) => {
    const value = all[name];
    return value === undefined ? otherwise : parse(value, name);
  });
}
