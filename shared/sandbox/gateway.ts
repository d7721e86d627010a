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

/** What stands before the operations: faults, routes, the key and the throttle. */
export class Gateway {
  readonly #service: Service;
  readonly #throttle: Throttle;

  constructor(service: Service) {
    this.#service = service;
    this.#throttle = new Throttle(service.settings.throttle);
  }

  /** Never throws; a failure of its own becomes a 500. */
  answer(call: ArrivingCall, fault: Fault | undefined): Reply {
    try {
      return this.#answer(call, fault);
    } catch (error) {
      if (error instanceof Refusal) return error.reply;
      const reason = error instanceof Error ? error.message : String(error);
      return new Refusal(500, `The sandbox failed: ${reason}`).reply;
    }
  }

  #answer(call: ArrivingCall, fault: Fault | undefined): Reply {
    const { settings } = this.#service;
    const operation = operationOf(call);
    const hasKey = call.key === settings.subscriptionKey;
    // The service counts a call whatever becomes of its answer.
    const isCounted = operation === accumulatedStock && hasKey;
    const throttled = isCounted ? this.#throttle.count(settings.now()) : undefined;
    const replacement = replacementFor(fault);
    if (replacement !== undefined) return replacement;
    if (operation === undefined) throw noSuchOperation(call.path);
    if (call.key === undefined) throw keyRefused('is missing');
    if (!hasKey) throw keyRefused('does not hold a valid subscription key');
    if (throttled !== undefined) throw throttled;
    return operation.answer(this.#service, call);
  }
}

function noSuchOperation(path: string): Refusal {
  const allowed = OPERATIONS.find((operation) => operation.path === path)?.method;
  if (allowed === undefined) return new Refusal(404, 'Resource not found.');
  return new Refusal(405, `Method not allowed. Use ${allowed}.`, { allow: allowed });
}

function keyRefused(reason: string): Refusal {
  return new Refusal(401, `Access denied. The header Ocp-Apim-Subscription-Key ${reason}.`);
}
