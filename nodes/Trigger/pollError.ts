import type { IPollFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { RetailDataError } from 'retail-data-client/portable';
import { failureFor, nodeError } from '../service/failures.ts';
import { pauseAfter } from './days.ts';

/**
 * The error of a poll. n8n reads from it when to poll again, and may then drop what the poll noted; so it is told of the
 * same pause that the trigger keeps by itself.
 */
export function pollError(context: IPollFunctions, error: unknown): NodeApiError | NodeOperationError {
  const wrapped = nodeError(context, error);
  const cause = wrapped.failure?.cause ?? 'temporarily-unavailable';
  if (error instanceof RetailDataError && !cause.endsWith('-invalid'))
    wrapped.failure = failureFor(cause, pauseAfter(error));
  return wrapped;
}
