import type { Labels } from '../../../bot/views/reader.ts';

/** Where no names are known. */
export const NUMBERS_ONLY: Labels = { label: (id) => id, nameOf: () => undefined };
