import {
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IPollFunctions,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { storeSearch } from '../service/storeSearch.ts';
import { triggerParameters } from './parameters.ts';
import { pollEvent, sampleEvent } from './poll.ts';
import { pollError } from './pollError.ts';

export class RetailDataTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Retail Data Trigger',
    name: 'retailDataTrigger',
    icon: {
      light: 'file:../../credentials/retailData.svg',
      dark: 'file:../../credentials/retailData.dark.svg',
    },
    group: ['trigger'],
    version: 1,
    // Read as typed: an expression has no value on the canvas, so it gives no subtitle.
    subtitle:
      '={{ { salesAvailable: "Sales Available", stockUpdated: "Stock Updated", storesChanged: "Stores Changed" }[$rawParameter["event"]] || "" }}',
    description:
      "Starts the workflow once a day when today's stock or yesterday's sales are complete, or when stores have changed",
    defaults: { name: 'Retail Data Trigger' },
    polling: true,
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'retailDataApi', required: true }],
    properties: triggerParameters,
  };

  methods = storeSearch;

  async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
    const polls = this.getMode() === 'manual' ? sampleEvent : pollEvent;
    const [poll] = await Promise.allSettled([polls(this)]);
    if (poll.status === 'rejected') throw pollError(this, poll.reason);
    return poll.value.length === 0 ? null : [poll.value.map((json) => ({ json }))];
  }
}
