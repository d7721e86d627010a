import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/**
 * How a request from Slack ended. `mistake`: in what the person typed. `refused`: the person may not. `service`: it
 * failed. `failed`: the bot did. `unknown`: there is nothing here for it.
 */
export type RequestOutcome = 'ok' | 'mistake' | 'refused' | 'service' | 'failed' | 'unknown';

interface CurrentRequest {
  readonly id: string;
  outcome: RequestOutcome;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/** Does the work as one request: whatever is logged on the way bears its id. It can ask how the request has ended. */
export function asRequest(work: (outcome: () => RequestOutcome) => Promise<void>): Promise<void> {
  const request: CurrentRequest = { id: randomUUID(), outcome: 'ok' };
  return current.run(request, () => work(() => request.outcome));
}

/** Notes how the request ends that is being handled; the first that is not well counts. */
export function noteOutcome(outcome: RequestOutcome): void {
  const request = current.getStore();
  if (request?.outcome === 'ok') request.outcome = outcome;
}

/** What every line of the log has that is written while a request is handled. */
export function requestFields(): { readonly request?: string } {
  const request = current.getStore();
  return request === undefined ? {} : { request: request.id };
}
