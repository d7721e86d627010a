import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Clock } from 'retail-data-client';
import manifest from '../../manifest.json' with { type: 'json' };
import type { PlaceName } from './cast.ts';
import { type Answer, answerWith, createFaultPlan, type FaultPlan, json } from './faults.ts';
import { listAt, textAt } from './fields.ts';
import { listenOnLoopback } from './loopback.ts';
import {
  checkMessage,
  demand,
  keepFile,
  METHODS,
  type Parameters,
  type Seen,
  type SlackSide,
} from './methods.ts';
import { createSlackRates } from './rates.ts';
import { createSockets, type Sockets } from './socket.ts';
import { createViews, type Views } from './views.ts';
import {
  createWorkspace,
  type HeldMessage,
  SlackRefusal,
  type StoredFile,
  type Workspace,
} from './workspace.ts';

/** A call as it arrived, and what it came to. */
export interface SlackCall {
  readonly at: number;
  /** `response_url` for an answer to a command or click, `upload` and `file` for the bytes of files. */
  readonly method: string;
  /** The address that was called. */
  readonly url: string;
  readonly parameters: Parameters;
  readonly channel: string | undefined;
  /** Whose call it is. */
  readonly token: string;
  /** Slack's error, when it refused the call. */
  error: string | undefined;
  /** True when a limit of Slack refused it. */
  limited: boolean;
}

export type CallListener = (call: SlackCall, phase: 'arrived' | 'carriedOut') => void;

/** Where answers at an address go. */
export interface AnswerPlace {
  readonly channel: string;
  /** Who typed or clicked. */
  readonly userId: string;
  /** The message that was clicked, which an answer can replace; without one, that of the answer before. */
  readonly ts?: string | undefined;
}

/**
 * The stand-in of Slack for the demo, the tests, the pictures and the bench: its Web API, response addresses, files and Socket Mode on the loopback interface,
 * with a workspace behind them, a log of calls, and faults on the way. It grants the scopes of the manifest and refuses what
 * breaks the limits of blocks, as Slack does.
 */
export interface Slack {
  /** For SLACK_API_URL. */
  readonly apiUrl: string;
  readonly workspace: Workspace;
  readonly views: Views;
  /** Where it listens. */
  readonly origin: string;
  /** What somebody can see, in order. */
  readonly seen: readonly Seen[];
  readonly calls: readonly SlackCall[];
  /** Rules name a method, or `response_url`. */
  readonly faults: FaultPlan;
  /** Scopes that the bot was given; a test may take one away. */
  readonly scopes: Set<string>;
  /** Those without which something that the bot did would have been refused. */
  readonly neededScopes: ReadonlySet<string>;
  /** @throws SlackRefusal without a scope; Slack sends no messages to an app that lacks theirs */
  demand(scope: string): void;
  readonly sockets: Sockets;
  /** Tokens of processes that are gone: their calls do not arrive. */
  readonly gone: Set<string>;
  /** Methods that were called and are not known here: a promise about nothing. */
  readonly unknownMethods: ReadonlySet<string>;
  /** Names of the methods called so far, in order. */
  methods(): string[];
  /** A new address for answers to a command or click, which takes five. Without a place nobody sees them but `seen`. */
  answerUrl(place?: AnswerPlace): string;
  /** Where a file can be downloaded that somebody has put into a form. */
  keepFile(content: string | Buffer): string;
  /** Keeps a file that somebody has uploaded. */
  upload(name: string, bytes: Uint8Array): StoredFile;
  file(id: string): StoredFile | undefined;
  /** How far the clock of Slack is from the one it was given; undefined: its answers tell no time. */
  setClockOffset(milliseconds: number | undefined): void;
  /**
   * Until everybody's clock is set its answers tell no time, and `auth.test`, by which a bot asks for it, waits.
   */
  tellTimeAfter(clocksAreSet: Promise<unknown>): void;
  /** Told of every call, when it arrives and when it was carried out, before any answer. */
  listen(listener: CallListener | undefined): void;
  close(): Promise<void>;
}

export interface SlackOptions {
  readonly clock: Clock;
  /** Public channels with the bot in them, besides those of cast.ts. */
  readonly channelIds?: readonly string[];
  /** Messages that stand in the channels. */
  readonly messages?: readonly HeldMessage[];
  /** Those of the tests when not set. */
  readonly places?: readonly PlaceName[];
  /** Any that is free, when not set. */
  readonly port?: number;
  /** Whether calls are limited as Slack limits them. Where the clock stands still, they would soon be over. */
  readonly hasRates?: boolean;
}

/** Slack takes so many answers at one address. */
const ANSWERS_EACH = 5;
/** The scope that whoever names user groups in a setting adds by hand. */
const BY_HAND = 'usergroups:read';

export async function startSlack(options: SlackOptions): Promise<Slack> {
  const { clock } = options;
  const workspace = createWorkspace(clock.now, options.messages, options.places);
  for (const id of options.channelIds ?? []) workspace.addChannel(id);
  const rates = options.hasRates === true ? createSlackRates() : undefined;
  const faults = createFaultPlan();
  const calls: SlackCall[] = [];
  const seen: Seen[] = [];
  const unknownMethods = new Set<string>();
  const gone = new Set<string>();
  const sockets = createSockets();
  const answersAt: { count: number; place: AnswerPlace | undefined }[] = [];
  let origin = '';
  let offset: number | undefined = 0;
  let listener: CallListener | undefined;
  let settingClocks: Promise<unknown> | undefined;
  const side: SlackSide = {
    workspace,
    views: createViews(),
    seen,
    files: [],
    scopes: new Set([...manifest.oauth_config.scopes.bot, BY_HAND]),
    neededScopes: new Set(),
    origin: () => origin,
    openSocket: () => `${origin.replace('http', 'ws')}/socket`,
  };

  const resultOf = (call: SlackCall): object => {
    const known = METHODS[call.method];
    if (known === undefined) {
      unknownMethods.add(call.method);
      return refused(call, 'unknown_method');
    }
    try {
      return { ok: true, ...known(call.parameters, side) };
    } catch (error) {
      if (!(error instanceof SlackRefusal)) throw error;
      return refused(call, error.code, error.facts);
    }
  };
  const callMethod = (call: SlackCall): Answer => {
    const seconds = rates?.take(call.method, call.channel, clock.now()) ?? 0;
    if (seconds > 0) {
      call.limited = true;
      return {
        ...json(refused(call, 'ratelimited'), { 'retry-after': String(seconds) }),
        status: 429,
      };
    }
    const answer = json(resultOf(call), { 'x-oauth-scopes': [...side.scopes].join(',') });
    listener?.(call, 'carriedOut');
    return answer;
  };
  const takeAnswer = (call: SlackCall, at: number): Answer => {
    const answers = answersAt[at];
    if (answers === undefined || answers.count >= ANSWERS_EACH)
      return { ...json(refused(call, 'used_url')), status: 404 };
    try {
      if (!('delete_original' in call.parameters)) checkMessage(call.parameters);
      answers.place = shownAt(workspace, answers.place, call.parameters);
    } catch (error) {
      if (!(error instanceof SlackRefusal)) throw error;
      return { ...json(refused(call, error.code, error.facts)), status: 400 };
    }
    answers.count += 1;
    const ts = answers.place?.ts ?? workspace.nextTs();
    seen.push({ kind: 'message', by: 'response_url', body: call.parameters, ts });
    return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'ok' };
  };
  const file = (id: string) => side.files.find((each) => each.id === id);
  const takeUpload = async (id: string, body: Buffer, type: string | undefined): Promise<Answer> => {
    const upload = file(id);
    if (upload === undefined) return { status: 404, headers: {}, body: '' };
    upload.bytes = uploadedBytes(body, type);
    return { status: 200, headers: {}, body: 'OK' };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const [, kind = '', name = ''] = new URL(request.url ?? '/', 'http://slack').pathname.split('/');
    if (name === 'auth.test') while (settingClocks !== undefined) await settingClocks;
    if (offset === undefined || settingClocks !== undefined) response.sendDate = false;
    else response.setHeader('date', new Date(clock.now() + offset).toUTCString());
    if (kind === 'file') {
      side.neededScopes.add('files:read');
      const found = side.scopes.has('files:read') ? file(name) : undefined;
      return void (found === undefined ? response.writeHead(404).end() : response.end(found.bytes));
    }
    const bytes = await buffer(request);
    const body = bytes.toString('utf8');
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    if (gone.has(token)) return void response.destroy();
    const isUpload = kind === 'upload';
    const parameters = isUpload ? {} : parametersOf(body, request.headers['content-type']);
    const call: SlackCall = {
      at: clock.now(),
      method: kind === 'api' ? name : kind === 'answer' ? 'response_url' : kind,
      url: `${origin}${request.url ?? ''}`,
      parameters,
      channel: textAt(parameters, 'channel') || undefined,
      token,
      error: undefined,
      limited: false,
    };
    calls.push(call);
    listener?.(call, 'arrived');
    const fault = faults.next({ name: call.method, channel: call.channel });
    if (fault === undefined && gone.has(token)) return void response.destroy();
    if (fault?.kind === 'say') call.error = fault.error;
    const carryOut = async (): Promise<Answer> => {
      if (isUpload) return takeUpload(name, bytes, request.headers['content-type']);
      return kind === 'answer' ? takeAnswer(call, Number(name)) : callMethod(call);
    };
    await answerWith(fault, carryOut, response, clock);
  };
  const server = await listenOnLoopback(serve, sockets.upgrade, options.port);
  origin = `http://127.0.0.1:${server.port}`;

  return {
    apiUrl: `${origin}/api/`,
    origin,
    workspace,
    views: side.views,
    seen,
    calls,
    faults,
    scopes: side.scopes,
    neededScopes: side.neededScopes,
    demand: (scope) => demand(side, scope),
    sockets,
    gone,
    unknownMethods,
    methods: () => calls.map(({ method }) => method),
    answerUrl: (place) => `${origin}/answer/${answersAt.push({ count: 0, place }) - 1}`,
    keepFile: (content) => `${origin}/file/${keepFile(side.files, '', Buffer.from(content)).id}`,
    upload: (name, bytes) => keepFile(side.files, name, bytes),
    file,
    setClockOffset(milliseconds) {
      offset = milliseconds;
    },
    tellTimeAfter(clocksAreSet) {
      const setting = clocksAreSet.finally(() => {
        if (settingClocks === setting) settingClocks = undefined;
      });
      settingClocks = setting;
    },
    listen(next) {
      listener = next;
    },
    async close() {
      sockets.drop();
      await server.close();
    },
  };
}

/** Shows an answer where it belongs; gives that place, with the message that a further answer can replace. */
function shownAt(
  workspace: Workspace,
  place: AnswerPlace | undefined,
  parameters: Parameters,
): AnswerPlace | undefined {
  if (place === undefined) return undefined;
  const { channel, userId, ts } = place;
  const isSet = (name: string) => String(parameters[name]) === 'true';
  if (ts !== undefined && isSet('delete_original')) {
    workspace.delete(channel, ts);
    return place;
  }
  const [text, blocks] = [textAt(parameters, 'text'), listAt(parameters, 'blocks')];
  if (ts !== undefined && isSet('replace_original')) {
    workspace.update(channel, ts, { text, blocks });
    return place;
  }
  const posted = workspace.post({
    channel,
    threadTs: textAt(parameters, 'thread_ts') || undefined,
    text,
    blocks,
    metadata: parameters.metadata ?? null,
    ...(textAt(parameters, 'response_type') === 'in_channel' ? {} : { onlyFor: userId }),
  });
  return { ...place, ts: ts ?? posted.ts };
}

function refused(call: SlackCall, error: string, facts: object = {}): object {
  call.error = error;
  return { ok: false, error, ...facts };
}

const STRUCTURED = new Set(['blocks', 'metadata', 'view', 'files']);

/** web-api sends a form; what has structure is JSON in a field of it. */
function parametersOf(body: string, type = ''): Parameters {
  if (type.includes('json')) return JSON.parse(body === '' ? '{}' : body);
  return Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [
      name,
      STRUCTURED.has(name) ? JSON.parse(value) : value,
    ]),
  );
}

/** A file comes as it is, or as the one part of a form. */
function uploadedBytes(body: Buffer, contentType = ''): Buffer {
  const boundary = /boundary=(.+)$/.exec(contentType)?.[1];
  if (boundary === undefined) return body;
  const from = body.indexOf('\r\n\r\n') + 4;
  return body.subarray(from, body.indexOf(`\r\n--${boundary}`, from));
}
