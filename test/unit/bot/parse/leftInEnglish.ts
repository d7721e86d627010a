/** Words of commands that English and bokmål share. */
const SHARED = new Set(['mine', 'over', 'pause', 'status']);

/** The words of a command that are still there in its Norwegian: all but names, which stand in quotes, and shared words. */
export function leftInEnglish(english: string, norwegian: string): readonly string[] {
  const kept = new Set(wordsOf(norwegian));
  return wordsOf(english).filter((word) => kept.has(word) && !SHARED.has(word));
}

function wordsOf(command: string): readonly string[] {
  return (
    command
      .replace(/^\/\w+/, '')
      .replaceAll(/"[^"]*"|<[^>]*>|zone:\S+|sone:\S+/g, '')
      .match(/[a-z]{2,}/g) ?? []
  );
}
