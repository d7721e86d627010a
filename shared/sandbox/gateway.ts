import { accumulatedStock } from './accumulatedStock.ts';
import { dailySales } from './dailySales.ts';
import { type Fault, replacementFor } from './faults.ts';
import { permission } from './permission.ts';
import { Refusal, type Reply } from './reply.ts';
import type { Call, Operation, Service } from './service.ts';
import { stores } from './stores.ts';
import { Throttle } from './throttle.ts';

/** A call as it arrives, before anything about it is checked. */
export interface ArrivingCall extends Call {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
}

const OPERATIONS = [permission, dailySales, stores, accumulatedStock];

export function operationOf({ method, path }: ArrivingCall): Operation | undefined {
  return OPERATIONS.find((operation) => operation.path === path && operation.method === method);
}

/**
 * What stands before the operations: faults, routes, the key and the throttle. Gives the reply to a call, and never
 * throws; a failure of its own becomes a 500.
 */
export function createGateway(service: Service): (call: ArrivingCall, fault: Fault | undefined) => Reply {
  const { subscriptionKey, throttle: limits, now } = service.settings;
  const throttle = new Throttle(limits);

  function answer(call: ArrivingCall, fault: Fault | undefined): Reply {
    const operation = operationOf(call);
    const hasKey = call.key === subscriptionKey;
    // The service counts a call whatever becomes of its answer.
    const isCounted = operation === accumulatedStock && hasKey;
    const throttled = isCounted ? throttle.count(now()) : undefined;
    const replacement = replacementFor(fault);
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
