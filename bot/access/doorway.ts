import { ErrorCode, type RespondFn } from '@slack/bolt';
import type { Logger } from 'pino';
import { languageFor } from '../language/language.ts';
import type { AccessPolicy } from '../settings/accessPolicy.ts';
import type { Capability, Needs } from '../settings/capability.ts';
import type { PendingRequests } from '../slack/pendingRequests.ts';
import type { Replays } from '../slack/replays.ts';
import { decide } from './decide.ts';
import type { Directory } from './directory.ts';
import type {
  ActionArgs,
  CommandArgs,
  DeclaredListener,
  Door,
  DoorApp,
  HomeArgs,
  OptionsArgs,
  Submission,
  Suggestions,
  Visitor,
} from './door.ts';
import { LookupError } from './lookups.ts';
import { type AnyArgs, HOME, type Incoming, incomingOf, respondOf, responseUrlsOf } from './payload.ts';
import { AccessRefused, enforce, refusalOf } from './refusal.ts';
import type { TellRefusal } from './telling.ts';

export interface DoorParts {
  readonly policy: AccessPolicy;
  readonly directory: Directory;
  readonly log: Logger;
  readonly pendingRequests: PendingRequests;
  readonly tell: TellRefusal;
  /** Whether an address that came in with a request may be answered at. */
  readonly mayAnswerAt: (responseUrl: string) => boolean;
  readonly replays: Replays;
  /** Told of everybody who was refused. */
  readonly onRefused: (refusal: Refusal) => Promise<void>;
}

export interface Refusal {
  readonly incoming: Incoming;
  readonly needs: Needs;
  readonly refused: AccessRefused;
}

type Run = (incoming: Incoming, visitor: Visitor, respond: RespondFn | undefined) => Promise<unknown>;

interface Listener extends DeclaredListener {
  readonly acknowledge?: Submission['acknowledge'];
  readonly run: Run;
}

const { broken: BROKEN, unknown: UNKNOWN } = languageFor('en').t.replies;
const NO_OPTIONS: Suggestions = { options: [] };

/** Puts the door in front of a Bolt app. It calls the listeners itself: one that is not declared is never reached. */
export function createDoor(app: DoorApp, parts: DoorParts): Door {
  const listeners = new Map<string, Listener>();
  const declare = (listener: Listener) => {
    const key = keyOf(listener);
    if (listeners.has(key)) throw new Error(`${listener.kind} ${listener.name} is declared twice`);
    listeners.set(key, listener);
  };
  app.use(async (args) => {
    const incoming = incomingOf(args);
    const listener = incoming === undefined ? undefined : listenerFor(listeners, incoming);
    if (incoming === undefined || listener === undefined) {
      await parts.pendingRequests.track(turnAway(parts, args, incoming?.name));
    } else await parts.pendingRequests.track(letIn(parts, args, incoming, listener));
  });

  return {
    get declared() {
      return [...listeners.values()].map(({ kind, name, needs }) => ({ kind, name, needs }));
    },
    command: (name, needs, listener) => declare({ kind: 'command', name, needs, run: commandRun(listener) }),
    action: (name, needs, listener) => declare({ kind: 'action', name, needs, run: actionRun(listener) }),
    submission: (name, needs, submission) =>
      declare({
        kind: 'submission',
        name,
        needs,
        acknowledge: submission.acknowledge?.bind(submission),
        run: submissionRun(submission),
      }),
    options: (name, needs, listener) => declare({ kind: 'options', name, needs, run: optionsRun(listener) }),
    home: (needs, listener) => declare({ kind: 'home', name: HOME, needs, run: homeRun(listener) }),
  };
}

function keyOf({ kind, name }: Pick<DeclaredListener, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}

/**
 * Several parts of one message may hold the same button, whose action_ids have to differ: `name:0`, `name:1`. A name may
 * hold a colon itself, so the longest one that is declared counts.
 */
function listenerFor(listeners: ReadonlyMap<string, Listener>, incoming: Incoming): Listener | undefined {
  let key = keyOf(incoming);
  while (!listeners.has(key) && key.includes(':')) key = key.slice(0, key.lastIndexOf(':'));
  return listeners.get(key);
}

/** Acknowledged, so that nobody waits, and answered where there is an address for it. */
async function turnAway(parts: DoorParts, args: AnyArgs, name: string | undefined): Promise<void> {
  await acknowledge(args);
  const kind = 'options' in args ? 'options' : Object.keys(args).find((key) => KINDS.has(key));
  parts.log.warn({ kind, name }, 'something came from Slack that nothing here is for');
  const respond = respondOf(args);
  if (respond === undefined || !answersToSlack(parts, args)) return;
  await saying(parts, () => respond({ response_type: 'ephemeral', replace_original: false, text: UNKNOWN }));
}

const KINDS = new Set(['command', 'action', 'view', 'event', 'shortcut']);

async function letIn(parts: DoorParts, args: AnyArgs, incoming: Incoming, listener: Listener): Promise<void> {
  const respond = respondOf(args);
  if (incoming.kind === 'options') {
    // Choices can only be given with the acknowledgement itself; whoever searches in a form was let in to open it.
    const found = await runOrRefuse(parts, args, incoming, listener, undefined, async () => {});
    await acknowledge(args, found ?? NO_OPTIONS);
    return;
  }
  const answer = incoming.kind === 'submission' ? acknowledgementOf(parts, incoming, listener) : undefined;
  await acknowledge(args, answer);
  if (isErrors(answer)) return;
  await parts.pendingRequests.whenQuiet();
  await runOrRefuse(parts, args, incoming, listener, respond, (sentence) =>
    saying(parts, () => parts.tell({ incoming, respond, sentence, updated: answer !== undefined })),
  );
}

/** A form whose check fails in an unforeseen way is carried out by nobody; what is typed is not lost. */
function acknowledgementOf(
  parts: DoorParts,
  incoming: Extract<Incoming, { kind: 'submission' }>,
  listener: Listener,
): unknown {
  try {
    return listener.acknowledge?.(incoming.view, incoming.body);
  } catch (error) {
    parts.log.error({ listener: keyOf(listener), err: error }, 'a form could not be checked');
    return { response_action: 'errors', errors: { [firstBlockOf(incoming)]: BROKEN } };
  }
}

function firstBlockOf({ view }: Extract<Incoming, { kind: 'submission' }>): string {
  return Object.keys(view.state.values)[0] ?? 'form';
}

function isErrors(answer: unknown): boolean {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'response_action' in answer &&
    answer.response_action === 'errors'
  );
}

/** Finds out who it is and runs the listener, or has it said why not. Never throws. */
async function runOrRefuse(
  parts: DoorParts,
  args: AnyArgs,
  incoming: Incoming,
  listener: Listener,
  respond: RespondFn | undefined,
  say: (sentence: string) => Promise<void>,
): Promise<unknown> {
  if (!answersToSlack(parts, args)) {
    parts.log.warn({ listener: keyOf(listener) }, 'a request wants its answer sent elsewhere than to Slack');
    return undefined;
  }
  try {
    if (!(await parts.replays.claim(args.context))) {
      parts.log.warn({ listener: keyOf(listener) }, 'a request came a second time; nothing was done for it');
      return undefined;
    }
    const visitor = await visitorOf(parts, incoming);
    enforce(decide(visitor, listener.needs, parts.policy));
    return await listener.run(incoming, visitor, respond);
  } catch (error) {
    const refused = error instanceof LookupError ? refusalOf(error) : error;
    if (refused instanceof AccessRefused) {
      const { reason } = refused;
      parts.log.info({ listener: keyOf(listener), user: incoming.userId, reason }, 'somebody was refused');
      await Promise.all([
        say(refused.message),
        saying(parts, () => parts.onRefused({ incoming, needs: listener.needs, refused })),
      ]);
      return undefined;
    }
    parts.log.error({ listener: keyOf(listener), err: error }, 'a listener failed');
    // Where the answer was not taken, no other will be.
    if (!isNotTaken(error)) await say(BROKEN);
    return undefined;
  }
}

async function visitorOf({ directory, policy }: DoorParts, incoming: Incoming): Promise<Visitor> {
  const [person, place] = await Promise.all([
    directory.person(incoming.userId),
    directory.place(incoming.channelId, incoming.userId),
  ]);
  const may = (capability: Capability) => decide({ person, place }, capability, policy);
  const require = (capability: Capability) => enforce(may(capability));
  return { teamId: incoming.teamId, person, place, may, require };
}

function isNotTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === ErrorCode.RespondError;
}

function answersToSlack(parts: DoorParts, args: AnyArgs): boolean {
  return responseUrlsOf(args.body).every((url) => typeof url === 'string' && parts.mayAnswerAt(url));
}

/** Bolt acknowledges events itself. */
async function acknowledge(args: AnyArgs, answer?: unknown): Promise<void> {
  if (!('ack' in args) || args.ack === undefined) return;
  await Reflect.apply(args.ack, undefined, answer === undefined ? [] : [answer]);
}

/** What cannot be said is in the log; there is nobody left to tell. */
async function saying(parts: DoorParts, say: () => Promise<unknown>): Promise<void> {
  try {
    await say();
  } catch (error) {
    parts.log.warn({ err: error }, 'an answer did not arrive');
  }
}

function commandRun(listener: (args: CommandArgs) => Promise<void>): Run {
  return async (incoming, visitor, respond) => {
    if (incoming.kind !== 'command' || respond === undefined)
      throw new TypeError('a command without address');
    await listener({ visitor, command: incoming.command, respond });
  };
}

function actionRun(listener: (args: ActionArgs) => Promise<void>): Run {
  return async (incoming, visitor, respond) => {
    if (incoming.kind !== 'action') throw new TypeError('not an action');
    await listener({ visitor, body: incoming.body, action: incoming.action, respond });
  };
}

function submissionRun(submission: Submission): Run {
  return async (incoming, visitor, respond) => {
    if (incoming.kind !== 'submission') throw new TypeError('not a form');
    await submission.carryOut({ visitor, body: incoming.body, view: incoming.view, respond });
  };
}

function optionsRun(listener: (args: OptionsArgs) => Promise<Suggestions>): Run {
  return async (incoming, visitor) => {
    if (incoming.kind !== 'options') throw new TypeError('not a search for choices');
    return listener({ visitor, body: incoming.body, typed: incoming.typed });
  };
}

function homeRun(listener: (args: HomeArgs) => Promise<void>): Run {
  return async (incoming, visitor) => {
    if (incoming.kind !== 'home') throw new TypeError('not App Home');
    await listener({ visitor, userId: incoming.userId, tab: incoming.tab });
  };
}
