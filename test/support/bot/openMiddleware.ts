import type { App } from '@slack/bolt';
import type { Logger } from 'pino';
import { createAuthorize } from '../../../bot/listeners/middleware/authorize.ts';
import { handleRequests } from '../../../bot/listeners/middleware/handleRequests.ts';
import type { ListenerMiddleware } from '../../../bot/listeners/middleware/index.ts';
import { createValidate } from '../../../bot/listeners/middleware/validate.ts';
import { type AccessPolicy, DEFAULT_POLICY, type Holders } from '../../../bot/settings/accessPolicy.ts';
import type { Capability } from '../../../bot/settings/capability.ts';
import type { PendingRequests } from '../../../bot/slack/pendingRequests.ts';
import { NO_REPLAYS } from '../../../bot/slack/replays.ts';
import { ENGLISH_READERS } from './englishReaders.ts';

/** The team of everybody who is let in. */
export const OPEN_TEAM = 'T0OPEN';
/** The one admin. */
export const OPEN_ADMIN = 'U0ADMIN';

const admin: Holders = { users: [OPEN_ADMIN], groups: [], channels: [] };
const holders: Record<Capability, Holders> = { ...DEFAULT_POLICY.holders, admin };

/** The real middleware, to which everybody is a full member and every channel is unshared, for tests of listeners. */
export function useOpenMiddleware(
  app: Pick<App, 'use'>,
  {
    log,
    pendingRequests,
    policy = { ...DEFAULT_POLICY, teams: [OPEN_TEAM], holders },
  }: {
    readonly log: Logger;
    readonly pendingRequests: PendingRequests;
    readonly policy?: AccessPolicy;
  },
): ListenerMiddleware {
  const mayAnswerAt = () => true;
  app.use(
    handleRequests({
      log,
      pendingRequests,
      mayAnswerAt,
      otherwise: ENGLISH_READERS.otherwise,
      notifyRefusal: async ({ respond, message: { text } }) =>
        void (await respond?.({ response_type: 'ephemeral', replace_original: false, text })),
    }),
  );
  return {
    validate: createValidate(log),
    authorize: createAuthorize({
      policy,
      languages: ENGLISH_READERS,
      directory: {
        person: async (userId) => ({
          userId,
          teamIds: [OPEN_TEAM],
          standing: 'member',
          groupIds: [],
          locale: 'en-US',
        }),
        place: async (channelId) =>
          channelId === undefined ? { kind: 'alone' } : { kind: 'channel', channelId, shared: false },
      },
      log,
      pendingRequests,
      mayAnswerAt,
      replays: NO_REPLAYS,
      onRefused: async () => {},
    }),
  };
}
