import type { Button, KnownBlock, Overflow } from '@slack/types';
import type { Catalog } from '../language/language.ts';
import type { FollowUp } from './asking.ts';
import { LONGEST_CARRIED } from './commands.ts';
import { askWords } from './words/words.ts';

/** Ids of buttons below answers. They never change, so that buttons already in Slack keep working. */
export const SHARE_ACTION = 'answer_share';
export const ROWS_ACTION = 'answer_csv';
/** Asks a suggested command. Several in one block get a suffix: `answer_ask:1`. */
export const ASK_ACTION = 'answer_ask';
/** The same on App Home. */
export const HOME_ASK = 'home_ask';
/** Opens a form; the value is a whole command to fill in, or only a command's name. It can have a suffix too. */
export const FORM_ACTION = 'form_change';
export function followUpAction(name: string): string {
  return `answer_${name}`;
}

const BLOCK = 'answer_buttons';

interface ButtonsWanted {
  /** The command of the answer itself; undefined when no button can carry it. */
  readonly command: string | undefined;
  /** The likeliest first. */
  readonly followUps: readonly FollowUp[];
  /** Whether to offer a file with all rows. */
  readonly rows: boolean;
  /** Whether the answer can be shared in its channel. */
  readonly share: boolean;
  /** Whether a button opens the form with the question, as in a modal. */
  readonly change: boolean;
  /** What can come of the question later. */
  readonly menu: readonly (Overflow | Button)[];
}

/** The buttons below an answer, as many as Slack takes; no block without buttons. */
export function buttonBlocks(wanted: ButtonsWanted, t: Catalog): KnownBlock[] {
  const { command, rows, share, change, menu } = wanted;
  const titles = askWords(t).buttons;
  const ofAnswer = (isWanted: boolean, actionId: string, title: string) =>
    isWanted && command !== undefined ? [button(actionId, title, command)] : [];
  const followUps = wanted.followUps.flatMap(({ name, title, command: next }) =>
    next === undefined ? [] : [button(followUpAction(name), title(t), next)],
  );
  const rest = [...ofAnswer(rows, ROWS_ACTION, titles.rows), ...ofAnswer(share, SHARE_ACTION, titles.share)];
  const changing = ofAnswer(change, FORM_ACTION, askWords(t).form.answer.change);
  const later = menu.filter((element) => element.type === 'button');
  const fitting = fittingButtons([...changing, ...rest, ...later, ...followUps]);
  const block = (elements: readonly (Button | Overflow)[], id?: string): KnownBlock[] => {
    const shown = elements.filter((element) => element.type !== 'button' || fitting.has(element));
    const blockId = id === undefined ? {} : { block_id: id };
    return shown.length === 0 ? [] : [{ type: 'actions', ...blockId, elements: shown }];
  };
  return [...block([...followUps, ...rest, ...menu], BLOCK), ...block(changing)];
}

/** The maximum of characters in the values of all buttons of a message. */
const MAX_VALUE_CHARACTERS = 4_000;

/** The buttons that fit in one message; `buttons` starts with the most important. */
export function fittingButtons(buttons: readonly Button[]): ReadonlySet<Button> {
  let left = MAX_VALUE_CHARACTERS;
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
