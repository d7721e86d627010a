import type { Logger } from 'pino';
import type { Actor } from '../access/actor.ts';
import { decide } from '../access/decide.ts';
import type { Directory } from '../access/directory.ts';
import { LookupError } from '../access/lookups.ts';
import type { Place } from '../access/person.ts';
import { AccessRefused, enforce } from '../access/refusal.ts';
import { accessWords } from '../access/words/words.ts';
import type { AccessPolicy, RequiredCapability } from '../settings/accessPolicy.ts';
import type { DigestSource, DigestSources } from './sources.ts';

/** Decides what a person may do in a channel, as if they asked from that channel. */
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
