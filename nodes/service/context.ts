import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

/** What n8n hands to a node, be it a step of a workflow or a trigger that polls. */
export type ServiceContext = IExecuteFunctions | IPollFunctions;

/** Ends with the execution. A poll has none: nobody can cancel it. */
export function cancelSignalOf(context: ServiceContext): AbortSignal | undefined {
  return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}
