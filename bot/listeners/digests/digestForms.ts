import type { Actor } from '../../access/actor.ts';
import type { DigestKind } from '../../database/tables/digest.ts';
import type { Subscriptions } from '../../digest/subscriptions.ts';
import { buildDigestModal } from '../../modals/digest.ts';
import type { NameLookup } from '../../parser/nameLookup.ts';
import type { ProductNames } from '../../products/productNames.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';

export interface DigestForms {
  /** Opens the form of a digest: with the settings it has, or for a new one in that channel. */
  open(
    triggerId: string,
    actor: Actor,
    of?: { readonly channelId: string; readonly content: DigestKind },
  ): Promise<void>;
}

export function createDigestForms({
  subscriptions,
  products,
  groups,
  viewsClient,
}: {
  readonly subscriptions: Pick<Subscriptions, 'of' | 'defaults'>;
  readonly products: NameLookup['products'];
  readonly groups: Pick<ProductNames, 'groups'>;
  readonly viewsClient: Pick<ViewsClient, 'open'>;
}): DigestForms {
  return {
    async open(triggerId, actor, of) {
      const here = actor.place.kind === 'channel' ? actor.place.channelId : undefined;
      const channelId = of?.channelId ?? here;
      const digests =
        channelId === undefined ? [] : await subscriptions.of({ teamId: actor.teamId, channelId });
      const known = of === undefined ? digests[0] : digests.find(({ kind }) => kind === of.content);
      await viewsClient.open(
        triggerId,
        buildDigestModal(
          {
            products,
            groups: groups.groups(),
            language: actor.language,
            digestTime: subscriptions.defaults.digestTime,
            timeZone: subscriptions.defaults.timeZone,
            channelId,
          },
          known ?? (of === undefined ? undefined : { kind: of.content, channelId: of.channelId }),
        ),
      );
    },
  };
}
