import type { Button, KnownBlock } from '@slack/types';
import type { Catalog } from '../language/language.ts';
import { FOLLOW_UPS, type FollowUp, type FollowUpName } from '../questions/followUps.ts';

/** Ids of buttons below answers; what is in somebody's Slack already keeps working as long as they stay. */
export const SHARE_ACTION = 'answer_share';
export const CSV_ACTION = 'answer_csv';
/** A recent question, asked again as it was; what follows a colon tells several in one block apart. */
export const ASK_ACTION = 'answer_ask';
/** Opens a form with a question in it; its value is the id of the stored question, or a command without words. */
export const FORM_ACTION = 'form_change';
/** Opens the rest of the fields of a form; its value is the days that were asked for. */
export const MORE_ACTION = 'form_more';
export const followUpAction = (name: FollowUpName) => `answer_${name}` as const;

export const FOLLOW_UP_ACTIONS = FOLLOW_UPS.map((name) => ({ name, actionId: followUpAction(name) }));

const BLOCK = 'answer_buttons';

export interface ButtonsWanted {
  /** The id of the stored question: all that a button carries. */
  readonly id: string;
  readonly followUps: readonly FollowUp[];
  /** Whether all rows are worth a file. */
  readonly csv: boolean;
  /** Whether there is a channel to share in. */
  readonly share: boolean;
}

/** The buttons below an answer; no block when there are none. */
export function buttonBlocks({ id, followUps, csv, share }: ButtonsWanted, t: Catalog): KnownBlock[] {
  const titles = t.common.buttons;
  const elements = [
    ...followUps.map(({ name }) => button(followUpAction(name), titles.followUps[name], id)),
    ...(csv ? [button(CSV_ACTION, titles.csv, id)] : []),
    ...(share ? [button(SHARE_ACTION, titles.share, id)] : []),
  ];
  return elements.length === 0 ? [] : [{ type: 'actions', block_id: BLOCK, elements }];
}

/** One button of a stored question, such as a recent one on App Home. */
export function button(actionId: string, title: string, id: string): Button {
  return {
    type: 'button',
    action_id: actionId,
    text: { type: 'plain_text', text: title, emoji: false },
    value: id,
  };
}
