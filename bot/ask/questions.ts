import type { Actor } from '../access/actor.ts';
import type { Render } from '../slack/message.ts';
import { type Answered, type Askable, mayAsk, requireToAsk } from './asking.ts';
import { buttonBlocks } from './buttons.ts';
import { LONGEST_CARRIED } from './commands.ts';
import type { RecentQuestions } from './recent.ts';
import type { ReaderFor } from './replies.ts';

/** What a question is answered with, whether it was typed, clicked or chosen in a form. */
export interface Questions {
  /** @throws AccessRefused, ParseError, NoAnswer, RetailDataError */
  answer(actor: Actor, question: Askable, asked?: HowAsked): Promise<Render>;
}

interface HowAsked {
  /** What asks it again, where it was typed or chosen; days such as "last week" are counted from then. */
  readonly command?: string | undefined;
  /** Whether the answer has a button that opens the form with the question in it. */
  readonly isChangeable?: boolean;
}

export function createQuestions(recent: Pick<RecentQuestions, 'note'>, readerFor: ReaderFor): Questions {
  return {
    async answer(actor, question, { command, isChangeable = false } = {}) {
      requireToAsk(actor, question.needs);
      const answer = await answerFor(actor, question);
      const carried = carriedBy(question);
      const noted = command ?? carried;
      if (noted !== undefined && noted.length <= LONGEST_CARRIED) {
        void recent.note({ teamId: actor.teamId, userId: actor.person.userId }, noted);
      }
      const buttons = buttonBlocks(
        {
          command: carried,
          followUps: answer.followUps.filter((next) => mayAsk(actor, next.needs)),
          csv: answer.rows > 1,
          share: actor.place.kind === 'channel' && !actor.place.shared,
          change: isChangeable,
        },
        actor.language.t,
      );
      return (rendering) => {
        const { text, blocks } = answer.view(readerFor(actor, rendering));
        return { text, blocks: [...blocks, ...buttons] };
      };
    },
  };
}

/** What this person may see of the answer. @throws ParseError, NoAnswer, RetailDataError */
export function answerFor(actor: Actor, question: Askable, most?: number): Promise<Answered> {
  return question.answer({
    asker: `${actor.teamId} ${actor.person.userId}`,
    may: (capability) => actor.may(capability).allowed,
    most,
  });
}

/** The command for a button; undefined for one that none can carry. */
function carriedBy({ command }: Askable): string | undefined {
  return command === undefined || command.length > LONGEST_CARRIED ? undefined : command;
}
