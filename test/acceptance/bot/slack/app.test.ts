import { expect, test } from 'vitest';
import { startTestBot } from '../../../support/testBot.ts';

const refusing = (name: string, error: string) =>
  startTestBot({
    isSocket: true,
    before: ({ slack }) => slack.faults.add({ name, fault: { kind: 'say', error } }),
  });

// How a refused bot token and a port that is taken end the program is shown in test/e2e/bot/settingsOfStart.test.ts.
test.each(['token_revoked', 'account_inactive'])(
  'a bot token that is %s ends the start, naming the setting',
  async (code) => {
    await expect(refusing('auth.test', code)).rejects.toThrow(
      `Slack rejected SLACK_BOT_TOKEN (${code}). Set it to the token under "OAuth & Permissions" of the app that is installed in your workspace (xoxb-…).`,
    );
  },
);

test('an app token that Slack refuses ends the start, naming the setting', async () => {
  await expect(refusing('apps.connections.open', 'invalid_auth')).rejects.toThrow(
    'The bot could not start to listen with SLACK_APP_TOKEN (invalid_auth). Set it to a token with connections:write, under "Basic Information", "App-Level Tokens" of the app (xapp-…).',
  );
});
