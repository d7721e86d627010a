import {
  type IExecuteFunctions,
  type ILoadOptionsFunctions,
  type IPollFunctions,
  NodeConnectionTypes,
  sleep,
} from 'n8n-workflow';
import type { Clock } from 'retail-data-client/portable';
import { parseBaseUrl } from 'retail-data-client/transport/baseUrl';
import { parseSubscriptionKey } from 'retail-data-client/transport/subscriptionKey';

/** What n8n hands to a node: a step of a workflow, a trigger that polls, or the editor that asks for a list. */
export type ServiceContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

/** Time inside n8n: its own sleep, so that cancelling the execution ends every wait. */
export const nodeClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, signal),
};

export const CREDENTIAL_TYPE = 'retailDataApi';

/** Where the service is and the key to it, both checked. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly subscriptionKey: string;
}

/** Reads the credential of the node. @throws InvalidInputError that names the field, never the key. */
export async function readAddress(context: ServiceContext): Promise<ServiceAddress> {
  const { baseUrl, subscriptionKey } = await context.getCredentials(CREDENTIAL_TYPE);
  return {
    baseUrl: parseBaseUrl(typeof baseUrl === 'string' ? baseUrl : ''),
    subscriptionKey: parseSubscriptionKey(typeof subscriptionKey === 'string' ? subscriptionKey : ''),
  };
}

/** True when an AI agent runs the node. Newer n8n runs tools as plain nodes and only marks where their output goes. */
export function runsAsTool(context: ServiceContext): boolean {
  return (
    ('isToolExecution' in context && context.isToolExecution?.() === true) ||
    context.getNode().rewireOutputLogTo === NodeConnectionTypes.AiTool
  );
}
