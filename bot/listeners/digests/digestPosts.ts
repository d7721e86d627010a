import type { Calendar } from 'retail-data-client/core';
import type { Actor } from '../../access/actor.ts';
import type { DrawDigest } from '../../digest/content.ts';
import type { Delivery } from '../../digest/delivery.ts';
import type { SubscriptionPlace } from '../../digest/subscription.ts';
import type { Subscriptions } from '../../digest/subscriptions.ts';
import { fixOf } from '../../slack/errors.ts';
import { context } from '../../slack/message.ts';
import { channelInWords } from '../../views/digest/settings.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import type { Render } from '../answers/answering.ts';

/** Digests outside of their hour. */
export interface DigestPosts {
  /** A digest by hand has a key of its own, so today's daily one comes all the same. Gives how it ended. */
  postNow(actor: Actor, place: SubscriptionPlace): Promise<string>;
  /** What the digest would look like now, for the person alone. */
  preview(actor: Actor, place: SubscriptionPlace): Promise<Render>;
}

export function createDigestPosts({
  subscriptions,
  delivery,
  draw,
  calendar,
}: {
  readonly subscriptions: Pick<Subscriptions, 'of' | 'format'>;
  readonly delivery: Pick<Delivery, 'postNow' | 'newestDay'>;
  readonly draw: DrawDigest;
  readonly calendar: Calendar;
}): DigestPosts {
  return {
    async postNow({ person, language }, place) {
      const { t, format } = language;
      const dataDay = await delivery.newestDay(place);
      if (dataDay === undefined) return t.digest.nothingRead[place.kind];
      const where = channelInWords(place.channelId);
      const sent = await delivery.postNow(place, person.userId);
      switch (sent.kind) {
        case 'done':
          return `Posted the ${place.kind} digest of ${format.day(dataDay)} in ${where}. The daily one comes all the same.`;
        case 'rateLimited':
          return `Slack asks for a pause in ${where}; the digest follows within a minute or two.`;
        case 'later':
          return `Slack does not take the digest just now; it follows in ${where} within a few minutes, and you get a message if it cannot.`;
        case 'unwritten':
          return 'The digest could not be put together just now. It is tried twice more in the next two minutes; if that fails as well, you get a message.';
        case 'rejected':
          return `The digest could not be posted. ${fixOf(sent.code, t)}`;
        case 'disabled':
          return 'Slack does not accept the app any more. Have it installed in this workspace again.';
        case 'unclear':
          return `Slack did not say whether the digest arrived. It is looked for in ${where}, and sent again only if it is not there.`;
        case 'taken':
        case 'skipped':
          return `The digest is on its way to ${where}.`;
      }
    },
    async preview(actor, place) {
      const dataDay = await delivery.newestDay(place);
      if (dataDay === undefined) {
        const { t } = actor.language;
        return () => sentenceMessage(t.digest.nothingRead[place.kind]);
      }
      const { digests } = await subscriptions.of(place);
      const digest = digests.find(({ kind }) => kind === place.kind);
      const format = digest ?? {
        ...(await subscriptions.format(place)),
        locale: actor.language.format.locale,
      };
      const drawn = await draw(
        {
          teamId: place.teamId,
          channelId: place.channelId,
          content: place.kind,
          dataDay,
          products: format.products,
          locale: format.locale,
        },
        {
          timeliness: { kind: 'onTime' },
          timeZone: digest?.timeZone ?? calendar.timeZone,
          runId: undefined,
        },
      );
      const note = context(`Preview of what comes in ${channelInWords(place.channelId)}; only you see this.`);
      return (rendering) => {
        const { text, blocks } = drawn(rendering);
        return { text: `Preview: ${text}`, blocks: [note, ...blocks] };
      };
    },
  };
}
