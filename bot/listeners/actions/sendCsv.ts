import { CSV_ACTION } from '../../views/buttons.ts';
import { sendRows } from '../answers/sendRows.ts';
import { type AnswerActionParts, answerAction, sentence } from './answerAction.ts';

/** Sends all rows of an answer as a file. */
export const sendCsv = (parts: AnswerActionParts) =>
  answerAction(parts, CSV_ACTION, async ({ actor }, { question }) =>
    sentence(await sendRows(parts, actor, question)),
  );
