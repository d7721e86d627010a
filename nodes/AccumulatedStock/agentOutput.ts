import type { INodeExecutionData } from 'n8n-workflow';
import { inDuration } from 'retail-data-client/errors/duration';
import {
  RateLimitError,
  type RateLimiter,
  type ReadOptions,
  type RetailDataOperations,
} from 'retail-data-client/portable';
import { AGENT_ROWS, agentNote } from '../service/agent.ts';
import { nodeClock } from '../service/clock.ts';
import type { StockLookup, StockQuestion } from './lookup.ts';
import type { BeginRead } from './productGroup.ts';

/** The stock for an agent: few products, the fields of the interface, and a last item that says what was cut. */
export async function stockForAgent(
  client: RetailDataOperations,
  question: StockQuestion,
  lookup: StockLookup,
  begin: BeginRead,
): Promise<INodeExecutionData[]> {
  const most = Math.min(question.limit ?? AGENT_ROWS, AGENT_ROWS);
  let total: number | undefined;
  // One more than is given tells whether there is more.
  const asked = { ...question, limit: most + 1 };
  const beginAsked = (): ReadOptions => {
    const read = begin();
    return {
      ...read,
      limit: asked.limit,
      onProgress: (made) => {
        total = made.total ?? total;
        read.onProgress?.(made);
      },
    };
  };
  const [read] = await Promise.allSettled([lookup.products(client, asked, beginAsked)]);
  if (read.status === 'rejected') throw await whenToAskAgain(read.reason, client.rateLimiter);
  const products = read.value;
  if (question.productIds.length > 0) total = products.length;
  const shown = products.slice(0, most);
  const items = shown.map(({ productId, stock, numberOfStoresWithStock, updatedDate, updatedTime }) => {
    return { json: { productId, stock, numberOfStoresWithStock, updatedDate, updatedTime } };
  });
  if (products.length <= most) return items;
  const ofAll = total === undefined ? '' : ` of ${total}`;
  return [
    ...items,
    agentNote([
      `Only the first ${shown.length}${ofAll} products are given here; there are more. Do not add these up as if they were all. Ask for some 'Product IDs', or for those updated since a date.`,
    ]),
  ];
}

/** An agent does not wait, and cannot tell the time: it is told the instant at which a call is free. */
async function whenToAskAgain(error: unknown, budget: RateLimiter): Promise<unknown> {
  if (!(error instanceof RateLimitError)) return error;
  const { message, operation, status } = error;
  const now = nodeClock.now();
  const retryAfterMs = error.retryAfterMs ?? Math.max(1, (await budget.nextAllowedAt()) - now);
  const wait = inDuration(retryAfterMs);
  const instant = new Date(now + retryAfterMs).toISOString().replace(/\.\d+Z$/, 'Z');
  return new RateLimitError(message, `Try again in ${wait}, at ${instant} or later, and not before.`, {
    operation,
    status,
    retryAfterMs,
    cause: error,
  });
}
