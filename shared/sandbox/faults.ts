import type { Operation } from './operations.ts';
import { jsonReply, type Reply, textReply } from './reply.ts';

/** What can go wrong on the way. Faults that replace the answer keep the operation from being carried out. */
export type Fault =
  | { kind: 'status'; status: number; body?: string; headers?: Record<string, string> }
  /** Answers normally after that. */
  | { kind: 'delay'; milliseconds: number }
  /**
   * What Azure's gateway makes of a service that is over its time: a 500 with an activityId, after a delay. It strikes
   * only calls that ask for more rows than that, all when not set.
   */
  | { kind: 'tooSlow'; aboveRows?: number; milliseconds?: number }
  /** What it says when the quota of the subscription is used up: a 403 with the time left as d.hh:mm:ss. */
  | { kind: 'quota'; left: string }
  /** Headers and the first half of the body, then silence until the client goes away. */
  | { kind: 'stall' }
  /** The socket is destroyed, before the headers when afterBytes (of the body) is absent. */
  | { kind: 'reset'; afterBytes?: number }
  /** The body is cut, by default in the middle; 'close' has no content-length and ends cleanly. */
  | { kind: 'truncate'; afterBytes?: number; framing: 'content-length' | 'close' }
  /** 200 with that JSON instead. */
  | { kind: 'shape'; body: unknown }
  /** An HTML page as a gateway would send. */
  | { kind: 'html'; status: number }
  /** 200 with content-length 0. */
  | { kind: 'empty' }
  /** Status 302. */
  | { kind: 'redirect'; location: string };

export interface FaultRule {
  fault: Fault;
  /** Every request when absent. */
  operation?: Operation['name'];
  /** How many requests it strikes, default 1; Infinity is allowed. */
  times?: number;
  /** How many matching requests pass first, those that another rule strikes included; default 0. */
  skip?: number;
}

/** The rules in the order given; each request is struck by the first that is due. */
export class Faults {
  #rules: (FaultRule & { times: number; skip: number })[] = [];

  add(rule: FaultRule): void {
    this.#rules.push({ times: 1, skip: 0, ...rule });
  }

  clear(): void {
    this.#rules = [];
  }

  /** The fault for a request that has just come in; a request to an unknown path has no operation. */
  next(operation: Operation['name'] | undefined): Fault | undefined {
    const matching = this.#rules.filter((rule) => [undefined, operation].includes(rule.operation));
    const struck = matching.find((rule) => rule.skip === 0);
    for (const rule of matching) rule.skip = Math.max(0, rule.skip - 1);
    if (struck === undefined) return undefined;
    struck.times -= 1;
    this.#rules = this.#rules.filter((rule) => rule.times > 0);
    return struck.fault;
  }
}

/** The reply a fault gives in place of the service's own; undefined when the service itself is to answer. */
export function replacementFor(fault: Fault | undefined, query: URLSearchParams): Reply | undefined {
  switch (fault?.kind) {
    case 'tooSlow': {
      const asked = Number(query.get('maxResults') ?? Number.POSITIVE_INFINITY);
      if (asked <= (fault.aboveRows ?? 0)) return undefined;
      return jsonReply(500, { statusCode: 500, message: 'Internal server error', activityId: ACTIVITY_ID });
    }
    case 'quota':
      return jsonReply(403, {
        statusCode: 403,
        message: `Out of call volume quota. Quota will be replenished in ${fault.left}.`,
      });
    case 'status': {
      const { status, body, headers = {} } = fault;
      const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      const content = { statusCode: status, message: 'A fault was asked for.' };
      const reply = jsonReply(status, content, Object.fromEntries(named));
      return body === undefined ? reply : { ...reply, body };
    }
    case 'shape':
      return jsonReply(200, fault.body);
    case 'html':
      return textReply(fault.status, 'text/html', GATEWAY_PAGE);
    case 'empty':
      return textReply(200, 'application/json', '');
    case 'redirect':
      return { status: 302, headers: { location: fault.location }, body: '' };
    default:
      return undefined;
  }
}

const ACTIVITY_ID = '7d1f3c52-4c6e-4f0e-9a51-0d1b8a2f6c3e';

const GATEWAY_PAGE = `<!DOCTYPE html>
<html><head><title>Service unavailable</title></head>
<body><h1>Service unavailable</h1><p>The gateway could not reach the service.</p></body></html>
`;
