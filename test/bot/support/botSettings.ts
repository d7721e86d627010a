import { DEFAULT_ACCESS } from '../../../bot/settings/access.ts';
import type { Settings } from '../../../bot/settings/settings.ts';

/** Settings of a bot in Socket Mode that never reaches the service. */
export function botSettings(fields: Partial<Settings> & Pick<Settings, 'slackApiUrl'>): Settings {
  return {
    botToken: 'xoxb-very-secret',
    appToken: 'xapp-very-secret',
    signingSecret: 'signing-secret',
    baseUrl: 'http://127.0.0.1:1',
    subscriptionKey: 'unused',
    timeZone: 'Europe/Oslo',
    port: 0,
    databaseFile: ':memory:',
    salesHistoryDays: 90,
    salesRetentionDays: 400,
    stockRetentionDays: 120,
    digestTime: '08:30',
    digestDeadline: '12:00',
    healthPort: undefined,
    access: DEFAULT_ACCESS,
    digestChannels: [],
    logLevel: 'info',
    ...fields,
  };
}
