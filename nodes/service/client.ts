import { createHash } from 'node:crypto';
import { createTotals } from 'retail-data-client/pagination/totals';
import { createInProcessRateLimiter, PortableClient } from 'retail-data-client/portable';
import { nodeClock, readAddress, type ServiceContext } from './context.ts';
import { createNodeTransport } from './transport.ts';

/** Sales per call where nobody sets another page size: a few megabytes, which n8n holds as a whole. */
export const SALES_PER_PAGE = 50_000;

/** The stock calls that may still be made, and what is known of totals, for all executions of this n8n process. */
function newKnowledge() {
  return { rateLimiter: createInProcessRateLimiter(nodeClock), totals: createTotals() };
}

/** By a hash of address and key, so that the key itself is kept nowhere. */
const known = new Map<string, ReturnType<typeof newKnowledge>>();

/** The client of the service with the credential of the node. @throws InvalidInputError for a wrong credential. */
export async function openClient(context: ServiceContext): Promise<PortableClient> {
  const address = await readAddress(context);
  const name = createHash('sha256').update(`${address.baseUrl} ${address.subscriptionKey}`).digest('hex');
  const ofKey = known.get(name) ?? newKnowledge();
  known.set(name, ofKey);
  return new PortableClient({ transport: createNodeTransport(context, address), clock: nodeClock, ...ofKey });
}
