import type { Logger } from 'pino';
import { InvalidInputError, RetailDataError } from 'retail-data-client/errors/errors';
import { LookupError } from '../access/lookups.ts';
import { AccessRefused, refusalOf } from '../access/refusal.ts';
import type { Catalog } from '../language/language.ts';
import { ParseError } from '../parse/parseError.ts';
import { noteOutcome } from '../slack/currentRequest.ts';
import { escapeMrkdwn, type Message, section } from '../slack/message.ts';
import { inSections } from '../slack/table.ts';
import { NoAnswer } from './asking.ts';
import { mistakeMessage } from './mistake.ts';

/**
 * What a person reads of an error: the one place where errors become sentences. What is nobody's mistake is logged;
 * `listener` says there where it happened.
 */
export function errorMessage(error: unknown, listener: string, log: Logger, t: Catalog): Message {
  if (error instanceof AccessRefused || error instanceof LookupError) {
    noteOutcome('refused');
    return sentenceMessage((error instanceof LookupError ? refusalOf(error) : error).sentence(t));
  }
  if (error instanceof ParseError) {
    noteOutcome('mistake');
    return mistakeMessage(error, t);
  }
  if (error instanceof NoAnswer) return sentenceMessage(error.sentence(t));
  if (error instanceof RetailDataError) {
    noteOutcome('service');
    // What was wrong with an input may have been typed by the person.
    const text = error instanceof InvalidInputError ? `${error.field} cannot be asked for` : error.message;
    log.warn({ listener, kind: error.kind, status: error.status }, text);
    return failureMessage(error, t);
  }
  noteOutcome('failed');
  log.error({ listener, err: error }, 'a listener failed');
  return sentenceMessage(t.common.broken);
}

/** What kept the service from answering, and what to do about it. */
function failureMessage(error: RetailDataError, { failures }: Catalog): Message {
  const text = escapeMrkdwn(failures.sentence(error), 2_000);
  return { text, blocks: [section(`:warning: ${text}`)] };
}

/** A list of many lines takes several sections; none of it is cut. */
export function sentenceMessage(text: string): Message {
  return { text, blocks: inSections(text.split('\n'), (lines) => lines) };
}
