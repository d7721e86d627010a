import { type Language, languageFor } from '../language/language.ts';

/**
 * What a form carries in `private_metadata`: the language it was built in, such as `nb:`, and behind it what it says for
 * itself. A form is checked before anybody has looked up who sends it in.
 */
export interface FormMetadata {
  readonly language: Language;
  readonly value: string;
}

export function writeMetadata({ code }: Language, value = ''): string {
  return `${code}:${value}`;
}

/** English for what no form of this version has written: it may have been opened before an update of the app. */
export function readMetadata(metadata: string): FormMetadata {
  if (metadata.startsWith('nb:')) return { language: languageFor('nb'), value: metadata.slice(3) };
  const value = metadata.startsWith('en:') ? metadata.slice(3) : metadata;
  return { language: languageFor('en'), value };
}
