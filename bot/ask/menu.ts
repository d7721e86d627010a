import type { Button, Overflow } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import type { Catalog, Worded } from '../language/language.ts';
import type { ActionArgs } from '../requests/listenerArgs.ts';
import { type Message, section, withoutMarks } from '../slack/message.ts';
import { plain } from '../slack/modal.ts';
import { button } from './buttons.ts';
import { askWords } from './words/words.ts';

/** The menu below an answer. The value of an option is its name and the command: `every /sales last week`. */
export const MENU_ACTION = 'answer_menu';

/** What can come of a question by itself: at times, or when a figure passes a threshold. */
export interface MenuItem {
  /** It stands in messages, so it never changes. */
  readonly name: string;
  readonly title: Worded;
  isOffered(actor: Actor, command: string): boolean;
  /** Opens a form; the trigger expires after three seconds. */
  open(triggerId: string, actor: Actor, command: string): Promise<void>;
}

/** An option as it stands in a message. */
export interface MenuOption {
  readonly title: string;
  readonly value: string;
}

/** `command` has its period as it was said. */
export function optionsOf(items: readonly MenuItem[], actor: Actor, command: string): MenuOption[] {
  return items
    .filter((item) => item.isOffered(actor, command))
    .map(({ name, title }) => ({ title: title(actor.language.t), value: `${name} ${command}` }));
}

/** Behind it stands the command whose figures are explained. */
const EXPLAIN = 'numbers ';

/** "Why these numbers?" of the answer to `command`. */
export function explaining(command: string, t: Catalog): MenuOption {
  return { title: askWords(t).buttons.why, value: `${EXPLAIN}${command}` };
}

/** Slack's limit for the value of an option. */
export const MAX_VALUE = 150;

/** One menu; a button for each option where a command is too long for a menu. */
export function menuOf(options: readonly MenuOption[]): readonly (Overflow | Button)[] {
  if (options.some(({ value }) => value.length > MAX_VALUE)) {
    return options.map(({ title, value }, at) => button(`${MENU_ACTION}:${at}`, title, value));
  }
  const drawn = options.map(({ title, value }) => ({ text: plain(title), value }));
  return drawn.length === 0 ? [] : [{ type: 'overflow', action_id: MENU_ACTION, options: drawn }];
}

/** The command whose figures are to be explained; undefined for another item. */
export function explainedIn(value: string): string | undefined {
  return value.startsWith(EXPLAIN) ? value.slice(EXPLAIN.length) : undefined;
}

/** The lines of "Why these numbers?". */
export function explanation(lines: readonly string[]): Message {
  return { text: withoutMarks(lines.join(' ')), blocks: [section(lines.join('\n'))] };
}

export async function openMenuItem(
  items: readonly MenuItem[],
  { actor, body, value }: ActionArgs,
): Promise<void> {
  const [, name, command = ''] = /^(\w+) (\/.+)$/s.exec(value) ?? [];
  await items.find((item) => item.name === name)?.open(body.trigger_id, actor, command);
}
