import type { Logger } from 'pino';
import type { Actor } from '../access/actor.ts';
import { decide } from '../access/decide.ts';
import type { Directory } from '../access/directory.ts';
import { LookupError } from '../access/lookups.ts';
import type { Place } from '../access/person.ts';
import { AccessRefused, enforce } from '../access/refusal.ts';
import { accessWords } from '../access/words/words.ts';
import type { AccessPolicy, Capability, RequiredCapability } from '../settings/accessPolicy.ts';
import { isPerson } from '../slack/messages.ts';
import type { DigestSource, DigestSources } from './sources.ts';

/**
 * Decides what a person may do in a channel, as if they asked from that channel. A person's id is their direct messages:
 * they may change their own digests, and nobody else may.
 */
export interface DigestAccess {
  /** @throws AccessRefused */
  requireIn(actor: Actor, channelId: string, needs: readonly RequiredCapability[]): Promise<void>;
  isAllowedIn(actor: Actor, channelId: string, needs: readonly RequiredCapability[]): Promise<boolean>;
}

export function createDigestAccess(
  people: Pick<Directory, 'place'>,
  policy: AccessPolicy,
  log: Logger,
): DigestAccess {
  /**
   * Refuses with the same sentence when the channel does not exist, the app or the person is not in it, or Slack does
   * not answer. Different sentences would reveal that a private channel exists.
   */
  async function placeNamed(userId: string, channelId: string): Promise<Place> {
    try {
      if (isPerson(channelId)) throw new LookupError('channel', 'not_own');
      const place = await people.place(channelId, userId);
      if (place.kind === 'channel') return place;
    } catch (error) {
      if (!(error instanceof LookupError)) throw error;
      log.info({ user: userId, code: error.code }, 'Slack did not show somebody a channel that was named');
    }
    throw new AccessRefused('unknown', (t) => accessWords(t).unseenChannel);
  }

  async function requireIn(
    { person, place: here }: Actor,
    channelId: string,
    needs: readonly RequiredCapability[],
  ): Promise<void> {
    if (channelId === person.userId) {
      const place = { kind: 'alone' } as const;
      const others = needs.filter((each) => each !== 'manage_digests');
      for (const each of others) enforce(decide({ person, place }, each, policy));
      return;
    }
    const isHere = here.kind === 'channel' && here.channelId === channelId;
    const place = isHere ? here : await placeNamed(person.userId, channelId);
    for (const each of needs) enforce(decide({ person, place }, each, policy));
  }

  return {
    requireIn,
    async isAllowedIn(actor, channelId, needs) {
      try {
        await requireIn(actor, channelId, needs);
        return true;
      } catch (error) {
        if (error instanceof AccessRefused) return false;
        throw error;
      }
    },
  };
}

/** What a person may see in direct messages; undefined while Slack doesn't tell. */
export type PersonalRights = (userId: string) => Promise<
  | {
      /** Whether the account is deactivated or deleted. */
      readonly isGone: boolean;
      may(needs: Capability): boolean;
    }
  | undefined
>;

export function createPersonalRights(
  people: Pick<Directory, 'person'>,
  policy: AccessPolicy,
  log: Logger,
): PersonalRights {
  return async (userId) => {
    try {
      const person = await people.person(userId);
      return {
        isGone: person.standing === 'gone',
        may: (needs) => decide({ person, place: { kind: 'alone' } }, needs, policy).allowed,
      };
    } catch (error) {
      if (!(error instanceof LookupError)) throw error;
      if (error.code === 'user_not_found') return { isGone: true, may: () => false };
      log.warn({ user: userId, code: error.code }, 'Slack did not tell about a person whose digest is due');
      return undefined;
    }
  };
}

/** A digest's source; undefined when it is not found, or belongs to a channel that the person cannot see. */
export async function readableSource(
  actor: Actor,
  sourceId: string,
  sources: Pick<DigestSources, 'find'>,
  access: DigestAccess,
): Promise<DigestSource | undefined> {
  const source = await sources.find(actor.teamId, sourceId);
  if (source === undefined) return undefined;
  return (await access.isAllowedIn(actor, source.channelId, [])) ? source : undefined;
}
