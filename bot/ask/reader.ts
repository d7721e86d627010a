import type { Language } from '../language/language.ts';
import type { Rendering } from '../slack/message.ts';

/** Names of products or stores, as somebody knows them. */
export interface Labels {
  /** "1101 Pale Ale", or the number alone; plain text of foreign origin on one line. */
  label(id: string, most?: number): string;
  /** The name alone; undefined when it is not known. */
  nameOf(id: string): string | undefined;
}

/** Whom an answer is written for, and what of it their Slack can draw. */
export interface Reader {
  readonly language: Language;
  readonly rendering: Rendering;
  /** The zone in which times are told. */
  readonly timeZone: string;
  readonly products: Labels;
  readonly stores: Labels;
}

/** Whom an answer to a question is written for. */
export interface AnswerReader extends Reader {
  /** yyyy-MM-dd: the year of a day in it goes without saying. */
  readonly today: string;
}
