import type { IPollFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { RetailDataError } from 'retail-data-client/portable';
import { nodeClock } from '../service/clock.ts';
import { nodeError } from '../service/failures.ts';
import { PAUSE_MS, pauseAfter } from './days.ts';
import { NoStoresError } from './looks.ts';

type Failure = NonNullable<NodeOperationError['failure']>;

/**
 * The error of a poll. n8n reads from it when to poll again, and may then drop what the poll noted; so it is told of the
 * same pause that the trigger keeps by itself.
 */
export function pollError(context: IPollFunctions, error: unknown): NodeApiError | NodeOperationError {
  const wrapped = nodeError(context, error);
  const failure = classified(error, wrapped.failure);
  if (failure !== undefined) wrapped.failure = failure;
  return wrapped;
}

function classified(error: unknown, known: Failure | undefined): Failure | undefined {
  if (error instanceof NoStoresError) return laterBy(PAUSE_MS, known);
  if (!(error instanceof RetailDataError)) return known;
  switch (known?.cause) {
    case 'credential-invalid':
    case 'configuration-invalid':
    case 'node-defect':
      return known;
    default:
      return laterBy(pauseAfter(error.retryAfterMs), known);
  }
}

function laterBy(retryAfterMs: number, known: Failure | undefined): Failure {
  return {
    cause: known?.cause ?? 'temporarily-unavailable',
    retryAfterMs,
    resetsAtEpochMs: nodeClock.now() + retryAfterMs,
  };
}
