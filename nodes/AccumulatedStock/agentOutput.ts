import type { INodeExecutionData } from 'n8n-workflow';
import { inDuration } from 'retail-data-client/errors/duration';
import {
  type ProductStock,
  RateLimitError,
  type RateLimiter,
  type ReadOptions,
  type RetailDataOperations,
} from 'retail-data-client/portable';
import { agentItems, agentLimit } from '../service/agent.ts';
import { nodeClock } from '../service/context.ts';
import type { StockLookup, StockQuestion } from './lookup.ts';
import type { BeginRead } from './productGroup.ts';

/** The stock for an agent: few products, the fields of the interface, and a last item that says what was cut. */
export async function stockForAgent(
  client: RetailDataOperations,
  question: StockQuestion,
  lookup: StockLookup,
  begin: BeginRead,
): Promise<INodeExecutionData[]> {
  const most = agentLimit(question.limit);
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
  const records = shown.map(({ productId, stock, numberOfStoresWithStock, updatedDate, updatedTime }) => {
    return { productId, stock, numberOfStoresWithStock, updatedDate, updatedTime };
  });
  const ofAll = total === undefined ? '' : ` of ${total}`;
  const cut =
    products.length > most
      ? `Only the first ${shown.length}${ofAll} products are given here; there are more. Do not add these up as if they were all. Ask for some 'Product IDs', or for those updated since a date.`
      : undefined;
  return agentItems(records, [missingInWords(question, products), cut]);
}

/** What was asked for and is not there: an empty answer would be taken for a failed one. */
export function missingInWords(
  { productIds, filter }: StockQuestion,
  products: readonly ProductStock[],
): string | undefined {
  const found = new Set(products.map(({ productId }) => Number(productId)));
  const missing = productIds.filter((productId) => !found.has(productId));
  if (products.length > 0 && missing.length === 0) return undefined;
  const since = filter.changedSince === undefined ? '' : ` with an update since ${filter.changedSince}`;
  if (missing.length === 0) return `No product is in stock${since}.`;
  const [which, number] =
    missing.length === 1
      ? [`No product ${missing[0]}`, 'It is out of stock, or the number']
      : [`None of the products ${missing.join(', ')}`, 'They are out of stock, or a number'];
  return filter.includeZeroStock === true
    ? `${which} was found${since}. Check the number.`
    : `${which} is in stock${since}. ${number} is wrong: 'Include Zero Stock' also gives products that are out of stock.`;
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
