import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Actor } from '../access/actor.ts';
import { decide } from '../access/decide.ts';
import type { Directory } from '../access/directory.ts';
import { LookupError } from '../access/lookups.ts';
import type { DigestKinds } from '../digest/kind.ts';
import { inOwnChannels } from '../digest/ownChannels.ts';
import { nextDueAt, withLastDates } from '../digest/schedule.ts';
import type { Subscription } from '../digest/subscription.ts';
import type { Subscriptions } from '../digest/subscriptions.ts';
import type { Ledger } from '../outbox/ledger.ts';
import type { AccessPolicy } from '../settings/accessPolicy.ts';
import type { HomeFacts } from './homeFacts.ts';

/** Channels are looked up one by one; nobody reads on a phone about more than that. */
const MOST_DIGESTS = 20;

/** Of these digests, those in channels of the person where the person may change digests; `left` were not looked at. */
async function manageableBy<Digest extends Pick<Subscription, 'channelId' | 'owner'>>(
  actor: Actor,
  digests: readonly Digest[],
  people: Pick<Directory, 'place' | 'channelsOf'>,
  policy: AccessPolicy,
): Promise<{ readonly shown: Digest[]; readonly left: number }> {
  const { person } = actor;
  /** As if they asked from the channel itself. One that Slack does not tell about is nobody's to see. */
  const mayManage = async (channelId: string): Promise<boolean> => {
    try {
      const place = await people.place(channelId, person.userId);
      return decide({ person, place }, 'manage_digests', policy).allowed;
    } catch (error) {
      if (error instanceof LookupError) return false;
      throw error;
    }
  };
  const own = await inOwnChannels(people, actor, digests);
  const seen = own.slice(0, MOST_DIGESTS);
  const may = await Promise.all(seen.map(({ channelId }) => mayManage(channelId)));
  return { shown: seen.filter((_, at) => may[at]), left: own.length - seen.length };
}

/** Digests of the team that the person may change, with the last one and the next. */
export async function readHomeDigests(
  actor: Actor,
  people: Pick<Directory, 'place' | 'channelsOf'>,
  policy: AccessPolicy,
  subscriptions: Pick<Subscriptions, 'of'>,
  kinds: DigestKinds,
  ledger: Pick<Ledger, 'newest' | 'lastDates'>,
  calendar: Calendar,
  now: number,
): Promise<Pick<HomeFacts, 'digests' | 'digestsLeft'>> {
  const { teamId } = actor;
  const known = await withLastDates(ledger, await subscriptions.of({ teamId }));
  const { shown, left } = await manageableBy(actor, known, people, policy);
  const digests = await Promise.all(
    shown.map(async (subscription) => {
      const { channelId, kind } = subscription;
      const last = await ledger.newest({ teamId, channelId, kind });
      return {
        subscription,
        kind: kinds.of(kind),
        nextAt: nextDueAt(subscription, calendar, now),
        last:
          last === undefined
            ? undefined
            : { day: last.businessDate, state: last.state, reason: last.reason ?? undefined },
      };
    }),
  );
  return { digests, digestsLeft: left };
}
