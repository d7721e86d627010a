import { lstatSync, readFileSync } from 'node:fs';
import { SettingsError } from './settings.ts';

const FILE = '.env';

/**
 * Sets what `.env` in the working folder gives and the environment does not. Only programs call it, at their start: what
 * a developer keeps there reaches no test.
 * @throws SettingsError with one sentence when the file is there and cannot be read whole. A value is never shown.
 */
export function loadEnvironmentFile(): void {
  try {
    if (lstatSync(FILE, { throwIfNoEntry: false }) === undefined) return;
    const line = lineThatSetsNothing(textOf(readFileSync(FILE)));
    if (line !== undefined) {
      throw new SettingsError([
        `${FILE} in the working folder sets nothing in line ${line}: write NAME=value there, or # before a comment.`,
      ]);
    }
    process.loadEnvFile(FILE);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError([
      `${FILE} in the working folder cannot be read (${Object(error).code}): make it a text file in UTF-8 that the bot's user may read, or remove it.`,
    ]);
  }
}

/** Editors of Windows save UTF-16, of which Node would read garbled names. */
function textOf(content: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
}

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?\w+[ \t]*=[ \t]*(?:(["'`])[\s\S]*?\1[ \t]*(?:#.*)?|.*)$/gm;
const COMMENT = /^[ \t]*#.*$/gm;

/**
 * The first line, counted from 1, that is neither blank, nor a comment, nor an assignment, also over several lines in
 * quotes. Node would pass it over, and a misspelled setting with it.
 */
export function lineThatSetsNothing(text: string): number | undefined {
  const onlyLineBreaks = (part: string) => part.replace(/[^\n]/g, '');
  const rest = text.replaceAll('\r', '').replace(ASSIGNMENT, onlyLineBreaks).replace(COMMENT, onlyLineBreaks);
  const at = rest.search(/\S/);
  return at === -1 ? undefined : rest.slice(0, at).split('\n').length;
}
