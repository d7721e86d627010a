import type {
  App,
  BlockAction,
  BlockSuggestion,
  RespondFn,
  SlashCommand,
  ViewOutput,
  ViewResponseAction,
  ViewSubmitAction,
} from '@slack/bolt';
import type { Option, OptionGroup } from '@slack/types';
import type { Capability, Needs } from '../settings/capability.ts';
import type { Decision } from './decide.ts';
import type { Person, Place } from './person.ts';

/** Somebody the door has let in. */
export interface Visitor {
  /** The workspace it happened in. */
  readonly teamId: string;
  readonly person: Person;
  readonly place: Place;
  /** For what depends on the payload, such as a stored question that may be of stock or of sales. */
  may(capability: Capability): Decision;
  /** @throws AccessRefused, whose message is the sentence for the person; the door says it when nobody else does. */
  require(capability: Capability): void;
}

export interface CommandArgs {
  readonly visitor: Visitor;
  readonly command: SlashCommand;
  readonly respond: RespondFn;
}

export interface ActionArgs {
  readonly visitor: Visitor;
  readonly body: BlockAction;
  /** The first of `body.actions`, the one that was clicked or changed. */
  readonly action: BlockAction['actions'][number];
  /** Undefined for a click in a modal or App Home, which have no response address. */
  readonly respond: RespondFn | undefined;
}

export interface SubmissionArgs {
  readonly visitor: Visitor;
  readonly body: ViewSubmitAction;
  readonly view: ViewOutput;
  /** For the conversation that was chosen in the form; undefined for a form that asks for none. */
  readonly respond: RespondFn | undefined;
}

export interface OptionsArgs {
  readonly visitor: Visitor;
  readonly body: BlockSuggestion;
  /** What has been typed so far. */
  readonly typed: string;
}

export interface HomeArgs {
  readonly visitor: Visitor;
  readonly userId: string;
  readonly tab: 'home' | 'messages';
}

export interface Submission {
  /**
   * What the form is acknowledged with, worked out at once and without waiting for anything: mistakes in the fields
   * (`errors`: it ends there), the view that follows, or undefined to close it.
   */
  acknowledge?(view: ViewOutput, body: ViewSubmitAction): ViewResponseAction | undefined;
  /** Runs after the acknowledgement, when the person may. */
  carryOut(args: SubmissionArgs): Promise<void>;
}

export type Suggestions = { readonly options: Option[] } | { readonly option_groups: OptionGroup[] };

/** Something that can be set off from Slack, and what it asks for. */
export interface DeclaredListener {
  readonly kind: 'command' | 'action' | 'submission' | 'options' | 'home';
  /** Name of the command, action_id or callback_id. */
  readonly name: string;
  readonly needs: Needs;
}

/**
 * The one way in: whatever comes from Slack is acknowledged, then it is looked up who it comes from, then the listener
 * runs or the person reads why not. What has not been declared here is refused. A listener never acknowledges.
 */
export interface Door {
  command(name: `/${string}`, needs: Needs, listener: (args: CommandArgs) => Promise<void>): void;
  action(actionId: string, needs: Needs, listener: (args: ActionArgs) => Promise<void>): void;
  submission(callbackId: string, needs: Needs, submission: Submission): void;
  /** Choices of a select that searches; they are the acknowledgement, so they come from memory. */
  options(actionId: string, needs: Needs, listener: (args: OptionsArgs) => Promise<Suggestions>): void;
  /** App Home was opened. */
  home(needs: Needs, listener: (args: HomeArgs) => Promise<void>): void;
  readonly declared: readonly DeclaredListener[];
}
export type DoorApp = Pick<App, 'use' | 'command' | 'action' | 'view' | 'options' | 'event'>;
