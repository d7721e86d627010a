import type { RetailDataError } from 'retail-data-client';
import type { CommandMistake } from '../grammar/mistake.ts';
import { escapeMrkdwn, type Message, section } from './message.ts';

/** One sentence about what was typed, and the command to copy. */
export function mistakeMessage(mistake: CommandMistake): Message {
  const text = `${escapeMrkdwn(mistake.message)} Try: \`${escapeMrkdwn(mistake.corrected, 1_000)}\``;
  return { text, blocks: [section(text)] };
}

/** What kept the service from answering, and what to do about it. */
export function failureMessage(error: RetailDataError): Message {
  const text = escapeMrkdwn(`${error.message} ${error.advice}`, 2_000);
  return { text, blocks: [section(`:warning: ${text}`)] };
}

export function sentenceMessage(text: string): Message {
  return { text, blocks: [section(text)] };
}
