import type { Actor } from '../access/actor.ts';
import type { CommandArgs } from '../requests/listenerArgs.ts';
import type { Render } from '../slack/message.ts';

/** Words after commands that an engine of its own answers, such as `alert` after `/stock`. */
export interface SubCommands {
  /** Whether the text after a command is theirs; of a message where `command` is undefined. */
  isMeant(command: string | undefined, text: string): boolean;
  /** Answers `command`, whose name has no slash. Who may use that may use this. */
  typed(command: string, args: CommandArgs): Promise<void>;
  /** Answers a mention or a direct message. @throws AccessRefused */
  said(actor: Actor, text: string): Promise<Render>;
}
