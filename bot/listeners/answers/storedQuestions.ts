import type { Logger } from 'pino';
import type { Actor } from '../../access/actor.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import type { QuestionRepository } from '../../questions/questionRepository.ts';

/**
 * Questions that can be taken up again by an id. Buttons are a help and no part of an answer: an id is undefined when the
 * question could not be stored, and the answer comes without them. `command` asks it anew.
 */
export interface StoredQuestions {
  /** Of a question that was asked. */
  keep(actor: Actor, question: FiguresQuestion, command?: string): Promise<string | undefined>;
  /** Of a question that is only proposed. */
  offer(actor: Actor, question: FiguresQuestion, command?: string): Promise<string | undefined>;
  find(actor: Actor, id: string): ReturnType<QuestionRepository['find']>;
}

export function createStoredQuestions(
  repository: Pick<QuestionRepository, 'keep' | 'offer' | 'find'>,
  log: Logger,
): StoredQuestions {
  const askerOf = ({ teamId, person }: Actor) => ({ teamId, userId: person.userId });
  const stored = async (store: () => Promise<string>) => {
    try {
      return await store();
    } catch (error) {
      log.error(
        { err: error },
        'a question could not be stored; what it would have had buttons for has none',
      );
      return undefined;
    }
  };
  return {
    keep: (actor, question, command) => stored(() => repository.keep(askerOf(actor), question, command)),
    offer: (actor, question, command) => stored(() => repository.offer(askerOf(actor), question, command)),
    find: (actor, id) => repository.find(askerOf(actor), id),
  };
}
