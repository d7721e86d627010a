import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import type { StockReadOptions } from 'retail-data-client/portable';
import { Hints } from '../service/hints.ts';
import { calendarDay, count, flag, identifiers, seconds, text } from '../service/inputs.ts';
import { Item } from '../service/item.ts';
import { forEachItem, jsonOf } from '../service/items.ts';
import { missingInWords, stockForAgent } from './agentOutput.ts';
import { CallUsage } from './callUsage.ts';
import { StockLookup, type StockQuestion } from './lookup.ts';
import { accumulatedStockParameters } from './parameters.ts';

export class RetailDataAccumulatedStock implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Retail Data Accumulated Stock',
    name: 'retailDataAccumulatedStock',
    icon: {
      light: 'file:../../credentials/retailData.svg',
      dark: 'file:../../credentials/retailData.dark.svg',
    },
    group: ['input'],
    version: 1,
    subtitle: 'Stock per Product',
    description:
      'Get how many units of each product are in stock in all stores together, not per store. Stock changes daily at about 08:30 Norwegian time; at most 20 calls a minute and 400 a day are allowed.',
    defaults: { name: 'Retail Data Accumulated Stock' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: 'retailDataApi', required: true }],
    properties: accumulatedStockParameters,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const hints = new Hints(this);
    const lookup = new StockLookup();
    for (const question of readableQuestions(this)) lookup.announce(question);
    let usage: CallUsage | undefined;
    const output = await forEachItem(this, this.continueOnFail(), async (client, item) => {
      const ofRun = usage ?? new CallUsage(client.rateLimiter);
      usage = ofRun;
      const question = readQuestion(item);
      const options = readOptions(item, question.limit);
      const begin = (): StockReadOptions => ({
        ...options,
        onProgress: ofRun.ofRead(),
        onNotice: (notice) => hints.say(notice),
        onWait: (wait) => {
          ofRun.waited(wait.waitMs);
          this.logger.info(wait.reason);
        },
      });
      if (item.isTool) return stockForAgent(client, question, lookup, begin);
      const products = await lookup.products(client, question, begin);
      if (question.limit !== undefined && products.length > question.limit) {
        hints.say(
          `${question.limit} of ${products.length} products were returned: turn on 'Return All' or raise 'Limit' for more.`,
        );
      }
      hints.say(missingInWords(question, products));
      hints.warnOfEmpty(item.filters);
      const shown = question.limit === undefined ? products : products.slice(0, question.limit);
      hints.count(shown.length, question.limit);
      return shown.map((product) => item.gives(jsonOf(product)));
    });
    hints.sayLimits();
    for (const way of lookup.inWords()) hints.say(way);
    if (usage !== undefined) hints.say(await usage.inWords());
    return output;
  }
}

/** What the items will ask for, as far as it can be read; the others fail when their turn comes. */
function readableQuestions(context: IExecuteFunctions): StockQuestion[] {
  const questions: StockQuestion[] = [];
  for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex += 1) {
    try {
      questions.push(readQuestion(new Item(context, itemIndex)));
    } catch {
      // Read again, and told of, in its turn.
    }
  }
  return questions;
}

function readQuestion({ filters, limit }: Item): StockQuestion {
  const { productId, changedSince, includeZeroStock } = filters;
  return {
    filter: {
      changedSince: calendarDay('changedSince', changedSince),
      ...(includeZeroStock === undefined
        ? {}
        : { includeZeroStock: flag('includeZeroStock', includeZeroStock) }),
    },
    productIds: identifiers('productIds', productId),
    limit,
  };
}

function readOptions({ options, call, isTool }: Item, limit: number | undefined): StockReadOptions {
  return {
    ...call,
    limit,
    pageSize: count('pageSize', options.pageSize),
    totalHeader: totalHeader(text(options.totalHeader).trim()),
    // An agent waits for its answer: it is told when to come back instead.
    maxWaitMs: isTool ? 0 : seconds('maxWait', options.maxWait, 0),
  };
}

/** False where the service has no header with the total. */
function totalHeader(name: string): string | false | undefined {
  if (name === '') return undefined;
  return name.toLowerCase() === 'none' ? false : name;
}
