import type { App } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/core';
import type { AccessPolicy } from '../settings/accessPolicy.ts';
import type { PendingRequests } from '../slack/pendingRequests.ts';
import type { Replays } from '../slack/replays.ts';
import { mayAnswerAt } from '../slack/urls.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import { type Audit, auditRefusals } from './audit.ts';
import { createDirectory, type Directory } from './directory.ts';
import type { Door } from './door.ts';
import { createDoor } from './doorway.ts';
import { createLookups } from './lookups.ts';
import { createTelling } from './telling.ts';

export interface FrontDoorParts {
  readonly policy: AccessPolicy;
  /** The workspace of the bot, whose people are let in when no team is listed. */
  readonly teamId: string;
  readonly botToken: string;
  readonly slackApiUrl: string | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  readonly pendingRequests: PendingRequests;
  readonly replays: Replays;
  readonly viewsClient: ViewsClient;
  readonly audit: Audit;
}

export interface FrontDoor {
  readonly door: Door;
  /** Who somebody is, for those who need to know again, such as "Share in channel". */
  readonly people: Directory;
  /** With the teams filled in. */
  readonly policy: AccessPolicy;
}

/** The door with everything that stands behind it: Slack's answers about people, the sentences, the audit. */
export function createFrontDoor(app: App, parts: FrontDoorParts): FrontDoor {
  const { teamId, clock, slackApiUrl } = parts;
  const policy = parts.policy.teams.length > 0 ? parts.policy : { ...parts.policy, teams: [teamId] };
  const people = createDirectory(createLookups(parts), policy, () => clock.now(), parts.log);
  const door = createDoor(app, {
    ...parts,
    policy,
    directory: people,
    tell: createTelling(parts.viewsClient),
    mayAnswerAt: (url) => mayAnswerAt(url, slackApiUrl),
    onRefused: auditRefusals(parts.audit),
  });
  return { door, people, policy };
}
