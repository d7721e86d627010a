import type { WebClient } from '@slack/web-api';
import manifest from '../../manifest.json' with { type: 'json' };
import { groupsOf } from '../../settings/accessPolicy.ts';
import type { Settings } from '../../settings/settings.ts';
import { slackErrorCode } from '../../slack/errors.ts';
import { createOutbound } from '../../slack/messages.ts';
import { createNoRetryClient } from '../../slack/noRetryClient.ts';
import { causeOf } from '../../slack/reach.ts';
import { CheckError, check, type Finding, notChecked } from './report.ts';

const TIMEOUT_MS = 10_000;

/**
 * Checks the bot token, its scopes, the app token and each channel that gets a digest. Opens no socket and posts
 * nothing.
 */
export async function checkSlack(settings: Settings, subscribed: readonly string[]): Promise<Finding[]> {
  const { botToken, slackApiUrl, digestChannels } = settings;
  const client = createNoRetryClient({ botToken, slackApiUrl }, TIMEOUT_MS);
  let scopes: readonly string[] | undefined;
  const signIn = await check('bot token', async () => {
    const answer = await refusedAs('SLACK_BOT_TOKEN', BOT_TOKEN_FIX, client.auth.test());
    scopes = answer.response_metadata?.scopes;
    return `Slack accepts it in the workspace ${answer.team}`;
  });
  const isSignedIn = signIn.state === 'ok';
  const channels = [...new Set([...digestChannels, ...subscribed])];
  return [
    signIn,
    isSignedIn ? await checkScopes(settings, scopes) : notChecked('scopes', NO_TOKEN),
    await checkAppToken(settings),
    ...(isSignedIn
      ? await checkChannels(settings, channels)
      : channels.map((channel) => notChecked(`channel ${channel}`, NO_TOKEN))),
    ...(channels.length === 0 ? [notChecked('channels', 'no channel gets a digest')] : []),
  ];
}

const NO_TOKEN = 'Slack has not accepted the bot token';
const BOT_TOKEN_FIX =
  'Set it to the token under "OAuth & Permissions" of the app that is installed in your workspace (xoxb-…).';
const APP_TOKEN_FIX =
  'Set it to a token with connections:write, under "Basic Information", "App-Level Tokens" of the app (xapp-…).';

/** Slack's answer. A failure is reported as a rejected setting, or as no answer from Slack. */
async function refusedAs<Answer>(setting: string, fix: string, call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    const code = slackErrorCode(error);
    throw new CheckError(
      code === undefined || code === 'ratelimited'
        ? `Slack didn't answer about ${setting} (${causeOf(error)}). Try again in a minute.`
        : `Slack rejected ${setting} (${code}). ${fix}`,
    );
  }
}

/** Checks for the scopes of the manifest, plus usergroups:read if the settings use groups. */
async function checkScopes(settings: Settings, granted: readonly string[] | undefined): Promise<Finding> {
  if (granted === undefined) return notChecked('scopes', "Slack didn't say which scopes the bot token has");
  const ofGroups = groupsOf(settings.access).length > 0 ? ['usergroups:read'] : [];
  const wanted = [...manifest.oauth_config.scopes.bot, ...ofGroups];
  return check('scopes', async () => {
    const missing = wanted.filter((scope) => !granted.includes(scope));
    if (missing.length === 0) return `the bot token has all ${wanted.length} that the bot needs`;
    throw new CheckError(
      `the bot token is missing ${missing.join(', ')}. Add them under "OAuth & Permissions" of the app and reinstall it.`,
    );
  });
}

/** Requests a socket address without using it: the address expires, and open sockets stay open. */
async function checkAppToken({ appToken, slackApiUrl }: Settings): Promise<Finding> {
  if (appToken === undefined) {
    return notChecked(
      'app token',
      'without SLACK_APP_TOKEN Slack sends to PORT, and tells nobody the signing secret',
    );
  }
  return check('app token', async () => {
    const client: WebClient = createNoRetryClient({ botToken: appToken, slackApiUrl }, TIMEOUT_MS);
    await refusedAs('SLACK_APP_TOKEN', APP_TOKEN_FIX, client.apps.connections.open());
    return 'Slack accepts it for Socket Mode; no socket was opened';
  });
}

async function checkChannels(settings: Settings, channels: readonly string[]): Promise<Finding[]> {
  const outbound = createOutbound(settings);
  const findings: Finding[] = [];
  for (const channel of channels) {
    findings.push(
      await check(`channel ${channel}`, async () => {
        const outcome = await outbound.checkChannel(channel);
        if (outcome.kind === 'done') return 'the app is in it';
        throw new CheckError(
          outcome.kind === 'rejected'
            ? refusalOfChannel(outcome.code)
            : "Slack didn't answer about it. Try again in a minute.",
        );
      }),
    );
  }
  return findings;
}

const CHANNEL_REFUSALS: ReadonlyMap<string, string> = new Map([
  [
    'channel_not_found',
    "Slack doesn't find the channel, or it is private and the app isn't in it. Correct the ID, or type /invite @Retail Data there.",
  ],
  ['is_archived', 'it is archived. Unarchive it, or end its digest.'],
  ['not_in_channel', 'the app is not in it. Type /invite @Retail Data there.'],
  [
    'shared_channel',
    'it is shared with another organisation, so the bot posts no digest there. Choose another channel.',
  ],
]);

function refusalOfChannel(code: string): string {
  return (
    CHANNEL_REFUSALS.get(code) ??
    `Slack doesn't show it to the app (${code}). Check the app's scopes and the channel.`
  );
}
