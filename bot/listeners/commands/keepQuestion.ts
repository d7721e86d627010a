import type { Logger } from 'pino';
import type { Actor } from '../../access/actor.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import type { QuestionRepository } from '../../questions/questionRepository.ts';

export interface KeepingParts {
  readonly questions: Pick<QuestionRepository, 'keep' | 'offer'>;
  readonly log: Logger;
}

/**
 * The id by which a question that was asked (`keep`) or proposed (`offer`) can be taken up again. Buttons are a help and
 * no part of an answer: undefined when the question could not be stored, and the answer comes without them.
 * `command` asks it anew.
 */
export async function keepQuestion(
  { questions, log }: KeepingParts,
  { teamId, person }: Actor,
  question: FiguresQuestion,
  how: 'keep' | 'offer' = 'keep',
  command?: string,
): Promise<string | undefined> {
  try {
    return await questions[how]({ teamId, userId: person.userId }, question, command);
  } catch (error) {
    log.error({ err: error }, 'a question could not be stored; what it would have had buttons for has none');
    return undefined;
  }
}
