import type { Logger } from 'pino';
import { InvalidInputError, RetailDataError } from 'retail-data-client/errors/errors';
import { LookupError } from '../access/lookups.ts';
import { AccessRefused, refusalOf } from '../access/refusal.ts';
import type { Catalog } from '../language/language.ts';
import { ParseError } from '../parse/parseError.ts';
import { noteOutcome } from '../slack/currentRequest.ts';
import { escapeMrkdwn, type Message, section } from '../slack/message.ts';
import { inSections } from '../slack/table.ts';
import { ViewNotOpened } from '../slack/viewsClient.ts';
import { NoAnswer } from './asking.ts';
import type { Commands } from './commands.ts';
import { MAX_ASKED, mistakeMessage } from './mistake.ts';
import { askWords } from './words/words.ts';

export type SpokenCommands = Pick<Commands, 'say' | 'featureOf'>;

/**
 * The sentence for an error; errors become sentences only here. Logs what is not the person's mistake, with `listener`
 * as the place.
 */
export function errorMessage(
  error: unknown,
  listener: string,
  log: Logger,
  t: Catalog,
  { say, featureOf }: SpokenCommands,
): Message {
  if (error instanceof AccessRefused || error instanceof LookupError) {
    noteOutcome('refused');
    return sentenceMessage((error instanceof LookupError ? refusalOf(error) : error).sentence(t));
  }
  if (error instanceof ParseError) {
    noteOutcome('mistake');
    // A data error of a question that was read: what it suggests can be asked, except help.
    const asked = [error.corrected, ...error.others].filter(
      (text) => featureOf(text) !== undefined && !text.endsWith(' help'),
    );
    return mistakeMessage(error, t, say, { asks: asked.slice(0, MAX_ASKED).map((text) => ({ text })) });
  }
  if (error instanceof ViewNotOpened) {
    log.warn({ listener, err: error }, 'a form did not open');
    return sentenceMessage(askWords(t).formNotOpened);
  }
  if (error instanceof NoAnswer) return sentenceMessage(error.sentence(t));
  if (error instanceof RetailDataError) {
    noteOutcome('service');
    // The message may quote what the person typed, which does not belong in the log.
    const text = error instanceof InvalidInputError ? `${error.field} cannot be asked for` : error.message;
    log.warn({ listener, kind: error.kind, status: error.status }, text);
    return failureMessage(error, t);
  }
  noteOutcome('failed');
  log.error({ listener, err: error }, 'a listener failed');
  return sentenceMessage(t.common.broken);
}

function failureMessage(error: RetailDataError, { failures }: Catalog): Message {
  const text = escapeMrkdwn(failures.sentence(error), 2_000);
  return { text, blocks: [section(`:warning: ${text}`)] };
}

/** Uses several sections for a long text, so that nothing is cut. */
export function sentenceMessage(text: string): Message {
  return { text, blocks: inSections(text.split('\n'), (lines) => lines) };
}
