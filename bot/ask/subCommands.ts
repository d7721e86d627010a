import type { Button } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import type { Catalog } from '../language/language.ts';
import type { CommandArgs } from '../requests/listenerArgs.ts';
import type { Render } from '../slack/message.ts';
import type { Askable } from './asking.ts';

/** Words after commands that an engine of its own answers, such as `alert` after `/stock`. */
export interface SubCommands {
  /** Whether the text after a command is theirs; of a message where `command` is undefined. */
  isMeant(command: string | undefined, text: string): boolean;
  /** Answers `command`, whose name has no slash. Who may use that may use this. */
  typed(command: string, args: CommandArgs): Promise<void>;
  /** Answers a mention or a direct message; `before` is the question that was answered above it. @throws AccessRefused */
  said(actor: Actor, text: string, before: () => Promise<Askable | undefined>): Promise<Render>;
  /** A button below the answer to words that are not theirs and could have been. */
  offer?(command: string, text: string, t: Catalog): Button | undefined;
}

/** Several of them, of which the first that is meant answers. */
export function anyOfSubCommands(all: readonly SubCommands[]): SubCommands {
  const meant = (command: string | undefined, text: string) =>
    all.find((each) => each.isMeant(command, text));
  return {
    isMeant: (command, text) => meant(command, text) !== undefined,
    typed: async (command, args) => meant(command, args.command.text)?.typed(command, args),
    said(actor, text, before) {
      const found = meant(undefined, text);
      if (found === undefined) throw new RangeError('no sub-command is meant');
      return found.said(actor, text, before);
    },
    offer: (command, text, t) =>
      all.map((each) => each.offer?.(command, text, t)).find((each) => each !== undefined),
  };
}
