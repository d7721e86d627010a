import type { KnownBlock } from '@slack/types';
import { button } from '../ask/buttons.ts';
import type { Catalog } from '../language/language.ts';
import type { DigestFrame } from './kind.ts';
import { digestWords } from './words/words.ts';

/** Ids of buttons below digests; what is in somebody's Slack already keeps working as long as they stay. */
export const DIGEST_LIST = 'digest:list';
export const DIGEST_WHY = 'digest:why';
/** Its value is the channel and kind of the digest, which it names for ever. */
export const DIGEST_SETTINGS = 'digest:settings';
/** Below the answer to a subscription; its value is the channel and kind of the digest. */
export const DIGEST_NOW = 'digest:now';
/** A command that may have been meant; its value is what is typed behind `/digest`. */
export const DIGEST_ASK = 'digest:ask';

/** Opens the form of a digest, from App Home or below a mistake; its value is its channel and kind, or `NEW_DIGEST`. */
export const DIGEST_FORM = 'home_digest';
export const NEW_DIGEST = 'new';

/** The others carry `sourceId`, of what the digest was made from; without it there are none. */
export function digestButtons(
  { sourceId, channelId, kind }: Pick<DigestFrame, 'sourceId' | 'channelId' | 'kind'>,
  t: Catalog,
): KnownBlock[] {
  const { buttons } = digestWords(t);
  if (sourceId === undefined) return [];
  return [
    {
      type: 'actions',
      block_id: 'digest:buttons',
      elements: [
        button(DIGEST_LIST, buttons.list, sourceId),
        button(DIGEST_WHY, buttons.why, sourceId),
        button(DIGEST_SETTINGS, buttons.settings, `${channelId} ${kind}`),
      ],
    },
  ];
}
