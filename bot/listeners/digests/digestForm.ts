import type { Actor } from '../../access/actor.ts';
import type { DigestKind } from '../../database/tables/digest.ts';
import { buildDigestModal } from '../../modals/digest.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import type { DigestListenerParts } from './digestParts.ts';

export interface DigestFormParts extends DigestListenerParts {
  readonly viewsClient: ViewsClient;
  /** Called when somebody has changed a digest in a modal: App Home shows them. */
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
  const { digestTime, timeZone, deadline } = subscriptions.defaults;
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
        language: actor.language,
        digestTime,
        timeZone,
        deadline,
        channelId,
      },
      known ?? (of === undefined ? undefined : { kind: of.content, channelId: of.channelId }),
    ),
  );
}
