import type { Language } from '../language/language.ts';
import type { Rendering } from '../slack/message.ts';

/** Names of products or stores. */
export interface Labels {
  /** "1101 Pale Ale", or only the number; one line, not escaped. */
  label(id: string, most?: number): string;
  /** Only the name; undefined when it is not known. */
  nameOf(id: string): string | undefined;
}

/** The person an answer is written for, and what their Slack can display. */
export interface Reader {
  readonly language: Language;
  readonly rendering: Rendering;
  /** The zone of all times in the answer. */
  readonly timeZone: string;
  readonly products: Labels;
  readonly stores: Labels;
}

export interface AnswerReader extends Reader {
  /** yyyy-MM-dd. Days of this year are written without their year. */
  readonly today: string;
}
