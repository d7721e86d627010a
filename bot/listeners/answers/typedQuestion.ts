import type { Worded } from '../../language/language.ts';
import type { Reading } from '../../parser/nameLookup.ts';
import { ParseError } from '../../parser/parseError.ts';
import { parseQuestion } from '../../parser/parseQuestion.ts';
import type { Command } from '../../parser/question.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import { type BoltCommand, commandArgs } from '../middleware/listenerArgs.ts';
import type { Render, Replies } from './answering.ts';
import { mistakeRender } from './mistakes.ts';
import type { QuestionForms } from './questionForm.ts';
import type { Questions } from './questions.ts';

/** The callback of a command whose text is a question; without words its form opens. */
export type AskTyped = (command: Command, help: Worded) => (typed: BoltCommand) => Promise<void>;

export interface AskTypedOptions {
  readonly replies: Pick<Replies, 'answerTo'>;
  readonly questions: Pick<Questions, 'answer' | 'isKnown'>;
  readonly forms: Pick<QuestionForms, 'open'>;
  readonly reading: () => Reading;
}

export function createAskTyped(options: AskTypedOptions): AskTyped {
  const { replies, questions, forms, reading } = options;
  return (name, help) => async (typed) => {
    const args = commandArgs(typed);
    const { command, actor, respond } = args;
    if (command.text.trim() === '') {
      await forms.open(name, args);
      return;
    }
    const now = reading();
    await replies.answerTo({ what: `/${name}`, actor, respond }, async (): Promise<Render> => {
      try {
        const question = parseQuestion(name, command.text, now);
        if (question.kind === 'help' || question.kind === 'form')
          return () => sentenceMessage(help(actor.language.t));
        return await questions.answer(actor, question, { command: typedCommand(name, command.text) });
      } catch (error) {
        if (!(error instanceof ParseError)) throw error;
        return mistakeRender({ questions, reading: now }, actor, name, error);
      }
    });
  };
}

/** What was typed, on one line. */
function typedCommand(name: Command, text: string): string {
  return `/${name} ${text.trim().replace(/\s+/g, ' ')}`;
}
