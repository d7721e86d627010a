import type { Actor } from '../access/actor.ts';
import type { Render } from '../slack/message.ts';

/** Words after a command that another feature answers, such as `alert` after `/stock`. */
export interface SubCommand {
  /** The command, without its slash. Who may use that may use this. */
  readonly command: string;
  /** For the log. */
  readonly name: string;
  isMeant(text: string): boolean;
  /** `text`: all that stands after the command. @throws ParseError, AccessRefused */
  answer(actor: Actor, text: string): Promise<Render>;
}
