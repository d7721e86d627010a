import type { Catalog } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { ifParsed, ParseError } from '../parse/parseError.ts';
import type { Askable, AskingWords, Feature } from './asking.ts';

/** The maximum of characters of a command in a button. */
export const LONGEST_CARRIED = 2_000;

/** The commands of all features that can be asked. */
export interface Commands {
  readonly features: readonly Feature[];
  /** The feature whose command is `name`, without its slash; undefined when there is none. */
  named(name: string): Feature | undefined;
  /**
   * Reads the text after a command. Suggestions in a ParseError that use another command are checked by that command's
   * parser, so none is a mistake itself.
   * @throws ParseError
   */
  parse(feature: Feature, text: string, reading: Reading): Askable | 'help' | 'form';
  /** The feature of a whole command such as `/sales yesterday`; undefined for other text. */
  featureOf(typed: string): Feature | undefined;
  /**
   * The question of a whole command; undefined for help, a form and text that isn't a command.
   * @throws ParseError
   */
  read(typed: string, reading: Reading): Askable | undefined;
  /** As `read`, but undefined instead of a ParseError. */
  find(typed: string, reading: Reading): Askable | undefined;
  readonly say: Say;
}

/** Writes a whole command in the words of a language: `/sales i går`. */
export type Say = (command: string, t: Catalog) => string;

/** A command with the words that it is typed by. */
export interface Spoken {
  readonly command: string;
  words(t: Catalog): Pick<AskingWords, 'typed'>;
}

export function sayIn(spoken: readonly Spoken[]): Say {
  return (typed, t) => {
    const name = /^\/(\w+)/.exec(typed)?.[1];
    const own = spoken.find(({ command }) => command === name)?.words(t).typed;
    return own === undefined ? typed : t.common.command(typed, own);
  };
}

/** `others` are commands that don't ask, such as `/digest`. */
export function createCommands(features: readonly Feature[], others: readonly Spoken[]): Commands {
  const named = (name: string) => features.find(({ command }) => command === name);
  const partsOf = (typed: string) => {
    const [, name = '', words = ''] = /^\/([a-z]+)(?: (.*))?$/s.exec(typed) ?? [];
    const feature = named(name);
    return feature && { feature, words };
  };
  const find: Commands['find'] = (typed, reading) => {
    const parts = partsOf(typed);
    if (parts === undefined) return undefined;
    return ifParsed(() => askableOf(parts.feature.parse(parts.words, reading)));
  };
  const parse: Commands['parse'] = (feature, text, reading) => {
    try {
      return feature.parse(text, reading);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      throw withReadableOffers(error, feature.command, (typed) => find(typed, reading) !== undefined);
    }
  };
  return {
    features,
    named,
    parse,
    find,
    say: sayIn([...features, ...others]),
    featureOf: (typed) => partsOf(typed)?.feature,
    read(typed, reading) {
      const parts = partsOf(typed);
      return parts === undefined ? undefined : askableOf(parse(parts.feature, parts.words, reading));
    },
  };
}

/** The mistake with its suggestions, without those of other commands that can't be read. */
export function withReadableOffers(
  { sentence, corrected, others, elsewhere, understood, leavesOut, isOfRows }: ParseError,
  command: string,
  isReadable: (typed: string) => boolean,
): ParseError {
  const found = elsewhere.filter(isReadable);
  const own = [corrected, ...others].filter((typed) => found.length === 0 || typed !== `/${command} help`);
  const [first = '', ...rest] = [...own, ...found];
  return new ParseError(sentence, first, rest, { understood, leavesOut, isOfRows });
}

function askableOf(parsed: Askable | 'help' | 'form'): Askable | undefined {
  return parsed === 'help' || parsed === 'form' ? undefined : parsed;
}
