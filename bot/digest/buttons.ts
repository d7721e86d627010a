import type { Button, KnownBlock } from '@slack/types';
import type { FollowUp } from '../ask/asking.ts';
import { button, followUpAction } from '../ask/buttons.ts';
import { LONGEST_CARRIED } from '../ask/commands.ts';
import { askWords } from '../ask/words/words.ts';
import type { Catalog } from '../language/language.ts';
import type { SubscriptionPlace } from './subscription.ts';
import { digestWords } from './words/words.ts';

/** Ids of buttons below digests. They never change, so that buttons already in Slack keep working. */
export const DIGEST_LIST = 'digest:list';
export const DIGEST_WHY = 'digest:why';
/** The value is the channel and kind of the digest. */
export const DIGEST_SETTINGS = 'digest:settings';
/** Below the answer to `subscribe`; the value is the channel and kind of the digest. */
export const DIGEST_NOW = 'digest:now';
/** Sets a question with a schedule, for the place or, after `me `, for the person; the value is the command. */
export const DIGEST_EVERY = 'digest:every';
/** A suggested command; the value is its text after `/digest`. */
export const DIGEST_ASK = 'digest:ask';

/** Opens the form, from App Home or below a mistake; the value is the digest's channel and kind, or `NEW_DIGEST`. */
export const DIGEST_FORM = 'home_digest';
export const NEW_DIGEST = 'new';
/** The value of DIGEST_FORM for a new digest in a channel that has one already. */
export const FURTHER_DIGEST = 'further';

type Digest = Pick<SubscriptionPlace, 'channelId' | 'kind'>;

/** Opens the settings of the digest. */
function settingsButton({ channelId, kind }: Digest, t: Catalog): Button {
  return button(DIGEST_SETTINGS, digestWords(t).buttons.settings, `${channelId} ${kind}`);
}

/** The buttons below a digest; none without `sourceId`, which two of them carry. */
export function digestButtons(
  { sourceId, channelId, kind }: Digest & { readonly sourceId: string | undefined },
  t: Catalog,
  followUps: readonly FollowUp[] = [],
): KnownBlock[] {
  const { buttons } = digestWords(t);
  if (sourceId === undefined) return [];
  return [
    {
      type: 'actions',
      block_id: 'digest:buttons',
      elements: [
        button(DIGEST_LIST, buttons.list, sourceId),
        ...followUps.flatMap(({ name, title, command }) =>
          command === undefined || command.length > LONGEST_CARRIED
            ? []
            : [button(followUpAction(name), title(t), command)],
        ),
        button(DIGEST_WHY, askWords(t).buttons.why, sourceId),
        settingsButton({ channelId, kind }, t),
      ],
    },
  ];
}
