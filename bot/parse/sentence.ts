/** Rules by which sentences about alerts become words of their command. */

/** A phrase, and the words of the command that it stands for. */
export type Rule = readonly [phrase: RegExp, words: string];

/** A phrase between other words; `source` is a regular expression without regard to case. */
export function phrase(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}:])(?:${source})(?![\\p{L}\\p{N}:])`, 'giu');
}

export function rules(...lines: readonly (readonly [source: string, words: string])[]): readonly Rule[] {
  return lines.map(([source, words]) => [phrase(source), words]);
}

/** Applies the rules in order, outside quotes. */
export function applyRules(sentence: string, said: readonly Rule[]): string {
  return said.reduce(
    (text, [found, words]) =>
      outsideQuotes(text, (part) => part.replace(found, words).replace(/\s{2,}/g, ' ')),
    sentence,
  );
}

/** Whether a phrase stands outside quotes. */
export function says(sentence: string, found: RegExp): boolean {
  return sentence.split('"').some((part, at) => at % 2 === 0 && part.search(found) !== -1);
}

function outsideQuotes(text: string, change: (part: string) => string): string {
  return text
    .split('"')
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join('"');
}
