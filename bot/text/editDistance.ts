/** Words spelled much like another one, out of a fixed list. */
export interface NearWords {
  /** Places in the list of the words that are near, with the keystrokes between (0 for the word itself). */
  near(typed: string): ReadonlyMap<number, number>;
}

/** How many keystrokes may be wrong in a word of that length. */
export function keystrokesAllowed(length: number): number {
  if (length <= 2) return 0;
  if (length <= 5) return 1;
  return length <= 9 ? 2 : 3;
}

/** The words are compared one by one, but only those whose letters could fit: a search may hold up nobody. */
export function createNearWords(words: readonly string[]): NearWords {
  const letters = Uint32Array.from(words, lettersOf);
  return {
    near(typed) {
      const found = new Map<number, number>();
      const most = keystrokesAllowed(typed.length);
      const wanted = lettersOf(typed);
      for (let at = 0; at < words.length; at += 1) {
        const word = words[at] ?? '';
        if (Math.abs(word.length - typed.length) > most) continue;
        // A wrong key takes one letter away and brings another.
        if (bitsIn(wanted ^ (letters[at] ?? 0)) > 2 * most) continue;
        const apart = keystrokesApart(typed, word, most);
        if (apart <= most) found.set(at, apart);
      }
      return found;
    },
  };
}

/** One bit for each letter that is in the word, several letters to a bit. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function bitsIn(value: number): number {
  let rest = value - ((value >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/**
 * Letters put in, left out or wrong, and neighbours that changed places, between two words; more than `most` when it is
 * more than that.
 */
export function keystrokesApart(one: string, other: string, most = Number.POSITIVE_INFINITY): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let cost = Math.min((row[j - 1] ?? 0) + (same ? 0 : 1), (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
