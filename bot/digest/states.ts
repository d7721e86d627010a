import type { DigestState } from '../database/tables/digest.ts';
/**
 * The states of a digest and every way from one to another. moves.ts, which goes by this table, alone writes them.
 *
 *                       +---------------- postpone / hand back ----------------+
 *                       v                                                      |
 *   (none) --record--> due --claim--> sending --arrive--> sent                 |
 *     |                 |                | |  |                                |
 *     |                 | supersede      | |  +--refuse--> failed --resume--> due
 *     |                 v                | |
 *     +--record-----> missed             | +-------------> due (postpone: nothing was sent)
 *                       ^                |
 *                       | supersede      | lose: the answer was lost, or the sender was
 *                       |                v
 *                       |             unclear --find--> sent      it is in the channel
 *                       |                | |
 *                       |                | +--clear--> due        it is not, after three looks
 *                       |                v
 *                       |             unknown: the channel may not be read
 *                       |                | | |
 *                       |                | | +--confirm--> sent   the owner: "it is there"
 *                       |                | +----order----> due    the owner: "send it"
 *                       |                +------reopen---> unclear  the channel may be read again
 *                       |
 *                      due --withhold--> failed                  its subscription cannot be served now
 */

export const TRANSITIONS = {
  claim: { from: 'due', to: 'sending' },
  postpone: { from: 'sending', to: 'due' },
  arrive: { from: 'sending', to: 'sent' },
  refuse: { from: 'sending', to: 'failed' },
  pass: { from: 'sending', to: 'missed' },
  lose: { from: 'sending', to: 'unclear' },
  find: { from: 'unclear', to: 'sent' },
  clear: { from: 'unclear', to: 'due' },
  giveUp: { from: 'unclear', to: 'unknown' },
  confirm: { from: 'unknown', to: 'sent' },
  order: { from: 'unknown', to: 'due' },
  reopen: { from: 'unknown', to: 'unclear' },
  resume: { from: 'failed', to: 'due' },
  withhold: { from: 'due', to: 'failed' },
  supersede: { from: 'due', to: 'missed' },
} as const satisfies Record<string, { from: DigestState; to: DigestState }>;

export type Transition = keyof typeof TRANSITIONS;

/** The state in which a digest is recorded first. */
export const FIRST_STATES = { due: 'due', missed: 'missed' } as const satisfies Record<string, DigestState>;

/** The state that a transition starts from, for looking up what it could be applied to. */
export function stateBefore(transition: Transition): DigestState {
  return TRANSITIONS[transition].from;
}
