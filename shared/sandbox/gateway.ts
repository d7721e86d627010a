import { type Fault, replacementFor } from './faults.ts';
import { type Call, OPERATIONS, type Operation } from './operations.ts';
import type { Settings } from './options.ts';
import { Refusal, type Reply } from './reply.ts';
import type { Service } from './service.ts';

/** A call as it arrives, before anything about it is checked. */
export interface ArrivingCall extends Call {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
}

export function operationOf({ method, path }: ArrivingCall): Operation | undefined {
  return OPERATIONS.find((operation) => operation.path === path && operation.method === method);
}

/**
 * What stands before the operations: faults, routes, the key and the throttle. Gives the reply to a call, and never
 * throws; a failure of its own becomes a 500.
 */
export function createGateway(service: Service): (call: ArrivingCall, fault: Fault | undefined) => Reply {
  const { subscriptionKey, throttle, now } = service.settings;
  const count = createThrottle(throttle);

  function answer(call: ArrivingCall, fault: Fault | undefined): Reply {
    const operation = operationOf(call);
    const hasKey = call.key === subscriptionKey;
    // The service counts a call whatever becomes of its answer.
    const throttled = operation?.name === 'accumulatedStock' && hasKey ? count(now()) : undefined;
    const replacement = replacementFor(fault, call.query);
    if (replacement !== undefined) return replacement;
    if (operation === undefined) throw noSuchOperation(call.path);
    if (call.key === undefined) throw keyRefused('is missing');
    if (!hasKey) throw keyRefused('does not hold a valid subscription key');
    if (throttled !== undefined) throw throttled;
    return operation.answer(service, call);
  }

  return (call, fault) => {
    try {
      return answer(call, fault);
    } catch (error) {
      return error instanceof Refusal ? error.reply : new Refusal(500, `The sandbox failed: ${error}`).reply;
    }
  };
}

function noSuchOperation(path: string): Refusal {
  const allowed = OPERATIONS.find((operation) => operation.path === path)?.method;
  if (allowed === undefined) return new Refusal(404, 'Resource not found.');
  return new Refusal(405, `Method not allowed. Use ${allowed}.`, { allow: allowed });
}

function keyRefused(reason: string): Refusal {
  return new Refusal(401, `Access denied. The header Ocp-Apim-Subscription-Key ${reason}.`);
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Two sliding windows over every call, refused ones included: who goes on calling waits longer. Counts a call and gives
 * the refusal it earns, if any; the wait that it names always suffices when nothing else calls (interface: "Limits").
 */
function createThrottle({
  perMinute,
  perDay,
}: Settings['throttle']): (instant: number) => Refusal | undefined {
  let calls: number[] = [];
  /** Milliseconds until a further call fits into the window; 0 when the one just counted fits. */
  const waitOf = (limit: number, window: number, instant: number) => {
    const inWindow = calls.filter((call) => call > instant - window);
    return inWindow.length <= limit ? 0 : (inWindow[inWindow.length - limit] ?? instant) + window - instant;
  };
  return (instant) => {
    calls = [...calls.filter((call) => call > instant - DAY), instant];
    const wait = Math.max(waitOf(perDay, DAY, instant), waitOf(perMinute, MINUTE, instant));
    if (wait === 0) return undefined;
    const seconds = Math.max(1, Math.ceil(wait / 1000));
    const message = `Rate limit is exceeded. Try again in ${seconds} seconds.`;
    return new Refusal(429, message, { 'retry-after': String(seconds) });
  };
}
