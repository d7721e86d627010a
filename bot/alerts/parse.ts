import { parseCommand } from '../parse/parseCommand.ts';
import { withFixes } from '../parse/parseError.ts';
import { isPlain, type Token } from '../parse/tokenizer.ts';

/**
 * Reads the words after `/<command> alert` with `read`. The fixes of an error stand in the same place.
 * @throws ParseError
 */
export function parseAlert<Rule>(command: string, words: string, read: (text: string) => Rule): Rule {
  const whole = `${command} alert`;
  return withFixes(
    () => parseCommand(whole, words, (text) => ({ kind: 'rule', rule: read(text) })).rule,
    (fixes) => fixes.map((fix) => fix.slice(`/${whole} `.length)).filter((fix) => fix !== 'help'),
  );
}

type Said = Readonly<Record<string, string | undefined>>;

/** No phrase has more words. */
const MAX_WORDS = 16;

/** What a folded pattern finds in the plain words that `tokens` begin with, up to a comma; `said` are its groups. */
export function phraseAt(tokens: readonly Token[], pattern: RegExp) {
  const end = tokens.findIndex(
    (token, at) => at === MAX_WORDS || !isPlain(token) || tokens[at - 1]?.endsPart === true,
  );
  const run = end === -1 ? tokens : tokens.slice(0, end);
  const match = pattern.exec(run.map(({ folded }) => folded).join(' '));
  const many = match?.[0].split(' ').filter((word) => word !== '').length ?? 0;
  return many === 0 ? undefined : { many, said: (match?.groups ?? {}) as Said };
}
