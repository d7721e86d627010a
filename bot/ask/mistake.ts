import type { KnownBlock } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import type { Catalog } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import type { ParseError } from '../parse/parseError.ts';
import { noteOutcome } from '../slack/currentRequest.ts';
import { escapeMrkdwn, type Message, type Render, section, shorten } from '../slack/message.ts';
import { type Askable, type Feature, mayAsk } from './asking.ts';
import { ASK_ACTION, button, FORM_ACTION, fittingButtons } from './buttons.ts';
import { type Commands, LONGEST_CARRIED, type Say } from './commands.ts';
import { LONGEST_SHOWN } from './parseCommand.ts';

/** As many suggestions as fit in a row on a phone. */
export const MAX_ASKED = 3;

/**
 * The answer to a mistake in a command: the sentence, buttons that ask the suggested commands, and a button that opens
 * the form with what was understood. Leaves out suggestions that would be mistakes themselves.
 */
export async function mistakeRender(
  commands: Pick<Commands, 'find' | 'say'>,
  reading: Reading,
  actor: Actor,
  feature: Feature,
  mistake: ParseError,
): Promise<Render> {
  noteOutcome('mistake');
  const read = (text: string): Suggestion => ({ text, question: commands.find(text, reading) });
  const isOffered = ({ text, question }: Suggestion) =>
    question !== undefined && mayAsk(actor, question.needs) && text.length <= LONGEST_CARRIED;
  const suggested: Suggestion[] = [];
  for (const suggestion of [mistake.corrected, ...mistake.others].map(read)) {
    const { question } = suggestion;
    if (question === undefined || (await question.isKnown())) suggested.push(suggestion);
  }
  const asked = suggested.slice(0, MAX_ASKED).filter(isOffered);
  const prefill = [...asked, read(mistake.understood)].find(
    (each) => each.question?.feature === feature && isOffered(each),
  );
  const { sentence } = mistake;
  const [corrected = `/${feature.command} help`, ...others] = suggested.map(({ text }) => text);
  const { t } = actor.language;
  const asks = asked.map(({ text }) => ({ text }));
  const offers = feature.form === undefined ? { asks } : { asks, form: prefill?.text ?? feature.command };
  return () => mistakeMessage({ sentence, corrected, others }, t, commands.say, offers);
}

/** A suggested command; `question` is undefined for text that is no question, such as help. */
interface Suggestion {
  readonly text: string;
  readonly question: Askable | undefined;
}

/** The buttons below a mistake. */
interface MistakeOffers {
  /** Suggested commands. `value` is what the button carries for `askAction`; `text` when undefined. */
  readonly asks: readonly { readonly text: string; readonly value?: string }[];
  /** The action id of their buttons; ASK_ACTION when undefined. */
  readonly askAction?: string;
  /** The value of the button that opens the form: a whole command, or only a name; no button when undefined. */
  readonly form?: string;
  /** The action id of that button; FORM_ACTION when undefined. */
  readonly formAction?: string;
}

/** Slack's limit for the title of a button. */
export const TITLE_CHARACTERS = 75;

const MAX_OTHERS = 4;

/** A sentence about the mistake, the corrected command to copy, and other suggestions. */
export function mistakeMessage(
  { sentence, corrected, others }: Pick<ParseError, 'sentence' | 'corrected' | 'others'>,
  t: Catalog,
  say: Say,
  offers?: MistakeOffers,
): Message {
  const text = t.common.mistake(
    escapeMrkdwn(sentence(t)),
    commandText(say(corrected, t), LONGEST_SHOWN),
    others.slice(0, MAX_OTHERS).map((other) => commandText(say(other, t), LONGEST_OTHER)),
  );
  return { text, blocks: [section(text), ...offerBlocks(offers, t, say)] };
}

/**
 * A command to copy, as code. A command with a channel in it is plain text, because inside code Slack shows the id of
 * the channel instead of its name, and a copied id is not a channel.
 */
export function commandText(command: string, most = LONGEST_SHOWN): string {
  const text = escapeMrkdwn(command, most);
  const withChannels = text.replace(/&lt;(#[CG][A-Z0-9]{1,30})(?:\|[^&]*)?&gt;/g, '<$1>');
  return withChannels === text ? `\`${text}\`` : withChannels;
}

/** MAX_OTHERS of this length and the corrected command fit in one text. */
const LONGEST_OTHER = 400;

function offerBlocks(offers: MistakeOffers | undefined, t: Catalog, say: Say): KnownBlock[] {
  if (offers === undefined) return [];
  const { form, formAction = FORM_ACTION } = offers;
  const asks = offers.asks.map(({ text, value = text }, at) =>
    button(`${offers.askAction ?? ASK_ACTION}:${at}`, shorten(say(text, t), TITLE_CHARACTERS), value),
  );
  const opens = form === undefined ? [] : [button(formAction, t.common.openForm, form)];
  const fitting = fittingButtons([...opens, ...asks]);
  const elements = [...asks, ...opens].filter((each) => fitting.has(each));
  if (elements.length === 0) return [];
  return [{ type: 'actions', block_id: 'mistake_buttons', elements }];
}
