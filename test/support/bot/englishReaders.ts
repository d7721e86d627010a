import type { Languages } from '../../../bot/home/languages.ts';
import { languageFor } from '../../../bot/language/language.ts';
import { localeOf } from '../../../bot/language/locale.ts';

/** Everybody reads English, with the numbers that their Slack is set to. */
export const ENGLISH_READERS: Languages = {
  otherwise: languageFor('en'),
  of: async (_teamId, { locale }) => languageFor('en', localeOf(locale)),
  chosen: async () => undefined,
  choose: async () => {},
};
