import type { Actor } from '../access/actor.ts';
import { context, type Render } from '../slack/message.ts';
import type { DrawDigest } from './content.ts';
import type { Preparation } from './prepare.ts';
import { channelText, nothingRead } from './settingsView.ts';
import type { SubscriptionPlace } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords } from './words/words.ts';

/** The digest as it would be now, shown only to the person, with what is derived from sales if `seesSales`. */
export async function previewDigest(
  actor: Actor,
  place: SubscriptionPlace,
  seesSales: boolean,
  parts: {
    readonly subscriptions: Pick<Subscriptions, 'find' | 'format'>;
    readonly preparation: Pick<Preparation, 'daysOf'>;
    readonly draw: DrawDigest;
  },
): Promise<Render> {
  const { subscriptions, preparation, draw } = parts;
  const { t } = actor.language;
  const words = digestWords(t).commands.preview;
  const days = await preparation.daysOf(place);
  if (days === undefined) return () => nothingRead(place.kind, t);
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
      language: format.language,
      question: days.question,
      showsSales: seesSales && (digest?.showsSales ?? true),
    },
    { name: format.name, timeliness: { kind: 'onTime' }, runId: undefined },
  );
  const note = context(words.note(channelText(place.channelId, t)));
  return (rendering) => {
    const { text, blocks } = drawn(rendering);
    return { text: words.text(text), blocks: [note, ...blocks] };
  };
}
