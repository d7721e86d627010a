import type { Languages } from '../../../bot/home/languages.ts';
import { languageFor } from '../../../bot/language/language.ts';

/** Everybody reads English. */
export const ENGLISH_READERS: Languages = {
  otherwise: languageFor('en'),
  of: async () => languageFor('en'),
  chosen: async () => undefined,
  choose: async () => {},
};
