import { PEOPLE } from '../../../bot/demo/slack/cast.ts';
import type { AccessPolicy } from '../../../bot/settings/accessPolicy.ts';
import { readSettings } from '../../../bot/settings/settings.ts';

/** What these settings come to, each as an operator writes it: `ACCESS_GUESTS: 'listed'`. Kari is the admin. */
export function accessOf(written: Readonly<Record<string, string>>): AccessPolicy {
  return readSettings({
    RETAIL_DATA_BASE_URL: 'https://api.example.com',
    RETAIL_DATA_SUBSCRIPTION_KEY: 'key',
    SLACK_BOT_TOKEN: 'xoxb-token',
    SLACK_SIGNING_SECRET: 'secret',
    ACCESS_ADMINS: PEOPLE.kari.id,
    ...written,
  }).access;
}
