import type { Labels } from '../../../bot/ask/reader.ts';

/** Where no names are known. */
export const NUMBERS_ONLY: Labels = { label: (id) => id, nameOf: () => undefined };
