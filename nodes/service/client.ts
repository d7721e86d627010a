import { NodeConnectionTypes } from 'n8n-workflow';
import { PortableClient } from 'retail-data-client/portable';
import { readAddress } from './address.ts';
import { nodeClock } from './clock.ts';
import type { ServiceContext } from './context.ts';
import { knownOf } from './known.ts';
import { createNodeTransport } from './transport.ts';

/** Sales per call where nobody sets another page size: a few megabytes, which n8n holds as a whole. */
export const SALES_PER_PAGE = 50_000;

/** The client of the service with the credential of the node. @throws InvalidInputError for a wrong credential. */
export async function openClient(context: ServiceContext): Promise<PortableClient> {
  const address = await readAddress(context);
  return new PortableClient({
    transport: createNodeTransport(context, address),
    clock: nodeClock,
    ...knownOf(address),
  });
}

/** True when an AI agent runs the node. Newer n8n runs tools as plain nodes and only marks where their output goes. */
export function runsAsTool(context: ServiceContext): boolean {
  return (
    ('isToolExecution' in context && context.isToolExecution?.() === true) ||
    context.getNode().rewireOutputLogTo === NodeConnectionTypes.AiTool
  );
}
