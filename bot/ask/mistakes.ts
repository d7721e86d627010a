import type { Actor } from '../access/actor.ts';
import type { Reading } from '../parse/nameLookup.ts';
import type { ParseError } from '../parse/parseError.ts';
import { noteOutcome } from '../slack/currentRequest.ts';
import { type Feature, mayAsk } from './asking.ts';
import { type Commands, LONGEST_CARRIED } from './commands.ts';
import { mistakeMessage } from './mistake.ts';
import type { Render } from './replies.ts';

/** As many suggestions as there is room for beside each other on a phone. */
export const MOST_ASKED = 3;

/**
 * What is said about a mistake in a command: the sentence, the commands that may have been meant as buttons that ask
 * them, and the form with what was understood already in it. What would be a mistake itself is not suggested.
 */
export async function mistakeRender(
  commands: Pick<Commands, 'find' | 'featureOf'>,
  reading: Reading,
  actor: Actor,
  feature: Feature,
  mistake: ParseError,
): Promise<Render> {
  noteOutcome('mistake');
  const isOffered = (text: string) => {
    const question = commands.find(text, reading);
    return question !== undefined && mayAsk(actor, question.needs) && text.length <= LONGEST_CARRIED;
  };
  const suggested: string[] = [];
  for (const text of [mistake.corrected, ...mistake.others]) {
    const question = commands.find(text, reading);
    if (question === undefined || (await question.isKnown())) suggested.push(text);
  }
  const asked = suggested.slice(0, MOST_ASKED).filter(isOffered);
  const prefill = [...asked, mistake.understood].find(
    (text) => commands.featureOf(text) === feature && isOffered(text),
  );
  const { sentence } = mistake;
  const [corrected = `/${feature.command} help`, ...others] = suggested;
  const { t } = actor.language;
  const offers = { asks: asked.map((text) => ({ text })), form: prefill ?? feature.command };
  return () => mistakeMessage({ sentence, corrected, others }, t, offers);
}
