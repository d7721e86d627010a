import { InvalidInputError } from './errors.ts';

/**
 * @param fromInWords how the message names the beginning, where people know it by another name
 * @throws InvalidInputError when the end of a range stands before its beginning; an open end is in order
 */
export function checkRange<T extends string | number>(
  fromName: string,
  from: T | undefined,
  toName: string,
  to: T | undefined,
  fromInWords: string = fromName,
): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw new InvalidInputError({ field: toName, value: to, expected: `${from} (${fromInWords}) or later` });
}
