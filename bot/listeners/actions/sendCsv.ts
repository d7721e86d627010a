import { CSV_ACTION } from '../../views/buttons.ts';
import { type AnswerButton, sentence } from '../answers/answerButton.ts';
import type { SendRows } from '../answers/sendRows.ts';

/** Sends all rows of an answer as a file. */
export const sendCsv = (button: AnswerButton, sendRows: SendRows) =>
  button(CSV_ACTION, async ({ actor }, question) => sentence(await sendRows(actor, question)));
