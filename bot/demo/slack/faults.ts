import type { ServerResponse } from 'node:http';
import type { Clock } from 'retail-data-client';

/** What becomes of one call on its way. "After" means that the other side has carried it out all the same. */
export type Fault =
  | { readonly kind: 'resetBefore' }
  | { readonly kind: 'resetAfter' }
  /** No answer until the caller gives up. */
  | { readonly kind: 'hangBefore' }
  | { readonly kind: 'hangAfter' }
  | { readonly kind: 'statusBefore'; readonly status: number }
  | { readonly kind: 'statusAfter'; readonly status: number }
  /** 429; without seconds the header is missing. */
  | { readonly kind: 'limit'; readonly seconds?: number }
  /** Carried out, and answered by the page of some proxy. */
  | { readonly kind: 'wrongBody' }
  /** Carried out, and the connection breaks in the middle of the answer. */
  | { readonly kind: 'cutBody' }
  /** Carried out, and the answer comes in drops over that time. */
  | { readonly kind: 'slowBody'; readonly milliseconds: number }
  /** The connection breaks at once, and the call is carried out that much later: it was on its way. */
  | { readonly kind: 'late'; readonly milliseconds: number }
  /** Carried out and answered only then: whoever called was asleep, or the call was. */
  | { readonly kind: 'held'; readonly until: Promise<void> }
  /** An answer in Slack's words; with `after`, of a call that was carried out. */
  | { readonly kind: 'say'; readonly error: string; readonly after?: boolean };

/** A call as a rule sees it: the method of Slack or the path of the service, and its channel where it has one. */
export interface StruckCall {
  readonly name: string;
  readonly channel: string | undefined;
}

export interface FaultRule {
  readonly fault: Fault;
  /** Every call when absent. */
  readonly name?: string;
  readonly channel?: string;
  /** How many calls it strikes; 1 when not set. */
  readonly times?: number;
  /** How many pass first. */
  readonly skip?: number;
}

/** A fault for a call, or none. Rules come first; behind them stands the weather, when there is any. */
export interface FaultPlan {
  add(...rules: FaultRule[]): void;
  /** Asked for each call that no rule strikes. */
  setWeather(weather: ((call: StruckCall) => Fault | undefined) | undefined): void;
  clear(): void;
  next(call: StruckCall): Fault | undefined;
}

export function createFaultPlan(): FaultPlan {
  let pending: { rule: FaultRule; times: number; skip: number }[] = [];
  let weatherNow: ((call: StruckCall) => Fault | undefined) | undefined;
  return {
    add: (...rules) => {
      for (const rule of rules) pending.push({ rule, times: rule.times ?? 1, skip: rule.skip ?? 0 });
    },
    setWeather(weather) {
      weatherNow = weather;
    },
    clear() {
      pending = [];
      weatherNow = undefined;
    },
    next(call) {
      for (const entry of pending) {
        const { name, channel } = entry.rule;
        if (name !== undefined && name !== call.name) continue;
        if (channel !== undefined && channel !== call.channel) continue;
        if (entry.skip > 0) {
          entry.skip -= 1;
          continue;
        }
        entry.times -= 1;
        pending = pending.filter(({ times }) => times > 0);
        return entry.rule.fault;
      }
      return weatherNow?.(call);
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let hanging = 0;

/** Calls whose answer waits for the caller to give up, or for the clock. */
export function hangingCalls(): number {
  return hanging;
}

/** Until the call is over, or what is given is called: from then on it is answered. */
function hang(response: ServerResponse): () => void {
  hanging += 1;
  let hangs = true;
  const end = () => {
    if (hangs) hanging -= 1;
    hangs = false;
  };
  response.once('close', end);
  return end;
}

/** Carries a call out, or does not, and answers it as the fault wants. */
export async function answerWith(
  fault: Fault | undefined,
  carryOut: () => Promise<Answer>,
  response: ServerResponse,
  clock: Clock,
): Promise<void> {
  if (fault === undefined) return send(response, await carryOut());
  switch (fault.kind) {
    case 'resetBefore':
      return void response.destroy();
    case 'hangBefore':
      return void hang(response);
    case 'statusBefore':
      return void response.writeHead(fault.status).end();
    case 'limit':
      return void response
        .writeHead(429, fault.seconds === undefined ? {} : { 'retry-after': String(fault.seconds) })
        .end();
    case 'late':
      response.destroy();
      await clock.sleep(fault.milliseconds);
      await carryOut();
      return;
    case 'held': {
      const answers = hang(response);
      await fault.until;
      answers();
      return send(response, await carryOut());
    }
    case 'say':
      if (fault.after === true) await carryOut();
      return send(response, json({ ok: false, error: fault.error }));
    default:
      return answerAfter(fault, await carryOut(), response, clock);
  }
}

type AfterFault = Extract<
  Fault,
  { kind: 'resetAfter' | 'hangAfter' | 'statusAfter' | 'wrongBody' | 'cutBody' | 'slowBody' }
>;

async function answerAfter(
  fault: AfterFault,
  answer: Answer,
  response: ServerResponse,
  clock: Clock,
): Promise<void> {
  switch (fault.kind) {
    case 'resetAfter':
      return void response.destroy();
    case 'hangAfter':
      return void hang(response);
    case 'statusAfter':
      return void response.writeHead(fault.status).end();
    case 'wrongBody':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>proxy</html>');
    case 'cutBody':
      response.writeHead(answer.status, {
        ...answer.headers,
        'content-length': Buffer.byteLength(answer.body),
      });
      response.write(answer.body.slice(0, answer.body.length / 2), () => response.destroy());
      return;
    case 'slowBody': {
      const drops = 5;
      const size = Math.ceil(answer.body.length / drops);
      response.writeHead(answer.status, answer.headers);
      const answers = hang(response);
      for (let drop = 0; drop < drops && !response.destroyed; drop += 1) {
        response.write(answer.body.slice(drop * size, (drop + 1) * size));
        await clock.sleep(fault.milliseconds / drops);
      }
      answers();
      response.end();
    }
  }
}

export function json(body: object, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (!response.destroyed) response.writeHead(status, headers).end(body);
}
