/**
 * Removes what people omit on a phone: upper case, accents, and the dots and rings of Norwegian letters, also when
 * written aa, oe and ae.
 */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('aa', 'a')
    .replace(/\u00f8|oe/g, 'o')
    .replace(/\u00e6|ae/g, 'a')
    .replaceAll('\u00df', 'ss');
}

const LONGEST_QUOTE = 60;

/** The typed text in quotes, for use in a sentence. Long text is cut. */
export function quoted(typed: string, [open, close]: readonly [string, string] = ['"', '"']): string {
  const characters = [...typed];
  const cut = `${characters.slice(0, LONGEST_QUOTE - 1).join('')}…`;
  return `${open}${characters.length <= LONGEST_QUOTE ? typed : cut}${close}`;
}

const WORD = /[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu;

/** The words of a folded text (see `fold`): runs of letters and digits, or an emoji. */
export function wordsOf(folded: string): string[] {
  return folded.match(WORD) ?? [];
}
