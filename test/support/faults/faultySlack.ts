import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Clock } from 'retail-data-client';
import { createSlackRates } from '../../../tools/slack/slackRates.ts';
import { type Answer, answerWith, createFaultPlan, type FaultPlan, json } from '../slack/faults.ts';
import { listenOnLoopback } from '../slack/loopback.ts';
import { METHODS, type Parameters, type SlackSide } from './slackMethods.ts';
import { createSlackWorkspace, SlackRefusal, type SlackWorkspace } from './slackWorkspace.ts';

/** A call as it arrived, and what it came to. */
export interface SlackCall {
  readonly at: number;
  readonly method: string;
  readonly channel: string | undefined;
  /** True when a limit of Slack refused it. */
  limited: boolean;
}

export type CallListener = (call: SlackCall, phase: 'arrived' | 'carriedOut') => void;

/** Slack's Web API on the loopback interface, with its limits, its ledger, and faults on the way. */
export interface FaultySlack {
  /** For SLACK_API_URL. */
  readonly url: string;
  readonly workspace: SlackWorkspace;
  readonly plan: FaultPlan;
  readonly calls: readonly SlackCall[];
  /** Methods that were called and are not known here: a promise about nothing. */
  readonly unknownMethods: ReadonlySet<string>;
  readonly withheld: Set<string>;
  /**
   * Its answers have a date, by the clock it was given. Until everybody's clock is set they have none, and `auth.test`,
   * by which a bot asks for the time, waits.
   */
  tellTimeAfter(clocksAreSet: Promise<unknown>): void;
  /** Told of every call, when it arrives and when it was carried out, before any answer. */
  listen(listener: CallListener | undefined): void;
  close(): Promise<void>;
}

export async function startFaultySlack(options: {
  readonly clock: Clock;
  readonly channelIds: readonly string[];
}): Promise<FaultySlack> {
  const { clock } = options;
  const workspace = createSlackWorkspace(() => clock.now(), options.channelIds);
  const rates = createSlackRates();
  const plan = createFaultPlan();
  const calls: SlackCall[] = [];
  const unknownMethods = new Set<string>();
  let port = 0;
  let listener: CallListener | undefined;
  let settingClocks: Promise<unknown> | undefined;
  const side: SlackSide = {
    workspace,
    withheld: new Set(),
    uploads: new Map(),
    origin: () => `http://127.0.0.1:${port}`,
  };

  const carryOut = async (call: SlackCall, parameters: Parameters): Promise<Answer> => {
    const seconds = rates.take(call.method, call.channel, clock.now());
    if (seconds > 0) {
      call.limited = true;
      return {
        ...json({ ok: false, error: 'ratelimited' }, { 'retry-after': String(seconds) }),
        status: 429,
      };
    }
    const answer = json(resultOf(call.method, parameters, side, unknownMethods));
    listener?.(call, 'carriedOut');
    return answer;
  };

  const server = await listenOnLoopback(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://slack').pathname;
    if (path === '/api/auth.test') while (settingClocks !== undefined) await settingClocks;
    if (settingClocks === undefined) response.setHeader('date', new Date(clock.now()).toUTCString());
    else response.sendDate = false;
    if (path.startsWith('/upload/')) return takeUpload(path, request, response, side);
    const method = path.replace('/api/', '');
    const parameters = await parametersOf(request);
    const call: SlackCall = { at: clock.now(), method, channel: parameters.channel, limited: false };
    calls.push(call);
    listener?.(call, 'arrived');
    const fault = plan.next({ name: method, channel: call.channel });
    await answerWith(fault, () => carryOut(call, parameters), response, clock);
  });
  port = server.port;

  return {
    url: `http://127.0.0.1:${port}/api/`,
    workspace,
    plan,
    calls,
    unknownMethods,
    withheld: side.withheld,
    tellTimeAfter(clocksAreSet) {
      const setting = clocksAreSet.finally(() => {
        if (settingClocks === setting) settingClocks = undefined;
      });
      settingClocks = setting;
    },
    listen(next) {
      listener = next;
    },
    close: () => server.close(),
  };
}

function resultOf(method: string, parameters: Parameters, side: SlackSide, unknown: Set<string>): object {
  const known = METHODS[method];
  if (known === undefined) {
    unknown.add(method);
    return { ok: false, error: 'unknown_method' };
  }
  try {
    return { ok: true, ...known(parameters, side) };
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error;
    return { ok: false, error: error.code, ...error.facts };
  }
}

async function takeUpload(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  { uploads }: SlackSide,
): Promise<void> {
  const upload = uploads.get(path.replace('/upload/', ''));
  const body = await text(request);
  if (upload !== undefined) upload.body = body;
  response.writeHead(upload === undefined ? 404 : 200).end('OK');
}

/** web-api sends a form; what has structure is JSON in a field of it. */
async function parametersOf(request: IncomingMessage): Promise<Parameters> {
  const body = await text(request);
  if (!(request.headers['content-type'] ?? '').includes('json')) {
    return Object.fromEntries(new URLSearchParams(body));
  }
  const fields: unknown = JSON.parse(body === '' ? '{}' : body);
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
