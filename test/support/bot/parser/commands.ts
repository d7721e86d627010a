import { languageFor } from '../../../../bot/language/language.ts';
import type { LanguageCode } from '../../../../bot/language/locale.ts';
import { parseDigest } from '../../../../bot/parser/digest.ts';
import type { DigestQuestion } from '../../../../bot/parser/digestQuestion.ts';
import type { DigestReading } from '../../../../bot/parser/digestSettings.ts';
import { formatCommand } from '../../../../bot/parser/formatCommand.ts';
import { ParseError } from '../../../../bot/parser/parseError.ts';
import { parseQuestion } from '../../../../bot/parser/parseQuestion.ts';
import { commandNamed, type Question } from '../../../../bot/parser/question.ts';
import { writeDigest } from './writeDigest.ts';

export type Asked = Question | DigestQuestion;

/** Reads a whole command as it is typed: `/sales yesterday`. @throws ParseError */
export function readCommand(typed: string, reading: DigestReading): Asked {
  const [, name = '', text = ''] = /^\/(\w+) ?(.*)$/s.exec(typed) ?? [];
  const command = commandNamed(name);
  if (command !== undefined) return parseQuestion(command, text, reading);
  if (name === 'digest') return parseDigest(text, reading);
  throw new Error(`${JSON.stringify(typed)} is no command.`);
}

/** The command that is read as the same question. */
export function writeCommand(asked: Asked): string {
  return asked.command === 'digest' ? writeDigest(asked) : formatCommand(asked);
}

/** `-> ` and the command that was understood, or `x ` and the sentence of refusal with what is offered. */
export function outcomeOf(typed: string, reading: DigestReading, language: LanguageCode): string {
  const { t } = languageFor(language);
  try {
    return `-> ${t.common.command(writeCommand(readCommand(typed, reading)))}`;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const offers = [error.corrected, ...error.others].map(t.common.command);
    // Where nothing can be offered, what was understood still fills in the form.
    const isForForm = error.understood !== '' && /^\/\w+ help$/.test(error.corrected);
    const form = isForForm ? [`form: ${t.common.command(error.understood)}`] : [];
    return `x ${[error.sentence(t), ...offers, ...form].join(' | ')}`;
  }
}
