import { lstatSync, readFileSync } from 'node:fs';
import { SettingsError } from './settings.ts';

const FILE = '.env';

/**
 * Sets variables from `.env` in the working folder unless the environment already has them. Only programs call this, at
 * startup, so that a developer's `.env` doesn't affect tests.
 * @returns whether there is such a file
 * @throws SettingsError if the file exists and can't be read completely; its message never shows a value
 */
export function loadEnvironmentFile(): boolean {
  try {
    if (lstatSync(FILE, { throwIfNoEntry: false }) === undefined) return false;
    const line = lineThatSetsNothing(textOf(readFileSync(FILE)));
    if (line !== undefined) {
      throw new SettingsError([
        `${FILE} in the working folder sets nothing in line ${line}: write NAME=value there, or # before a comment.`,
      ]);
    }
    process.loadEnvFile(FILE);
    return true;
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError([
      `${FILE} in the working folder cannot be read (${Object(error).code}): make it a text file in UTF-8 that the bot's user may read, or remove it.`,
    ]);
  }
}

/** Throws for UTF-16, which Windows editors save and Node would read as garbled names. */
function textOf(content: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
}

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?\w+[ \t]*=[ \t]*(?:(["'`])[\s\S]*?\1[ \t]*(?:#.*)?|.*)$/gm;
const COMMENT = /^[ \t]*#.*$/gm;

/**
 * The first line, counted from 1, that isn't blank, a comment or an assignment, which may span several lines in quotes.
 * Node ignores such a line, and with it a misspelled setting. Undefined if there is none.
 */
export function lineThatSetsNothing(text: string): number | undefined {
  const onlyLineBreaks = (part: string) => part.replace(/[^\n]/g, '');
  const rest = text.replaceAll('\r', '').replace(ASSIGNMENT, onlyLineBreaks).replace(COMMENT, onlyLineBreaks);
  const at = rest.search(/\S/);
  return at === -1 ? undefined : rest.slice(0, at).split('\n').length;
}
