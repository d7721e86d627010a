import { type Language, languageFor } from '../language/language.ts';

/**
 * The content of a form's `private_metadata`: the language of the form, such as `nb:`, followed by the form's own
 * value. The language is needed because a form is validated before its sender's language is looked up.
 */
export interface FormMetadata {
  readonly language: Language;
  readonly value: string;
}

export function writeMetadata({ code }: Language, value = ''): string {
  return `${code}:${value}`;
}

/** English if no language is recorded: the form may have been opened before an update of the app. */
export function readMetadata(metadata: string): FormMetadata {
  if (metadata.startsWith('nb:')) return { language: languageFor('nb'), value: metadata.slice(3) };
  const value = metadata.startsWith('en:') ? metadata.slice(3) : metadata;
  return { language: languageFor('en'), value };
}
