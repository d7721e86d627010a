import type { Actor } from '../../access/actor.ts';
import type { Reading } from '../../parser/nameLookup.ts';
import type { ParseError } from '../../parser/parseError.ts';
import { figuresIn } from '../../parser/parseQuestion.ts';
import type { Command } from '../../parser/question.ts';
import { mayAsk } from '../../questions/capabilities.ts';
import { noteOutcome } from '../../slack/currentRequest.ts';
import { mistakeMessage } from '../../views/mistake.ts';
import type { Render } from './answering.ts';
import type { Questions } from './questions.ts';
import type { StoredQuestions } from './storedQuestions.ts';

/** As many suggestions as there is room for beside each other on a phone. */
const MOST_ASKED = 3;

/**
 * What is said about a mistake in a command: the sentence, the commands that may have been meant as buttons that ask
 * them, and the form with what was understood already in it. What would be a mistake itself is not suggested.
 */
export async function mistakeRender(
  {
    stored,
    questions,
    reading,
  }: {
    readonly stored: Pick<StoredQuestions, 'offer'>;
    readonly questions: Pick<Questions, 'isKnown'>;
    readonly reading: Reading;
  },
  actor: Actor,
  command: Command,
  mistake: ParseError,
): Promise<Render> {
  noteOutcome('mistake');
  const offer = async (text: string) => {
    const question = figuresIn(text, reading);
    if (question === undefined || !mayAsk(actor, question)) return undefined;
    const id = await stored.offer(actor, question, text);
    return id === undefined ? undefined : { text, id, command: question.command };
  };
  const suggested: string[] = [];
  for (const text of [mistake.corrected, ...mistake.others]) {
    const question = figuresIn(text, reading);
    if (question === undefined || (await questions.isKnown(question))) suggested.push(text);
  }
  const offered = await Promise.all(suggested.slice(0, MOST_ASKED).map(offer));
  const asks = offered.filter((ask) => ask !== undefined);
  const prefill = asks.find((ask) => ask.command === command) ?? (await offer(mistake.understood));
  const { sentence } = mistake;
  const [corrected = `/${command} help`, ...others] = suggested;
  const { t } = actor.language;
  return () => mistakeMessage({ sentence, corrected, others }, t, { asks, form: prefill?.id ?? command });
}
