import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import type {
  AccumulatedStockFilter,
  ReadOptions,
  RetailDataClient,
  StockReadOptions,
} from 'retail-data-client/portable';
import { patienceOf } from '../service/agent.ts';
import { runsAsTool } from '../service/client.ts';
import { nodeClock } from '../service/clock.ts';
import { Hints } from '../service/hints.ts';
import { calendarDay, count, flag, identifier, seconds } from '../service/inputs.ts';
import { forEachItem, jsonOf } from '../service/items.ts';
import { stockForAgent } from './agentOutput.ts';
import { CallUsage } from './callUsage.ts';
import { accumulatedStockParameters } from './parameters.ts';

export class RetailDataAccumulatedStock implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Retail Data Accumulated Stock',
    name: 'retailDataAccumulatedStock',
    icon: { light: 'file:accumulatedStock.svg', dark: 'file:accumulatedStock.dark.svg' },
    group: ['input'],
    version: 1,
    subtitle: 'stock per product',
    description:
      'Read the stock per product in all stores of the chain together (not per store): units in stock, number of stores that have the product, date and time of the update (about 08:30 Norwegian time every day). Ask for one product by its Product ID, or for products updated since a date (yyyy-MM-dd); a product that is sold out comes only with Include Zero Stock. The stock changes once a day, and at most 20 calls a minute and 400 a day are allowed: do not ask twice for the same. A list for an agent ends after 100 products.',
    defaults: { name: 'Retail Data Accumulated Stock' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: 'retailDataApi', required: true }],
    properties: accumulatedStockParameters,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const hints = new Hints(this);
    let usage: CallUsage | undefined;
    const output = await forEachItem(this, async (client, itemIndex) => {
      const ofRun = usage ?? new CallUsage(client.rateLimiter);
      usage = ofRun;
      const read: StockReadOptions = {
        ...readOptions(this, itemIndex),
        onProgress: (progress) => ofRun.note(itemIndex, progress),
        onForecast: ({ reason, lastAllowedAt }) => {
          this.logger.info(reason);
          if (lastAllowedAt > nodeClock.now()) hints.say(reason);
        },
        onWait: (wait) => {
          ofRun.waited(wait.waitMs);
          this.logger.info(wait.reason);
        },
      };
      const filter = readFilter(this, itemIndex);
      return runsAsTool(this)
        ? stockForAgent(client, filter, read)
        : stockItems(client, filter, read, itemIndex);
    });
    if (usage !== undefined) hints.say(await usage.inWords());
    return output;
  }
}

async function stockItems(
  client: RetailDataClient,
  filter: AccumulatedStockFilter,
  read: StockReadOptions,
  itemIndex: number,
): Promise<INodeExecutionData[]> {
  const items: INodeExecutionData[] = [];
  const pairedItem = { item: itemIndex };
  for await (const product of client.accumulatedStock(filter, read)) {
    items.push({ json: jsonOf(product), pairedItem });
  }
  return items;
}

function readOptions(context: IExecuteFunctions, itemIndex: number): ReadOptions {
  const options = context.getNodeParameter('options', itemIndex, {});
  const returnAll = flag('returnAll', context.getNodeParameter('returnAll', itemIndex, false));
  const limit = count('limit', context.getNodeParameter('limit', itemIndex, 50)) ?? 50;
  return {
    ...patienceOf(context, seconds('timeout', options.timeout, 0.1)),
    limit: returnAll ? undefined : limit,
    pageSize: count('pageSize', options.pageSize),
    // An agent waits for its answer: it is told when to come back instead.
    maxWaitMs: runsAsTool(context) ? 0 : seconds('maxWait', options.maxWait, 0),
    signal: context.getExecutionCancelSignal(),
  };
}

function readFilter(context: IExecuteFunctions, itemIndex: number): AccumulatedStockFilter {
  const { productId, changedSince, includeZeroStock } = context.getNodeParameter('filters', itemIndex, {});
  return {
    productId: identifier('productId', productId),
    changedSince: calendarDay('changedSince', changedSince),
    ...(includeZeroStock === undefined
      ? {}
      : { includeZeroStock: flag('includeZeroStock', includeZeroStock) }),
  };
}
