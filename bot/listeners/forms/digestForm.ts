import type { Actor } from '../../access/actor.ts';
import { DIGEST_KINDS, type DigestKind } from '../../database/tables/digest.ts';
import { languageFor } from '../../language/language.ts';
import { localeOf } from '../../language/locale.ts';
import { buildDigestModal, DIGEST_MODAL, readDigestModal } from '../../modals/digest.ts';
import { buildMessageModal, buildSentenceModal } from '../../modals/message.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import { DIGEST_NOW } from '../../views/digest/buttons.ts';
import { HOME_DIGEST } from '../../views/home.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { answerTo, type Render, rendered } from '../commands/answering.ts';
import { subscribe } from '../commands/digest.ts';
import type { DigestListenerParts } from '../commands/digestParts.ts';
import { placeOf, requireIn, viewOf } from '../commands/digestPlace.ts';
import { postNow } from '../commands/digestPost.ts';
import type { Door } from '../door.ts';
import { valueIn } from './clicked.ts';

export interface DigestFormParts extends DigestListenerParts {
  readonly viewsClient: ViewsClient;
  /** Called when somebody has changed a digest in a window: App Home shows them. */
  readonly onSubscribed?: ((actor: Actor) => Promise<void>) | undefined;
}

/** Opens the form of a digest: with the settings it has, or for a new one in that channel. */
export async function openDigestForm(
  parts: DigestFormParts,
  triggerId: string,
  actor: Actor,
  of: { readonly channelId: string; readonly content: DigestKind } | undefined,
): Promise<void> {
  const { subscriptions } = parts;
  const here = actor.place.kind === 'channel' ? actor.place.channelId : undefined;
  const channelId = of?.channelId ?? here;
  // One that cannot be read opens as a new one: what is sent in sets all of it right.
  const { digests } =
    channelId === undefined ? { digests: [] } : await subscriptions.of({ teamId: actor.teamId, channelId });
  const known = of === undefined ? digests[0] : digests.find(({ kind }) => kind === of.content);
  await parts.viewsClient.open(
    triggerId,
    buildDigestModal(
      {
        products: parts.vocabulary.products,
        groups: parts.groups.groups(),
        language: languageFor(localeOf(actor.person.locale)),
        ...subscriptions.defaults,
        channelId,
      },
      known ?? (of === undefined ? undefined : { kind: of.content, channelId: of.channelId }),
    ),
  );
}

/**
 * App Home's buttons for a new digest and for the settings of one that it lists, and the button that posts one at once
 * below the answer to a subscription.
 */
export function registerDigestButtons(door: Door, parts: DigestFormParts): void {
  door.action(HOME_DIGEST, 'member', async ({ actor, body, action }) => {
    const [channelId = '', kind] = valueIn(action).split(' ');
    const content = DIGEST_KINDS.find((each) => each === kind);
    const of = content === undefined ? undefined : { channelId, content };
    // The person may have left the channel since it was listed.
    if (of !== undefined) await requireIn(parts, actor, channelId, ['manage_digests']);
    await openDigestForm(parts, body.trigger_id, actor, of);
  });
  door.action(DIGEST_NOW, 'member', async ({ actor, body, action, respond }) => {
    const [channelId = '', kind] = valueIn(action).split(' ');
    const content = DIGEST_KINDS.find((each) => each === kind);
    if (content === undefined) {
      parts.log.warn({ listener: DIGEST_NOW }, 'a click named no digest, and nothing was posted');
      return;
    }
    const post = async (): Promise<Render> => {
      await requireIn(parts, actor, channelId, ['manage_digests', viewOf(content)]);
      const said = await postNow(parts, actor, placeOf(actor, channelId, content));
      return () => sentenceMessage(said);
    };
    if (respond !== undefined) {
      await answerTo(parts, { what: DIGEST_NOW, teamId: actor.teamId, respond, isClick: true }, post);
    } else if (body.view !== undefined) {
      const window = parts.viewsClient.modalOf(body.view);
      const render = await rendered(parts, DIGEST_NOW, post);
      await parts.viewsClient.update(
        window,
        buildMessageModal(render('plain'), languageFor(localeOf(actor.person.locale)).t),
      );
    }
  });
}

/** Before anybody has looked up who sends it in. */
const LANGUAGE = languageFor('en');

/** The form of a digest that was sent in: what `/digest subscribe` does, told in the same window. */
export function registerDigestForm(door: Door, parts: DigestFormParts): void {
  door.submission(DIGEST_MODAL, 'member', {
    acknowledge(view) {
      const read = readDigestModal(view, { language: LANGUAGE });
      if ('mistakes' in read) return { response_action: 'errors', errors: { ...read.mistakes } };
      return {
        response_action: 'update',
        view: buildSentenceModal(LANGUAGE.t.modals.digest.saving, LANGUAGE.t),
      };
    },
    async carryOut({ actor, view }) {
      const read = readDigestModal(view, { language: LANGUAGE });
      if ('mistakes' in read) return;
      const window = parts.viewsClient.modalOf({ id: view.id });
      const render = await rendered(parts, DIGEST_MODAL, () => subscribe(parts, actor, read.question));
      await parts.viewsClient.update(
        window,
        buildMessageModal(render('plain'), languageFor(localeOf(actor.person.locale)).t),
      );
      await parts.onSubscribed?.(actor);
    },
  });
}
