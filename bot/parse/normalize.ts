/** A command of more characters is refused before anything looks at it closely. */
export const LONGEST_COMMAND = 2_000;
/** So much of a command is shown, and what is offered is shown whole: several stand in one message. */
export const LONGEST_SHOWN = 900;
/** What Slack lets through is shorter; nothing longer is even brought into shape. */
const LONGEST_TEXT = 16_000;

/**
 * The text of a command as a person meant it: phones put curly quotes, long dashes and hard spaces in, some write a
 * letter and its accent apart, text copied from elsewhere carries invisible marks, and Slack writes three characters as
 * entities.
 */
export function normalize(text: string): string {
  return (
    text
      .slice(0, LONGEST_TEXT)
      // Marks that turn the direction of writing, and spaces without width; those that join an emoji stay.
      .replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
      .replace(/&(?:amp;)*(lt|gt|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\u201c-\u201f\u00ab\u00bb\u2033\uff02]/g, '"')
      .replace(/[\u2018-\u201b\u2032\u00b4]/g, "'")
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/\u2026/g, '..')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
  );
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&' };
