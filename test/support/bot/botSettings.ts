import { DEFAULT_SETTINGS, type Settings } from '../../../bot/settings/settings.ts';

/** Settings of a bot in Socket Mode that never reaches the service. */
export function botSettings(fields: Partial<Settings> & Pick<Settings, 'slackApiUrl'>): Settings {
  return {
    ...DEFAULT_SETTINGS,
    botToken: 'xoxb-very-secret',
    appToken: 'xapp-very-secret',
    signingSecret: 'signing-secret',
    baseUrl: 'http://127.0.0.1:1',
    subscriptionKey: 'unused',
    port: 0,
    databaseUrl: ':memory:',
    ...fields,
  };
}
