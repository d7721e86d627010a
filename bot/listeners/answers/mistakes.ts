import type { Actor } from '../../access/actor.ts';
import { ParseError } from '../../parser/parseError.ts';
import { type Command, commandNamed, type Question } from '../../parser/question.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import { mayAsk } from '../../questions/capabilities.ts';
import { noteOutcome } from '../../slack/currentRequest.ts';
import { type MistakeOffers, mistakeMessage } from '../../views/mistake.ts';
import type { Render } from './answering.ts';
import type { StoredQuestions } from './storedQuestions.ts';

/** As many suggestions as there is room for beside each other on a phone. */
const MOST_ASKED = 3;

/**
 * What is said about a mistake in a command: the sentence, the commands that may have been meant as buttons that ask
 * them, and the form with what was understood already in it.
 */
export async function mistakeRender(
  stored: Pick<StoredQuestions, 'offer'>,
  actor: Actor,
  command: Command,
  mistake: ParseError,
  parse: (command: Command, text: string) => Question,
): Promise<Render> {
  noteOutcome('mistake');
  const suggestions = [mistake.corrected, ...mistake.others].slice(0, MOST_ASKED);
  const offered = await Promise.all(
    suggestions.map(async (text) => {
      const question = understood(text, parse);
      if (question === undefined || !mayAsk(actor, question)) return [];
      const id = await stored.offer(actor, question, text);
      return id === undefined ? [] : [{ text, id, command: question.command }];
    }),
  );
  const asks = offered.flat();
  const prefill = asks.find((ask) => ask.command === command);
  const offers: MistakeOffers = { asks, form: prefill?.id ?? command };
  const { t } = actor.language;
  return () => mistakeMessage(mistake, t, offers);
}

/** The question of a suggested command; undefined for help and for what cannot be read as it stands. */
function understood(
  text: string,
  parse: (command: Command, text: string) => Question,
): FiguresQuestion | undefined {
  const [, name = '', words = ''] = /^\/([a-z]+) ?(.*)$/s.exec(text) ?? [];
  const command = commandNamed(name);
  if (command === undefined) return undefined;
  try {
    const question = parse(command, words);
    return question.kind === 'help' || question.kind === 'form' ? undefined : question;
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}
