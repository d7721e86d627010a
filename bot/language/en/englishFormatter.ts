import type { Formatter } from '../formatter.ts';

/** A formatter whose plurals end in s unless they are given. */
export interface EnglishFormatter extends Formatter {
  counted(count: number, singular: string, plural?: string): string;
}

export function englishFormatter(format: Formatter): EnglishFormatter {
  return {
    ...format,
    counted: (count, singular, plural = `${singular}s`) => format.counted(count, singular, plural),
  };
}
