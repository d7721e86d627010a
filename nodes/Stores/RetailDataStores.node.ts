import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { createCalendar, type StoresQuery } from 'retail-data-client';
import { nodeClock } from '../service/clock.ts';
import { calendarDay, count, flag, identifier, seconds, text } from '../service/inputs.ts';
import { forEachItem, jsonOf } from '../service/items.ts';
import { storesParameters } from './parameters.ts';
import { simplifiedStore } from './storeView.ts';

export class RetailDataStores implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Retail Data Stores',
    name: 'retailDataStores',
    icon: { light: 'file:stores.svg', dark: 'file:stores.dark.svg' },
    group: ['input'],
    version: 1,
    subtitle: '={{$parameter["simplify"] ? "stores, simplified" : "stores"}}',
    description:
      'Read stores of the retail chain: number, name, status, address with coordinates, telephone, e-mail, category, regular opening hours and exceptions. Find stores by number, by a part of the name, or by when they changed.',
    defaults: { name: 'Retail Data Stores' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: 'retailDataApi', required: true }],
    properties: storesParameters,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const today = createCalendar().dayOf(nodeClock.now());
    return forEachItem(this, async (client, itemIndex) => {
      const simplify = flag('simplify', this.getNodeParameter('simplify', itemIndex, false));
      const limit = readLimit(this, itemIndex);
      const options = this.getNodeParameter('options', itemIndex, {});
      const stores = await client.stores(readQuery(this, itemIndex), {
        timeoutMs: seconds('timeout', options.timeout, 0.1),
        signal: this.getExecutionCancelSignal(),
      });
      // The operation has no paging: all stores come, the first so many are returned.
      return stores
        .slice(0, limit)
        .map((store) => ({ json: simplify ? simplifiedStore(store, today) : jsonOf(store) }));
    });
  }
}

function readLimit(context: IExecuteFunctions, itemIndex: number): number | undefined {
  if (flag('returnAll', context.getNodeParameter('returnAll', itemIndex, false))) return undefined;
  return count('limit', context.getNodeParameter('limit', itemIndex, 50)) ?? 50;
}

function readQuery(context: IExecuteFunctions, itemIndex: number): StoresQuery {
  const filters = context.getNodeParameter('filters', itemIndex, {});
  return {
    storeId: identifier('storeId', filters.storeId),
    storeNameContains: text(filters.storeNameContains) || undefined,
    changedSince: calendarDay('changedSince', filters.changedSince),
  };
}
