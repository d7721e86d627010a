import type { Logger } from 'pino';
import type { Door, DoorApp } from '../../../bot/access/door.ts';
import { createDoor, type DoorParts } from '../../../bot/access/doorway.ts';
import { DEFAULT_POLICY, type Holders } from '../../../bot/settings/accessPolicy.ts';
import type { Capability } from '../../../bot/settings/capability.ts';
import type { PendingRequests } from '../../../bot/slack/pendingRequests.ts';
import { NO_REPLAYS } from '../../../bot/slack/replays.ts';

/** The team of everybody that the open door lets in. */
export const DOOR_TEAM = 'T0DOOR';
/** The one admin of the open door. */
export const DOOR_ADMIN = 'U0ADMIN';

const admin: Holders = { users: [DOOR_ADMIN], groups: [], channels: [] };
const holders: Record<Capability, Holders> = { ...DEFAULT_POLICY.holders, admin };

/** A real door behind which everybody is a full member and every channel is unshared, for tests of what lies behind. */
export function openTestDoor(
  app: DoorApp,
  parts: Partial<DoorParts> & { readonly log: Logger; readonly pendingRequests: PendingRequests },
): Door {
  return createDoor(app, {
    policy: { ...DEFAULT_POLICY, teams: [DOOR_TEAM], holders },
    directory: {
      person: async (userId) => ({
        userId,
        teamIds: [DOOR_TEAM],
        standing: 'member',
        groupIds: [],
        locale: 'en-US',
      }),
      channelsOf: async () => new Set(['C0BENCH']),
      place: async (channelId) =>
        channelId === undefined ? { kind: 'alone' } : { kind: 'channel', channelId, shared: false },
    },
    tell: async ({ respond, sentence }) =>
      void (await respond?.({ response_type: 'ephemeral', replace_original: false, text: sentence })),
    mayAnswerAt: () => true,
    replays: NO_REPLAYS,
    onRefused: async () => {},
    ...parts,
  });
}
