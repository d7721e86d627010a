import type { KnownBlock } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import type { Catalog } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { LONGEST_SHOWN } from '../parse/parseCommand.ts';
import type { ParseError } from '../parse/parseError.ts';
import { noteOutcome } from '../slack/currentRequest.ts';
import type { Render } from '../slack/message.ts';
import { escapeMrkdwn, type Message, section, shorten } from '../slack/message.ts';
import { type Feature, mayAsk } from './asking.ts';
import { ASK_ACTION, button, FORM_ACTION, fittingButtons } from './buttons.ts';
import { type Commands, LONGEST_CARRIED } from './commands.ts';

/** As many suggestions as there is room for beside each other on a phone. */
export const MOST_ASKED = 3;

/**
 * What is said about a mistake in a command: the sentence, the commands that may have been meant as buttons that ask
 * them, and the form with what was understood already in it. What would be a mistake itself is not suggested.
 */
export async function mistakeRender(
  commands: Pick<Commands, 'find' | 'featureOf'>,
  reading: Reading,
  actor: Actor,
  feature: Feature,
  mistake: ParseError,
): Promise<Render> {
  noteOutcome('mistake');
  const isOffered = (text: string) => {
    const question = commands.find(text, reading);
    return question !== undefined && mayAsk(actor, question.needs) && text.length <= LONGEST_CARRIED;
  };
  const suggested: string[] = [];
  for (const text of [mistake.corrected, ...mistake.others]) {
    const question = commands.find(text, reading);
    if (question === undefined || (await question.isKnown())) suggested.push(text);
  }
  const asked = suggested.slice(0, MOST_ASKED).filter(isOffered);
  const prefill = [...asked, mistake.understood].find(
    (text) => commands.featureOf(text) === feature && isOffered(text),
  );
  const { sentence } = mistake;
  const [corrected = `/${feature.command} help`, ...others] = suggested;
  const { t } = actor.language;
  const offers = { asks: asked.map((text) => ({ text })), form: prefill ?? feature.command };
  return () => mistakeMessage({ sentence, corrected, others }, t, offers);
}

/** What can be done about a mistake without typing. */
interface MistakeOffers {
  /** Suggested commands; `value` where the button carries another text, which `askAction` takes. */
  readonly asks: readonly { readonly text: string; readonly value?: string }[];
  /** What asks them, where it is not for a question. */
  readonly askAction?: string;
  /** What the form is opened with: a command, or the name of one. */
  readonly form: string;
  /** What opens the form, where it is not that of a question. */
  readonly formAction?: string;
}

/** What one button's title takes. */
const TITLE_CHARACTERS = 75;

const MOST_OTHERS = 4;

/** One sentence about what was typed, the command to copy, and others that may have been meant. */
export function mistakeMessage(
  { sentence, corrected, others }: Pick<ParseError, 'sentence' | 'corrected' | 'others'>,
  t: Catalog,
  offers?: MistakeOffers,
): Message {
  const text = t.common.mistake(
    escapeMrkdwn(sentence(t)),
    commandInWords(t.common.command(corrected), LONGEST_SHOWN),
    others.slice(0, MOST_OTHERS).map((other) => commandInWords(t.common.command(other), LONGEST_OTHER)),
  );
  return { text, blocks: [section(text), ...offerBlocks(offers, t)] };
}

/**
 * A command to copy, as code. One with a channel in it is written as text: inside code Slack shows the id of a channel
 * instead of its name, and what is copied from there does not name it.
 */
export function commandInWords(command: string, most = LONGEST_SHOWN): string {
  const text = escapeMrkdwn(command, most);
  const withChannels = text.replace(/&lt;(#[CG][A-Z0-9]{1,30})(?:\|[^&]*)?&gt;/g, '<$1>');
  return withChannels === text ? `\`${text}\`` : withChannels;
}

/** Four of the longest are within what one text takes, beside the one to copy. */
const LONGEST_OTHER = 400;

function offerBlocks(offers: MistakeOffers | undefined, t: Catalog): KnownBlock[] {
  if (offers === undefined) return [];
  const asks = offers.asks.map(({ text, value = text }, at) =>
    button(
      `${offers.askAction ?? ASK_ACTION}:${at}`,
      shorten(t.common.command(text), TITLE_CHARACTERS),
      value,
    ),
  );
  const form = button(offers.formAction ?? FORM_ACTION, t.common.openForm, offers.form);
  const fitting = fittingButtons([form, ...asks]);
  const elements = [...asks, form].filter((each) => fitting.has(each));
  return [{ type: 'actions', block_id: 'mistake_buttons', elements }];
}
