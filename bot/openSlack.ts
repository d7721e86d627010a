import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import { systemClock } from 'retail-data-client/clock/systemClock';
import { withOwnTeam } from './access/decide.ts';
import { createDirectory } from './access/directory.ts';
import { createLookups } from './access/lookups.ts';
import type { Health } from './composeHealth.ts';
import type { Settings } from './settings/settings.ts';
import { createBoltApp } from './slack/app.ts';
import { createFiles } from './slack/files.ts';
import type { Rendering } from './slack/message.ts';
import { createOutbound } from './slack/messages.ts';
import { createRenderingLadder } from './slack/renderingLadder.ts';

/** The connection after signing in. */
export type SlackConnection = Awaited<ReturnType<typeof openSlack>>;

/** Signs in to Slack; retries until Slack answers. @throws SlackStartError */
export async function openSlack(
  settings: Settings,
  { slackFetch, slackReach }: Pick<Health, 'slackFetch' | 'slackReach'>,
  renderings: readonly Rendering[],
  clock: Clock,
  log: Logger,
) {
  const now = () => clock.now();
  const { botToken, slackApiUrl, appToken, signingSecret, port } = settings;
  const access = { botToken, slackApiUrl, fetch: slackFetch };
  const bolt = createBoltApp({ ...access, appToken, signingSecret, port }, log, systemClock, slackReach);
  const { teamId, team } = await bolt.signIn();
  const policy = withOwnTeam(settings.access, teamId);
  return {
    access,
    bolt,
    teamId,
    team,
    policy,
    people: createDirectory(createLookups(access), policy, now, log),
    outbound: createOutbound(access, slackReach, now),
    files: createFiles(access),
    ladder: createRenderingLadder(renderings, now),
  };
}
