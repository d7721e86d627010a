import type { Overflow } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import type { Catalog, Worded } from '../language/language.ts';
import type { ActionArgs } from '../requests/listenerArgs.ts';
import { type Message, section, withoutMarks } from '../slack/message.ts';
import { plain } from '../slack/modal.ts';
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

/** Slack's limit for the value of an option. */
const MAX_VALUE = 150;

/** `command` has its period as it was said. Undefined where nothing is offered. */
export function menuOf(items: readonly MenuItem[], actor: Actor, command: string): Overflow | undefined {
  const options = items
    .map((item) => ({ item, value: `${item.name} ${command}` }))
    .filter(({ item, value }) => value.length <= MAX_VALUE && item.isOffered(actor, command))
    .map(({ item, value }) => ({ text: plain(item.title(actor.language.t)), value }));
  return options.length === 0 ? undefined : { type: 'overflow', action_id: MENU_ACTION, options };
}

/** Behind it stands the command whose figures are explained. */
const EXPLAIN = 'numbers ';

/** The menu with "Why these numbers?" of the answer to `command`, where a value has room for it. */
export function withExplanation(
  menu: Overflow | undefined,
  command: string,
  t: Catalog,
): Overflow | undefined {
  const value = `${EXPLAIN}${command}`;
  if (value.length > MAX_VALUE) return menu;
  const option = { text: plain(askWords(t).buttons.why), value };
  return { type: 'overflow', action_id: MENU_ACTION, options: [...(menu?.options ?? []), option] };
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
