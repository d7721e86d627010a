import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Actor } from '../access/actor.ts';
import { sentence } from '../ask/replies.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { fixOf } from '../outbox/reasons.ts';
import { context, type Render } from '../slack/message.ts';
import type { DrawDigest } from './content.ts';
import type { DigestKinds } from './kind.ts';
import type { Preparation } from './prepare.ts';
import { channelText } from './settingsView.ts';
import type { SubscriptionPlace } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords } from './words/words.ts';

/**
 * Posts a manual digest, with what is derived from sales if `seesSales`. Its key is its own, so the scheduled digest is
 * posted too. Gives a sentence with the result.
 */
export async function postDigestNow(
  { person, language }: Actor,
  place: SubscriptionPlace,
  seesSales: boolean,
  {
    kinds,
    delivery,
    preparation,
    calendar,
  }: {
    readonly kinds: DigestKinds;
    readonly delivery: Pick<Delivery, 'postNow'>;
    readonly preparation: Pick<Preparation, 'daysOf'>;
    readonly calendar: Calendar;
  },
): Promise<string> {
  const { t } = language;
  const words = digestWords(t).commands.now;
  const { name, nothingRead } = kinds.of(place.kind).words(t);
  const days = await preparation.daysOf(place);
  if (days === undefined) return nothingRead;
  const where = channelText(place.channelId);
  const sent = await delivery.postNow(place, { userId: person.userId, seesSales });
  switch (sent.kind) {
    case 'done':
      return words.posted(name, days, where);
    case 'askedBefore':
      return words.askedBefore(name, where, sent.askedAt, sent.againAt, calendar.timeZone);
    case 'rateLimited':
      return words.rateLimited(where);
    case 'later':
      return words.later(where);
    case 'unwritten':
      return words.unwritten;
    case 'rejected':
      return words.rejected(fixOf(sent.code, t));
    case 'disabled':
      return words.disabled;
    case 'clockWrong':
      return words.clockWrong;
    case 'unclear':
      return words.unclear(where);
    case 'taken':
    case 'skipped':
      return words.underWay(where);
  }
}

/** The digest as it would be now, shown only to the person; `seesSales` as in `postDigestNow`. */
export async function previewDigest(
  actor: Actor,
  place: SubscriptionPlace,
  seesSales: boolean,
  parts: {
    readonly kinds: DigestKinds;
    readonly subscriptions: Pick<Subscriptions, 'find' | 'format'>;
    readonly preparation: Pick<Preparation, 'daysOf'>;
    readonly draw: DrawDigest;
  },
): Promise<Render> {
  const { kinds, subscriptions, preparation, draw } = parts;
  const { t } = actor.language;
  const words = digestWords(t).commands.preview;
  const days = await preparation.daysOf(place);
  if (days === undefined) return sentence(kinds.of(place.kind).words(t).nothingRead);
  const digest = await subscriptions.find(place);
  const format = digest ?? {
    ...(await subscriptions.format(place)),
    language: actor.language.code,
  };
  const drawn = await draw(
    {
      ...place,
      dataDay: days.to,
      dataFrom: days.from,
      products: format.products,
      language: format.language,
      showsSales: seesSales && (digest?.showsSales ?? true),
    },
    { timeliness: { kind: 'onTime' }, runId: undefined },
  );
  const note = context(words.note(channelText(place.channelId)));
  return (rendering) => {
    const { text, blocks } = drawn(rendering);
    return { text: words.text(text), blocks: [note, ...blocks] };
  };
}
