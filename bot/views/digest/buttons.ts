import type { KnownBlock } from '@slack/types';
import { button } from '../buttons.ts';

/** Ids of buttons below digests; what is in somebody's Slack already keeps working as long as they stay. */
export const DIGEST_LIST = 'digest:list';
export const DIGEST_WHY = 'digest:why';
export const DIGEST_SETTINGS = 'digest:settings';
/** Below the answer to a subscription; its value is the channel and what the digest is of. */
export const DIGEST_NOW = 'digest:now';

/** `id` of what the digest was made from is all that they carry. */
export function digestButtons(id: string): KnownBlock {
  return {
    type: 'actions',
    block_id: 'digest:buttons',
    elements: [
      button(DIGEST_LIST, 'Whole list', id),
      button(DIGEST_WHY, 'Why this number?', id),
      button(DIGEST_SETTINGS, 'Settings', id),
    ],
  };
}
