import { createHash, timingSafeEqual } from 'node:crypto';
import type { Fault } from './faults.ts';
import { accumulatedStock } from './operations/accumulatedStock.ts';
import { OPERATIONS } from './operations/index.ts';
import type { Call, Operation } from './operations/operation.ts';
import type { Settings } from './options.ts';
import { refusalAsServed } from './refusalAsServed.ts';
import { replacementFor } from './replacement.ts';
import { jsonReply, Refusal, type Reply } from './reply.ts';
import type { Service } from './service.ts';
import type { Throttle } from './throttle.ts';

/** A call as it arrives, before anything about it is checked. */
export interface ArrivingCall extends Call {
  readonly method: string;
  readonly path: string;
  readonly presentedKey: string | undefined;
}

/** What stands before the operations: routes, the key and the throttle. */
export interface Gateway {
  operationOf(method: string, path: string): Operation | undefined;
  /** Never throws; a failure of its own becomes a 500. */
  answer(call: ArrivingCall, fault: Fault | undefined): Reply;
}

export function createGateway(service: Service, throttle: Throttle): Gateway {
  return {
    operationOf: findOperation,
    answer(call, fault) {
      try {
        return labelled(admitAndAnswer(service, throttle, call, fault), service.settings.contentType, fault);
      } catch (error) {
        if (error instanceof Refusal) return refusalAsServed(error, service.settings.refusalBody);
        const reason = error instanceof Error ? error.message : String(error);
        return jsonReply(500, { statusCode: 500, message: `The sandbox failed: ${reason}` });
      }
    },
  };
}

function admitAndAnswer(
  service: Service,
  throttle: Throttle,
  call: ArrivingCall,
  fault: Fault | undefined,
): Reply {
  const operation = findOperation(call.method, call.path);
  const isAuthenticated = operation !== undefined && isKey(service, call.presentedKey);
  // The service counts a call whatever becomes of its answer.
  const isThrottled = isAuthenticated && operation === accumulatedStock;
  const refusal = isThrottled ? throttle.count(service.settings.now()) : undefined;
  const replacement = replacementFor(fault);
  if (replacement !== undefined) return replacement;
  if (service.settings.redirect === 'always') return redirected(call);
  if (operation === undefined) throw noSuchOperation(call.path);
  if (!isAuthenticated) throw keyRefused(call.presentedKey, service.settings);
  if (refusal !== undefined) throw refusal;
  return operation.answer(service, call);
}

/** What a fault put in the place of the answer keeps its own label. */
function labelled(reply: Reply, contentType: string, fault: Fault | undefined): Reply {
  if (reply.status !== 200 || replacementFor(fault) !== undefined) return reply;
  return { ...reply, headers: { ...reply.headers, 'content-type': contentType } };
}

function redirected(call: ArrivingCall): Reply {
  return { status: 307, headers: { location: `${call.origin}/moved${call.path}` }, body: '' };
}

function findOperation(method: string, path: string): Operation | undefined {
  return OPERATIONS.find((operation) => operation.path === path && operation.method === method);
}

function noSuchOperation(path: string): Refusal {
  const allowed = OPERATIONS.filter((operation) => operation.path === path).map(({ method }) => method);
  if (allowed.length === 0) return new Refusal(404, 'Resource not found.');
  return new Refusal(405, `Method not allowed. Use ${allowed.join(', ')}.`, { allow: allowed.join(', ') });
}

function keyRefused(presentedKey: string | undefined, settings: Settings): Refusal {
  const isMissing = presentedKey === undefined;
  const reason = isMissing ? 'is missing' : 'does not hold a valid subscription key';
  const status = isMissing ? settings.missingKeyStatus : settings.wrongKeyStatus;
  return new Refusal(status, `Access denied. The header Ocp-Apim-Subscription-Key ${reason}.`);
}

function isKey(service: Service, presentedKey: string | undefined): boolean {
  if (presentedKey === undefined) return false;
  return timingSafeEqual(digestOf(presentedKey), digestOf(service.settings.subscriptionKey));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
