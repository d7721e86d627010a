/**
 * A word without what people leave out on a phone: upper case, accents, and the dots and rings of Norwegian letters,
 * which are also written aa, oe and ae.
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

/** What was typed as it stands in a sentence: in quotes, and cut when somebody pasted a page. */
export function quoted(typed: string, [open, close]: readonly [string, string] = ['"', '"']): string {
  const characters = [...typed];
  const cut = `${characters.slice(0, LONGEST_QUOTE - 1).join('')}…`;
  return `${open}${characters.length <= LONGEST_QUOTE ? typed : cut}${close}`;
}

const WORD = /[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu;

/** The words of a folded text (see `fold`): letters and digits together; an emoji is a word too. */
export function wordsOf(folded: string): string[] {
  return folded.match(WORD) ?? [];
}
