import { type Catalog, languageFor, type Worded } from '../language/language.ts';
import type { Decision, Reason } from './decide.ts';
import { type LookupError, NO_SCOPE, UNSEEN } from './lookups.ts';
import { accessWords } from './words/words.ts';

/** A person may not do what they asked for. */
export class AccessRefused extends Error {
  readonly reason: Reason | 'unknown';
  /** For the person, in mrkdwn; `message` is the English version. */
  readonly sentence: Worded;

  constructor(reason: Reason | 'unknown', sentence: Worded) {
    super(sentence(languageFor('en').t));
    this.name = 'AccessRefused';
    this.reason = reason;
    this.sentence = sentence;
  }
}

/** @throws AccessRefused */
export function enforce(decision: Decision): void {
  if (!decision.allowed) throw new AccessRefused(decision.reason, decision.sentence);
}

/** Refuses when the person or place could not be looked up; the sentence has a fix. */
export function refusalOf(error: LookupError): AccessRefused {
  return new AccessRefused('unknown', (t) => accessWords(t).untold[error.about](remedyFor(error, t)));
}

function remedyFor({ about, code }: LookupError, t: Catalog): string {
  const { invite, scopes, again } = accessWords(t).remedies;
  if (about === 'channel' && UNSEEN.has(code)) return invite;
  return NO_SCOPE.has(code) ? scopes(code) : again(code);
}
