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
import type { Actor } from '../access/actor.ts';
import type { Needs } from '../settings/capability.ts';
import { actorOf } from './middleware/authorize.ts';
import type { ListenerMiddleware } from './middleware/index.ts';
import { respondOf, type SlackRequest, slackRequestOf } from './middleware/slackRequest.ts';

export interface CommandArgs {
  readonly actor: Actor;
  readonly command: SlashCommand;
  readonly respond: RespondFn;
}

export interface ActionArgs {
  readonly actor: Actor;
  readonly body: BlockAction;
  /** The first of `body.actions`, the one that was clicked or changed. */
  readonly action: BlockAction['actions'][number];
  /** Undefined for a click in a modal or App Home, which have no response address. */
  readonly respond: RespondFn | undefined;
}

export interface SubmissionArgs {
  readonly actor: Actor;
  readonly body: ViewSubmitAction;
  readonly view: ViewOutput;
  /** For the conversation that was chosen in the form; undefined for a form that asks for none. */
  readonly respond: RespondFn | undefined;
}

export interface OptionsArgs {
  readonly actor: Actor;
  readonly body: BlockSuggestion;
  /** What has been typed so far. */
  readonly typed: string;
}

export interface HomeArgs {
  readonly actor: Actor;
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

/** Declares listeners with Bolt's router. */
export function createDoor(app: App, { authorize, validate }: ListenerMiddleware): Door {
  const declared: DeclaredListener[] = [];
  return {
    declared,
    command(name, needs, listener) {
      declared.push({ kind: 'command', name, needs });
      app.command(name, authorize(needs), async (args) => {
        const respond = respondOf(args) ?? args.respond;
        await listener({ actor: actorOf(args.context), command: args.command, respond });
      });
    },
    action(name, needs, listener) {
      declared.push({ kind: 'action', name, needs });
      app.action(new RegExp(`^${name}(?::.*)?$`, 's'), authorize(needs), async (args) => {
        const { body, action } = of('action', slackRequestOf(args));
        await listener({ actor: actorOf(args.context), body, action, respond: respondOf(args) });
      });
    },
    submission(name, needs, submission) {
      declared.push({ kind: 'submission', name, needs });
      const check = (view: ViewOutput, body: ViewSubmitAction) => submission.acknowledge?.(view, body);
      app.view(name, validate(check), authorize(needs), async (args) => {
        const { body, view } = of('submission', slackRequestOf(args));
        await submission.carryOut({ actor: actorOf(args.context), body, view, respond: respondOf(args) });
      });
    },
    options(name, needs, listener) {
      declared.push({ kind: 'options', name, needs });
      app.options(name, authorize(needs), async (args) => {
        const { body, typed } = of('options', slackRequestOf(args));
        await args.ack(await listener({ actor: actorOf(args.context), body, typed }));
      });
    },
    home(needs, listener) {
      declared.push({ kind: 'home', name: 'app_home_opened', needs });
      app.event('app_home_opened', authorize(needs), async (args) => {
        const { tab, userId } = of('home', slackRequestOf(args));
        await listener({ actor: actorOf(args.context), tab, userId });
      });
    },
  };
}

function of<Kind extends SlackRequest['kind']>(
  kind: Kind,
  request: SlackRequest | undefined,
): Extract<SlackRequest, { kind: Kind }> {
  if (request === undefined || !isOf(kind, request)) throw new TypeError(`not of the kind ${kind}`);
  return request;
}

function isOf<Kind extends SlackRequest['kind']>(
  kind: Kind,
  request: SlackRequest,
): request is Extract<SlackRequest, { kind: Kind }> {
  return request.kind === kind;
}
