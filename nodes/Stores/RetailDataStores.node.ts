import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import type { StoresQuery } from 'retail-data-client/portable';
import { callOptionsOf } from '../service/agent.ts';
import { runsAsTool } from '../service/client.ts';
import { nodeClock } from '../service/clock.ts';
import { checkedFilters } from '../service/filters.ts';
import { Hints } from '../service/hints.ts';
import { calendarDay, identifier, limitOf, text } from '../service/inputs.ts';
import { forEachItem, jsonOf } from '../service/items.ts';
import { storeSearch } from '../service/storeSearch.ts';
import { storesForAgent } from './agentOutput.ts';
import { readForm } from './form.ts';
import { StoreLookup } from './lookup.ts';
import { storesParameters } from './parameters.ts';
import { simplifiedStore } from './storeView.ts';

export class RetailDataStores implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Retail Data Stores',
    name: 'retailDataStores',
    icon: {
      light: 'file:../../credentials/retailData.svg',
      dark: 'file:../../credentials/retailData.dark.svg',
    },
    group: ['input'],
    version: 1,
    subtitle: '={{$rawParameter["simplify"] === false ? "Stores, All Fields" : "Stores"}}',
    description:
      'Get stores of the chain with their number, address, telephone, status and opening hours. Find them by number, by a part of the name or by date of change.',
    defaults: { name: 'Retail Data Stores' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    builderHint: {
      searchHint:
        'Stores of the chain in ten flat fields, among them address, latitude, longitude, status and whether the store is open today. Turn off simplify for every field, opening hours included.',
    },
    credentials: [{ name: 'retailDataApi', required: true }],
    properties: storesParameters,
  };

  methods = storeSearch;

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const today = createCalendar().dayOf(nodeClock.now());
    const lookup = new StoreLookup();
    const isTool = runsAsTool(this);
    const hints = new Hints(this);
    const none =
      this.getInputData().length === 1
        ? 'No store was found.'
        : 'No store was found for at least one of the input items.';
    const output = await forEachItem(this, async (client, itemIndex) => {
      const form = readForm(this, itemIndex, isTool);
      const limit = limitOf(this, itemIndex);
      const call = callOptionsOf(this, itemIndex);
      const stores = await lookup.stores(readQuery(this, itemIndex), (query) => client.stores(query, call));
      if (isTool) return storesForAgent(stores, today, limit, form);
      if (stores.length === 0) hints.say(none);
      // The operation has no paging: all stores come, the first so many are returned.
      const shown = stores.slice(0, limit);
      if (shown.length < stores.length) hints.count(shown.length, limit);
      hints.warnOfEmpty(this.getNodeParameter('filters', itemIndex, {}));
      return shown.map((store) => ({
        json: form.output === 'simplified' ? simplifiedStore(store, today) : jsonOf(store),
        pairedItem: { item: itemIndex },
      }));
    });
    hints.sayLimits();
    return output;
  }
}

function readQuery(context: IExecuteFunctions, itemIndex: number): StoresQuery {
  const filters = checkedFilters(context, context.getNodeParameter('filters', itemIndex, {}));
  return {
    storeId: identifier('storeId', filters.storeId),
    storeNameContains: text(filters.storeNameContains) || undefined,
    changedSince: calendarDay('changedSince', filters.changedSince),
  };
}
