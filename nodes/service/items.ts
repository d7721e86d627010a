import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  NodeOperationError,
} from 'n8n-workflow';
import type { RetailDataOperations } from 'retail-data-client/portable';
import { openClient } from './client.ts';
import { errorItem, nodeError } from './failures.ts';
import { Item } from './item.ts';

/** The output of one input item. */
export type RunItem = (client: RetailDataOperations, item: Item) => Promise<INodeExecutionData[]>;

/**
 * Runs once per input item and pairs what comes out with it. Everything of an item is caught, the reading of its
 * parameters included: n8n sends the input of an error that leaves `execute` to the success output. `continuesOnFail`
 * is asked for in each node, where n8n's linter looks for it.
 */
export async function forEachItem(
  context: IExecuteFunctions,
  continuesOnFail: boolean,
  run: RunItem,
): Promise<INodeExecutionData[][]> {
  let found: INodeExecutionData[] = [];
  const itemCount = context.getInputData().length;
  // One for all items; one that cannot be opened fails each of them.
  let client: Promise<RetailDataOperations> | undefined;
  const open = () => (client ??= openClient(context));
  for (let itemIndex = 0; itemIndex < itemCount; itemIndex += 1) {
    const runOne = async () => run(await open(), new Item(context, itemIndex));
    const [outcome] = await Promise.allSettled([runOne()]);
    if (outcome.status === 'rejected') {
      if (context.getExecutionCancelSignal()?.aborted) throw cancelled(context, itemIndex);
      if (!continuesOnFail) throw nodeError(context, outcome.reason, itemIndex);
      found.push(errorItem(outcome.reason, itemIndex));
      continue;
    }
    const items = outcome.value;
    const pairedItem = { item: itemIndex };
    for (const item of items) item.pairedItem = pairedItem;
    // Most runs have one item; its output is not copied.
    if (found.length === 0) found = items;
    else for (const item of items) found.push(item);
  }
  return [found];
}

/** n8n tells a cancelled run from a failed one by the word in the message. */
function cancelled(context: IExecuteFunctions, itemIndex: number): NodeOperationError {
  return new NodeOperationError(context.getNode(), 'The execution was canceled.', { itemIndex });
}

/** A record of the service as the json of an item, every field as it came. */
export function jsonOf(record: object): IDataObject {
  if (isJson(record)) return record;
  throw new TypeError('A record of the service is an object, not a list.');
}

/** What was parsed from JSON, and is no list, is what n8n takes; with 66,000 products copies would cost as much as parsing. */
function isJson(record: object): record is IDataObject {
  return !Array.isArray(record);
}
