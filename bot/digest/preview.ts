import type { Actor } from '../access/actor.ts';
import { sentence } from '../ask/replies.ts';
import { context, type Render } from '../slack/message.ts';
import type { DrawDigest } from './content.ts';
import type { DigestKinds } from './kind.ts';
import type { Preparation } from './prepare.ts';
import { channelText } from './settingsView.ts';
import type { SubscriptionPlace } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords } from './words/words.ts';

/** The digest as it would be now, shown only to the person, with what is derived from sales if `seesSales`. */
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
      scope: format.scope,
      selection: format.selection,
      storesFound: format.storesFound,
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
