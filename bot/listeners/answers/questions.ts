import type { RetailDataErrorKind } from 'retail-data-client/errors/errors';
import type { Actor } from '../../access/actor.ts';
import type { RecentQuestions } from '../../home/recent.ts';
import { carriedCommand, LONGEST_CARRIED } from '../../parser/formatCommand.ts';
import {
  type Answer,
  type AnswerParts,
  answerQuestion,
  type FiguresQuestion,
  isKnown,
} from '../../questions/answer.ts';
import { mayAsk, requireToAsk } from '../../questions/capabilities.ts';
import { followUpsOf } from '../../questions/followUps.ts';
import { answerMessage } from '../../views/answer.ts';
import { buttonBlocks } from '../../views/buttons.ts';
import { noStockMessage } from '../../views/mistake.ts';
import type { ReaderFor, Render } from './answering.ts';

/** What a question is answered with, whether it was typed, clicked or chosen in a form. */
export interface Questions {
  /** @throws AccessRefused, ParseError, RetailDataError */
  answer(actor: Actor, question: FiguresQuestion, asked?: HowAsked): Promise<Render>;
  /** The figures that this person may see; undefined while no stock was read. @throws ParseError, RetailDataError */
  figures(actor: Actor, question: FiguresQuestion, most?: number): Promise<Answer | undefined>;
  /** False for a product or store that is not there. */
  isKnown(question: FiguresQuestion): Promise<boolean>;
}

export interface HowAsked {
  /** What asks it again, where it was typed or chosen; days such as "last week" are counted from then. */
  readonly command?: string | undefined;
  /** Whether the answer has a button that opens the form with the question in it. */
  readonly isChangeable?: boolean;
}

export function createQuestions(
  parts: AnswerParts & {
    readonly recent: Pick<RecentQuestions, 'note'>;
    /** The kind of error that the latest call for stock ended with; undefined when the service answered it. */
    readonly stockFailure: () => Promise<RetailDataErrorKind | undefined>;
    readonly readerFor: ReaderFor;
  },
): Questions {
  const { recent, stockFailure, calendar, clock, idsNamed, readerFor } = parts;
  const figures: Questions['figures'] = (actor, question, most) => {
    const asker = `${actor.teamId} ${actor.person.userId}`;
    return answerQuestion(question, { asker, seesSales: actor.may('view_sales').allowed, most }, parts);
  };
  return {
    figures,
    isKnown: (question) => isKnown(question, parts),
    async answer(actor, question, { command, isChangeable = false } = {}) {
      requireToAsk(actor, question);
      const { t } = actor.language;
      const answer = await figures(actor, question);
      if (answer === undefined) {
        const failure = await stockFailure();
        return () => noStockMessage(failure, t);
      }
      const carried = carriedCommand(question);
      const noted = command ?? carried;
      if (noted !== undefined && noted.length <= LONGEST_CARRIED) {
        void recent.note({ teamId: actor.teamId, userId: actor.person.userId }, noted);
      }
      const followUps = followUpsOf(
        question,
        { calendar, now: clock.now(), idsNamed },
        answer.about === 'sales' && answer.totals.rows === 0,
      );
      const buttons = buttonBlocks(
        {
          command: carried,
          followUps: followUps.filter((next) => mayAsk(actor, next.question)),
          csv: rowsOf(answer) > 1,
          share: actor.place.kind === 'channel' && !actor.place.shared,
          change: isChangeable,
        },
        t,
      );
      return (rendering) => {
        const { text, blocks } = answerMessage(answer, readerFor(actor, rendering));
        return { text, blocks: [...blocks, ...buttons] };
      };
    },
  };
}

/** Rows that a file of the whole answer would have. */
function rowsOf(figures: Answer): number {
  switch (figures.about) {
    case 'stock':
    case 'stockHistory':
      return figures.rowCount;
    case 'stores':
      return figures.storeCount;
    case 'sales':
    case 'comparison':
      return figures.groupCount;
  }
}
