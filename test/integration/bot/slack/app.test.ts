import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { PortError } from '../../../../bot/settings/portError.ts';
import type { Settings } from '../../../../bot/settings/settings.ts';
import { createBoltApp, SlackStartError } from '../../../../bot/slack/app.ts';
import { botSettings } from '../../../support/bot/botSettings.ts';
import { createRecordingLog } from '../../../support/bot/recordingLog.ts';
import { DOUBLE_TEAM, startSlackDouble } from '../../../support/bot/slackDouble.ts';
import { rejection } from '../../../support/testClient.ts';

const settingsFor = (slackApiUrl: string, fields: Partial<Settings> = {}) =>
  botSettings({ slackApiUrl, ...fields });

test('signing in gives the workspace', async () => {
  const slack = await startSlackDouble();
  const bolt = createBoltApp(settingsFor(slack.url), createRecordingLog().log);
  expect(await bolt.signIn()).toEqual({ teamId: DOUBLE_TEAM, team: 'Double' });
});

test.each(['invalid_auth', 'token_revoked', 'account_inactive'])(
  'a bot token that Slack answers with %s is an error that names the setting, not the token',
  async (code) => {
    const slack = await startSlackDouble();
    slack.refuse('auth.test', code);
    const recording = createRecordingLog();
    const bolt = createBoltApp(settingsFor(slack.url), recording.log);
    const error = await rejection(bolt.signIn());
    if (!(error instanceof SlackStartError)) throw error;
    expect(error.message).toBe(
      `Slack did not accept SLACK_BOT_TOKEN (${code}). Set it to the token under "OAuth & Permissions" of the app that is installed in your workspace (xoxb-…).`,
    );
    expect(recording.text()).not.toContain('very-secret');
  },
);

test('an app token that Slack refuses is an error that names the setting, not the token', async () => {
  const slack = await startSlackDouble();
  slack.refuse('apps.connections.open', 'invalid_auth');
  const recording = createRecordingLog();
  const bolt = createBoltApp(settingsFor(slack.url), recording.log);
  await bolt.signIn();
  const error = await rejection(bolt.listen());
  if (!(error instanceof SlackStartError)) throw error;
  expect(error.message).toBe(
    'The bot could not start to listen with SLACK_APP_TOKEN (invalid_auth). Set it to a token with connections:write, under "Basic Information", "App-Level Tokens" of the app (xapp-…).',
  );
  expect(recording.text()).not.toContain('very-secret');
});

test('a port that is taken is an error that names it', async () => {
  const slack = await startSlackDouble();
  const other = createServer();
  await new Promise<void>((resolve) => {
    other.listen(0, resolve);
  });
  onTestFinished(() => void other.close());
  const address = other.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const bolt = createBoltApp(
    settingsFor(slack.url, { appToken: undefined, port: address.port }),
    createRecordingLog().log,
  );
  await bolt.signIn();
  const error = await rejection(bolt.listen());
  if (!(error instanceof PortError)) throw error;
  expect(error.message).toBe(
    `PORT is ${address.port}, but another program listens there already. End that program, or set PORT to another port.`,
  );
});
