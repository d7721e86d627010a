import type { Actor } from '../../access/actor.ts';
import { LONGEST_CARRIED } from '../../parser/formatCommand.ts';
import type { Reading } from '../../parser/nameLookup.ts';
import type { ParseError } from '../../parser/parseError.ts';
import { commandIn, figuresIn } from '../../parser/parseQuestion.ts';
import type { Command } from '../../parser/question.ts';
import { mayAsk } from '../../questions/capabilities.ts';
import { noteOutcome } from '../../slack/currentRequest.ts';
import { mistakeMessage } from '../../views/mistake.ts';
import type { Render } from './answering.ts';
import type { Questions } from './questions.ts';

/** As many suggestions as there is room for beside each other on a phone. */
export const MOST_ASKED = 3;

/**
 * What is said about a mistake in a command: the sentence, the commands that may have been meant as buttons that ask
 * them, and the form with what was understood already in it. What would be a mistake itself is not suggested.
 */
export async function mistakeRender(
  {
    questions,
    reading,
  }: {
    readonly questions: Pick<Questions, 'isKnown'>;
    readonly reading: Reading;
  },
  actor: Actor,
  command: Command,
  mistake: ParseError,
): Promise<Render> {
  noteOutcome('mistake');
  const isOffered = (text: string) => {
    const question = figuresIn(text, reading);
    return question !== undefined && mayAsk(actor, question) && text.length <= LONGEST_CARRIED;
  };
  const suggested: string[] = [];
  for (const text of [mistake.corrected, ...mistake.others]) {
    const question = figuresIn(text, reading);
    if (question === undefined || (await questions.isKnown(question))) suggested.push(text);
  }
  const asked = suggested.slice(0, MOST_ASKED).filter(isOffered);
  const prefill = [...asked, mistake.understood].find(
    (text) => commandIn(text) === command && isOffered(text),
  );
  const { sentence } = mistake;
  const [corrected = `/${command} help`, ...others] = suggested;
  const { t } = actor.language;
  const offers = { asks: asked.map((text) => ({ text })), form: prefill ?? command };
  return () => mistakeMessage({ sentence, corrected, others }, t, offers);
}
