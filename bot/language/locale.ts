/** A language of the sentences: English or bokmål. */
export type LanguageCode = 'en' | 'nb';

/** How a person writes numbers: `nb` the Norwegian way, `en` the English. */
export type Locale = 'en' | 'nb';

export function isLocale(value: unknown): value is Locale {
  return value === 'en' || value === 'nb';
}

/** The locale of a Slack profile, such as nb-NO or en-US: bokmål and nynorsk are written alike, all else as English. */
export function localeOf(profile: string | undefined): Locale {
  return /^(nb|nn|no)\b/i.test(profile ?? '') ? 'nb' : 'en';
}
