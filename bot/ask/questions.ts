import type { Button, KnownBlock } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import { context, type Render } from '../slack/message.ts';
import { type Answered, type Askable, type Claim, mayAsk, requireToAsk } from './asking.ts';
import { buttonBlocks } from './buttons.ts';
import { LONGEST_CARRIED } from './commands.ts';
import { explaining, explanation, type MenuOption, menuOf } from './menu.ts';
import type { Reader } from './reader.ts';
import type { RecentQuestions } from './recent.ts';
import type { ReaderFor } from './replies.ts';

/** Answers questions that were typed, clicked or filled in. */
export interface Questions {
  /** @throws AccessRefused, ParseError, NoAnswer, RetailDataError */
  answer(actor: Actor, question: Askable, asked?: HowAsked): Promise<Render>;
}

interface HowAsked {
  /** The command as it was typed or chosen, with relative days such as "last week"; undefined after a click. */
  readonly command?: string | undefined;
  /** Whether the answer is in a modal: a button opens the form with the question in it, and none shares it. */
  readonly isInModal?: boolean;
  /** Whether everybody in the channel sees the answer, so that it needn't be shared. */
  readonly isShared?: boolean;
  /** A sentence above the answer, in mrkdwn. */
  readonly lead?: string | undefined;
  /** Which way the question says that figures went; the answer says first where they didn't. */
  readonly claimed?: Claim | undefined;
  /** A button below all others. */
  readonly offer?: Button | undefined;
  /** Sentences below the answer, in mrkdwn. */
  readonly notes?: readonly string[];
}

/** What the menu below an answer offers; `typed`: see HowAsked.command. */
export type OptionsFor = (
  actor: Actor,
  question: Askable,
  typed: string | undefined,
) => readonly MenuOption[];

export function createQuestions(
  recent: Pick<RecentQuestions, 'note'>,
  readerFor: ReaderFor,
  optionsFor: OptionsFor,
): Questions {
  return {
    async answer(
      actor,
      question,
      { command, isInModal = false, isShared = isInModal, lead, claimed, offer, notes = [] } = {},
    ) {
      requireToAsk(actor, question.needs);
      const answer = await answerFor(actor, question);
      const carried = carriedBy(question);
      const noted = command ?? carried;
      if (noted !== undefined && noted.length <= LONGEST_CARRIED) {
        void recent.note({ teamId: actor.teamId, userId: actor.person.userId }, noted);
      }
      const options = () => {
        const isExplained = whyOf(answer, actor, readerFor(actor, 'plain')) !== undefined;
        const why = carried !== undefined && isExplained ? [explaining(carried, actor.language.t)] : [];
        return [...optionsFor(actor, question, command), ...why];
      };
      const buttons = buttonBlocks(
        {
          command: carried,
          followUps: answer.followUps.filter((next) => mayAsk(actor, next.needs)),
          rows: answer.rows > 1,
          share: !isShared && actor.place.kind === 'channel' && !actor.place.shared,
          change: isInModal && question.feature.form !== undefined,
          menu: isInModal ? [] : menuOf(options()),
        },
        actor.language.t,
      );
      return (rendering) => {
        const reader = readerFor(actor, rendering);
        const { text, blocks } = answer.view(reader);
        const denied = claimed === undefined ? undefined : answer.denies(claimed, reader);
        const first = [denied, lead].filter((line) => line !== undefined).map((line) => context(line));
        const last: KnownBlock[] = offer === undefined ? [] : [{ type: 'actions', elements: [offer] }];
        return {
          text: denied === undefined ? text : `${denied} ${text}`,
          blocks: [...first, ...blocks, ...notes.map((note) => context(note)), ...buttons, ...last],
        };
      };
    },
  };
}

/** "Why these numbers?" of a question; undefined where nothing explains its figures. @throws as `answer` */
export async function explained(
  actor: Actor,
  question: Askable,
  readerFor: ReaderFor,
): Promise<Render | undefined> {
  const answer = await answerFor(actor, question);
  if (whyOf(answer, actor, readerFor(actor, 'plain')) === undefined) return undefined;
  return (rendering) => explanation(whyOf(answer, actor, readerFor(actor, rendering)) ?? []);
}

/** Lines that explain an answer, as far as `actor` may see it. */
function whyOf(answer: Answered, actor: Actor, reader: Reader): readonly string[] | undefined {
  return answer.why(reader, actor.may('view_sales').allowed);
}

/** The answer as far as `actor` may see it. @throws ParseError, NoAnswer, RetailDataError */
export function answerFor(actor: Actor, question: Askable, most?: number): Promise<Answered> {
  return question.answer({
    asker: `${actor.teamId} ${actor.person.userId}`,
    may: (capability) => actor.may(capability).allowed,
    most,
  });
}

/** The command for a button; undefined when no button can carry it. */
function carriedBy({ command }: Askable): string | undefined {
  return command === undefined || command.length > LONGEST_CARRIED ? undefined : command;
}
