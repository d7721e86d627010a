import type { KnownBlock } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import type { Catalog } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { inQuotes } from '../parse/tokenizer.ts';
import { context, escapeMrkdwn, type Message, type Render, section } from '../slack/message.ts';
import { mayAsk } from './asking.ts';
import { ASK_ACTION, button, FORM_ACTION } from './buttons.ts';
import type { Choices } from './choices.ts';
import type { Commands, Say } from './commands.ts';
import { sentence } from './replies.ts';
import { namesIn, type Slots } from './slots.ts';
import { askWords } from './words/words.ts';

/** A command to click; `value` is what its button carries. */
interface HelpLine {
  readonly typed: string;
  readonly value: string;
  readonly says: string;
}

/** What a command can be asked, the usual first. */
export interface Help {
  readonly command: string;
  readonly lines: readonly HelpLine[];
  /** Stands below the last line. */
  readonly note: string;
  /** The action ids of the buttons that ask, and that open the form with `value`. */
  readonly ask: string;
  readonly form: { readonly action: string; readonly value: string } | undefined;
}

/** Gives the help of a command, without its slash, as far as `actor` may ask it. Undefined for no command. */
export type HelpOf = (command: string, actor: Actor) => Promise<Help | undefined>;

/** `others` are commands that don't ask, such as `/digest`. */
export function createHelp(
  { features, find }: Pick<Commands, 'features' | 'find'>,
  choices: Choices,
  reading: () => Reading,
  others: (t: Catalog) => readonly Help[],
): HelpOf {
  return async (command, actor) => {
    const { t } = actor.language;
    const feature = features.find((each) => each.command === command);
    if (feature === undefined) return others(t).find((each) => each.command === command);
    const now = reading();
    const [product] = await choices.products('', t);
    const [store] = await choices.stores('', t);
    const [group] = now.vocabulary.products.groups?.() ?? [];
    const known = { product: product?.value, store: store?.value, group: group && inQuotes(group.name) };
    const lines = examplesOf(feature.slots).flatMap(({ name, words }) => {
      const typed = `/${command} ${words.replace(/\{(\w+)\}/g, (all, of) => known[of as keyof typeof known] ?? all)}`;
      const question = find(typed, now);
      const isAsked = question !== undefined && mayAsk(actor, question.needs);
      return isAsked ? [{ typed, value: typed, says: feature.words(t).help[name] ?? '' }] : [];
    });
    const { note } = feature.words(t).help;
    const form = feature.form && { action: FORM_ACTION, value: command };
    return { command, lines, note: note ?? '', ask: ASK_ACTION, form };
  };
}

/** The examples of a command and its slots, in the order in which help shows them. */
export function examplesOf({
  examples = {},
  first = '',
  rows,
  counts,
  flags,
}: Slots<string, string, string>): { readonly name: string; readonly words: string }[] {
  const ofSlots = [rows, counts, flags].flatMap(
    (all: Readonly<Record<string, { readonly example?: string }>>) =>
      namesIn(all).flatMap((name) =>
        all[name]?.example === undefined ? [] : [[name, all[name].example] as const],
      ),
  );
  const all = new Map([...Object.entries(examples), ...ofSlots]);
  return [...new Set([...first.split(' '), ...all.keys()])].flatMap((name) => {
    const words = all.get(name);
    return words === undefined ? [] : [{ name, words }];
  });
}

/** Shows the help of a command; see helpRender for its value. */
export const HELP_ACTION = 'help';
const REST = ' more';
const SHOWN_FIRST = 5;

/** The help of a command, or with REST behind its name the lines after the first. */
export async function helpRender(
  value: string,
  actor: Actor,
  { helpOf, commands }: { readonly helpOf: HelpOf; readonly commands: Pick<Commands, 'say'> },
): Promise<Render> {
  const isRest = value.endsWith(REST);
  const { t } = actor.language;
  const help = await helpOf(isRest ? value.slice(0, -REST.length) : value, actor);
  if (help === undefined) return sentence(askWords(t).oldButton);
  const message = helpMessage(help, t, commands.say, isRest);
  return () => message;
}

/** Each line has a button that asks it. */
export function helpMessage(
  { command, lines, note, ask, form }: Help,
  t: Catalog,
  say: Say,
  isRest = false,
): Message {
  const words = askWords(t).help;
  const shown = (isRest ? lines.slice(SHOWN_FIRST) : lines.slice(0, SHOWN_FIRST)).map((line) => ({
    ...line,
    typed: escapeMrkdwn(say(line.typed, t)),
  }));
  const intro = isRest ? words.rest(command) : words.first(command);
  const elements = isRest
    ? []
    : [
        ...(lines.length > SHOWN_FIRST ? [button(HELP_ACTION, words.more, `${command}${REST}`)] : []),
        ...(form === undefined ? [] : [button(form.action, t.common.openForm, form.value)]),
      ];
  return {
    text: [intro, ...shown.map(({ typed, says }) => `${typed}: ${says}`)].join('\n'),
    blocks: [
      section(intro),
      ...shown.map(({ typed, value, says }, at) =>
        section(`*${typed}*\n${says}`, button(`${ask}:${at}`, words.ask, value)),
      ),
      ...(elements.length === 0 ? [] : [{ type: 'actions', elements } satisfies KnownBlock]),
      ...(isRest && note !== '' ? [context(note)] : []),
    ],
  };
}
