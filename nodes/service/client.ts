import { NodeConnectionTypes } from 'n8n-workflow';
import { PortableClient, type RetailDataOperations } from 'retail-data-client/portable';
import { readAddress } from './address.ts';
import { budgetOf } from './budgets.ts';
import { nodeClock } from './clock.ts';
import type { ServiceContext } from './context.ts';
import { Streams } from './streams.ts';
import { createNodeTransport } from './transport.ts';

/** The client inside n8n, and the streams that its answers come as. */
export interface NodeClient extends RetailDataOperations {
  readonly streams: Streams;
}

/** The client of the service with the credential of the node. @throws InvalidInputError for a wrong credential. */
export async function openClient(context: ServiceContext): Promise<NodeClient> {
  const address = await readAddress(context);
  const streams = new Streams();
  const client = new PortableClient({
    transport: createNodeTransport(context, address, streams),
    clock: nodeClock,
    rateLimiter: budgetOf(address),
  });
  return { ...client, streams };
}

/** True when an AI agent runs the node. Newer n8n runs tools as plain nodes and only marks where their output goes. */
export function runsAsTool(context: ServiceContext): boolean {
  return (
    ('isToolExecution' in context && context.isToolExecution?.() === true) ||
    context.getNode().rewireOutputLogTo === NodeConnectionTypes.AiTool
  );
}
