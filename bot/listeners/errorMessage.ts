import type { Logger } from 'pino';
import { RetailDataError } from 'retail-data-client/core';
import { LookupError } from '../access/lookups.ts';
import { AccessRefused, refusalOf } from '../access/refusal.ts';
import type { Catalog } from '../language/language.ts';
import { ParseError } from '../parser/parseError.ts';
import type { Message } from '../slack/message.ts';
import { failureMessage, mistakeMessage, sentenceMessage } from '../views/mistake.ts';

/**
 * What a person reads of an error: the one place where errors become sentences. What is nobody's mistake is logged;
 * `listener` says there where it happened.
 */
export function errorMessage(error: unknown, listener: string, log: Logger, t: Catalog): Message {
  if (error instanceof AccessRefused) return sentenceMessage(error.sentence(t));
  if (error instanceof LookupError) return sentenceMessage(refusalOf(error).sentence(t));
  if (error instanceof ParseError) return mistakeMessage(error, t);
  if (error instanceof RetailDataError) {
    log.warn({ listener, kind: error.kind, status: error.status }, error.message);
    return failureMessage(error, t);
  }
  log.error({ listener, err: error }, 'a listener failed');
  return sentenceMessage(t.replies.broken);
}
