/** A language of the sentences: English or bokmål. */
export type LanguageCode = 'en' | 'nb';

export function isLanguageCode(value: unknown): value is LanguageCode {
  return value === 'en' || value === 'nb';
}

/** Bokmål for a Slack profile that is set to Norwegian; undefined for any other, which does not tell. */
export function languageOf(profile: string | undefined): LanguageCode | undefined {
  return /^(nb|nn|no)\b/i.test(profile ?? '') ? 'nb' : undefined;
}
