import { NodeConnectionTypes } from 'n8n-workflow';
import { createRetailDataClient, type RetailDataClient } from 'retail-data-client';
import { readAddress } from './address.ts';
import { budgetOf } from './budgets.ts';
import { nodeClock } from './clock.ts';
import type { ServiceContext } from './context.ts';
import { createNodeTransport } from './transport.ts';

/** The client of the service with the credential of the node. @throws InvalidInputError for a wrong credential. */
export async function openClient(context: ServiceContext): Promise<RetailDataClient> {
  const address = await readAddress(context);
  return createRetailDataClient({
    transport: createNodeTransport(context, address),
    clock: nodeClock,
    stockBudget: budgetOf(address.subscriptionKey),
  });
}

/** True when an AI agent runs the node. Newer n8n runs tools as plain nodes and only marks where their output goes. */
export function runsAsTool(context: ServiceContext): boolean {
  return (
    ('isToolExecution' in context && context.isToolExecution?.() === true) ||
    context.getNode().rewireOutputLogTo === NodeConnectionTypes.AiTool
  );
}
