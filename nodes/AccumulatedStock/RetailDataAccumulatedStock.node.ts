import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import type { AccumulatedStockFilter, ReadOptions } from 'retail-data-client';
import { runsAsTool } from '../service/client.ts';
import { Hints } from '../service/hints.ts';
import { calendarDay, count, flag, identifier, seconds } from '../service/inputs.ts';
import { forEachItem, jsonOf } from '../service/items.ts';
import { callsLeftInWords } from './callsLeft.ts';
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
      'Read the stock per product in all stores of the chain together: units in stock, number of stores that have it, and when it was updated (about 08:30 Norwegian time every day). At most 20 calls a minute and 400 a day are allowed, so ask for one product by its ID or for all at once rather than often.',
    defaults: { name: 'Retail Data Accumulated Stock' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: 'retailDataApi', required: true }],
    properties: accumulatedStockParameters,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const hints = new Hints(this);
    let callsLeft: (() => Promise<string>) | undefined;
    let waitedMs = 0;
    const output = await forEachItem(this, async (client, itemIndex) => {
      callsLeft = () => callsLeftInWords(client.stockBudget, waitedMs);
      const items: INodeExecutionData[] = [];
      const read: ReadOptions = {
        ...readOptions(this, itemIndex),
        onWait: (wait) => {
          waitedMs += wait.waitMs;
          this.logger.info(wait.reason);
        },
      };
      for await (const batch of client.accumulatedStock(readFilter(this, itemIndex), read)) {
        for (const product of batch) items.push({ json: jsonOf(product) });
      }
      return items;
    });
    if (callsLeft !== undefined) hints.say(await callsLeft());
    return output;
  }
}

function readOptions(context: IExecuteFunctions, itemIndex: number): ReadOptions {
  const options = context.getNodeParameter('options', itemIndex, {});
  const returnAll = flag('returnAll', context.getNodeParameter('returnAll', itemIndex, false));
  const limit = count('limit', context.getNodeParameter('limit', itemIndex, 50)) ?? 50;
  return {
    limit: returnAll ? undefined : limit,
    pageSize: count('pageSize', options.pageSize),
    // An agent waits for its answer: it is told when to come back instead.
    maxWaitMs: runsAsTool(context) ? 0 : seconds('maxWait', options.maxWait, 0),
    timeoutMs: seconds('timeout', options.timeout, 0.1),
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
