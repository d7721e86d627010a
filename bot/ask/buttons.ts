import type { Button, KnownBlock } from '@slack/types';
import type { Catalog } from '../language/language.ts';
import type { FollowUp } from './asking.ts';
import { LONGEST_CARRIED } from './commands.ts';
import { askWords } from './words/words.ts';

/** Ids of buttons below answers; what is in somebody's Slack already keeps working as long as they stay. */
export const SHARE_ACTION = 'answer_share';
export const CSV_ACTION = 'answer_csv';
/** A suggested command; what follows a colon tells several in one block apart. */
export const ASK_ACTION = 'answer_ask';
/** Opens a form with a question in it; its value is a command, or the name of one. */
export const FORM_ACTION = 'form_change';
/** Opens the rest of the fields of a form; its value is the days that were asked for. */
export const MORE_ACTION = 'form_more';
export function followUpAction(name: string): string {
  return `answer_${name}`;
}

const BLOCK = 'answer_buttons';

interface ButtonsWanted {
  /** The command of the answer itself; undefined for one that no button can carry. */
  readonly command: string | undefined;
  /** The likeliest first. */
  readonly followUps: readonly FollowUp[];
  /** Whether all rows are worth a file. */
  readonly csv: boolean;
  /** Whether there is a channel to share in. */
  readonly share: boolean;
  /** Whether the question is changed where it is read, in a modal. */
  readonly change: boolean;
}

/** The buttons below an answer, as many of them as Slack takes; no block when there are none. */
export function buttonBlocks(wanted: ButtonsWanted, t: Catalog): KnownBlock[] {
  const { command, csv, share, change } = wanted;
  const titles = askWords(t).buttons;
  const ofAnswer = (isWanted: boolean, actionId: string, title: string) =>
    isWanted && command !== undefined ? [button(actionId, title, command)] : [];
  const followUps = wanted.followUps.flatMap(({ name, title, command: next }) =>
    next === undefined ? [] : [button(followUpAction(name), title(t), next)],
  );
  const rest = [...ofAnswer(csv, CSV_ACTION, titles.csv), ...ofAnswer(share, SHARE_ACTION, titles.share)];
  const changing = ofAnswer(change, FORM_ACTION, askWords(t).form.answer.change);
  const fitting = fittingButtons([...changing, ...rest, ...followUps]);
  const block = (elements: readonly Button[], id?: string): KnownBlock[] => {
    const shown = elements.filter((element) => fitting.has(element));
    const blockId = id === undefined ? {} : { block_id: id };
    return shown.length === 0 ? [] : [{ type: 'actions', ...blockId, elements: shown }];
  };
  return [...block([...followUps, ...rest], BLOCK), ...block(changing)];
}

/** Characters that the values of all buttons in one message have at most. */
const LONGEST_VALUES = 4_000;

/** Those that one message takes; the most important comes first. */
export function fittingButtons(buttons: readonly Button[]): ReadonlySet<Button> {
  let left = LONGEST_VALUES;
  return new Set(
    buttons.filter(({ value = '' }) => {
      if (value.length > Math.min(left, LONGEST_CARRIED)) return false;
      left -= value.length;
      return true;
    }),
  );
}

export function button(actionId: string, title: string, value: string): Button {
  return {
    type: 'button',
    action_id: actionId,
    text: { type: 'plain_text', text: title, emoji: false },
    value,
  };
}
