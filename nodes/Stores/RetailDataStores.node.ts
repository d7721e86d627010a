import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import type { Store, StoresQuery } from 'retail-data-client/portable';
import { Answers } from '../service/answers.ts';
import { nodeClock } from '../service/context.ts';
import { Hints } from '../service/hints.ts';
import { calendarDay, identifier, text } from '../service/inputs.ts';
import { forEachItem } from '../service/items.ts';
import { storeSearch } from '../service/storeSearch.ts';
import { storesForAgent } from './agentOutput.ts';
import { storesParameters } from './parameters.ts';
import { readForm, viewOf } from './storeView.ts';

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
    const answers = new Answers<Store>();
    const hints = new Hints(this);
    const none =
      this.getInputData().length === 1
        ? 'No store was found.'
        : 'No store was found for at least one of the input items.';
    const output = await forEachItem(this, this.continueOnFail(), async (client, item) => {
      const form = readForm(item);
      const { limit, call } = item;
      const query = readQuery(item.filters);
      const stores = await answers.to(Object.values(query), () => client.stores(query, call));
      if (item.isTool) return storesForAgent(stores, today, limit, form);
      if (stores.length === 0) hints.say(none);
      // The operation has no paging: all stores come, the first so many are returned.
      const shown = stores.slice(0, limit);
      if (shown.length < stores.length) hints.count(shown.length, limit);
      hints.warnOfEmpty(item.filters);
      return shown.map((store) => item.gives(viewOf(store, form, today)));
    });
    hints.sayLimits();
    return output;
  }
}

function readQuery(filters: IDataObject): StoresQuery {
  return {
    storeId: identifier('storeId', filters.storeId),
    storeNameContains: text(filters.storeNameContains) || undefined,
    changedSince: calendarDay('changedSince', filters.changedSince),
  };
}
