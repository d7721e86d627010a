const WORD = /[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu;

/** The words of a folded text (see `fold`): letters and digits together; an emoji is a word too. */
export function wordsOf(folded: string): string[] {
  return folded.match(WORD) ?? [];
}
