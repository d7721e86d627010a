import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/**
 * How a request from Slack ended. `mistake`: the person typed something wrong. `refused`: the person lacks access.
 * `service`: the data service failed. `failed`: the bot failed. `unknown`: nothing handles the request.
 */
export type RequestOutcome = 'ok' | 'mistake' | 'refused' | 'service' | 'failed' | 'unknown';

interface CurrentRequest {
  readonly id: string;
  outcome: RequestOutcome;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/** Runs `work` as one request, so that its log lines share an id. `outcome` returns how the request has ended. */
export function asRequest(work: (outcome: () => RequestOutcome) => Promise<void>): Promise<void> {
  const request: CurrentRequest = { id: randomUUID(), outcome: 'ok' };
  return current.run(request, () => work(() => request.outcome));
}

/** Records how the current request ends. The first outcome other than `ok` counts. */
export function noteOutcome(outcome: RequestOutcome): void {
  const request = current.getStore();
  if (request?.outcome === 'ok') request.outcome = outcome;
}

/** Fields for every log line that is written while a request is handled. */
export function requestFields(): { readonly request?: string } {
  const request = current.getStore();
  return request === undefined ? {} : { request: request.id };
}
