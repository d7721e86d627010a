import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { createCalendar } from 'retail-data-client';
import { nodeClock } from '../service/clock.ts';
import { Hints } from '../service/hints.ts';
import { forEachItem } from '../service/items.ts';
import { salesItems } from './outputs.ts';
import { dailySalesParameters } from './parameters.ts';
import { datesInWords, tooEarlyInWords } from './period.ts';
import { readSalesRequest } from './request.ts';
import { volumeWarnings } from './volume.ts';

export class RetailDataDailySales implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Retail Data Daily Sales',
    name: 'retailDataDailySales',
    icon: { light: 'file:dailySales.svg', dark: 'file:dailySales.dark.svg' },
    group: ['input'],
    version: 1,
    subtitle: '={{$parameter["period"] + " as " + $parameter["output"]}}',
    description:
      'Read daily sales of a supplier per store and product: volume in litres and number of items sold, for a period of sales dates. Sales of a day are published at about 07:45 Norwegian time on the next day. Can return single sales, stores, days, totals per product, store, day or week, or a CSV file.',
    defaults: { name: 'Retail Data Daily Sales' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: 'retailDataApi', required: true }],
    properties: dailySalesParameters,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const calendar = createCalendar();
    const hints = new Hints(this);
    return forEachItem(this, async (client, itemIndex) => {
      const now = nodeClock.now();
      const request = readSalesRequest(this, itemIndex, calendar, now);
      let received = 0;
      const read = { ...request.read, onProgress: ({ rows }: { rows: number }) => (received = rows) };
      const items = await salesItems(this, itemIndex, client, { ...request, read });

      hints.say(datesInWords(request.dates, calendar.timeZone));
      const tooEarly = tooEarlyInWords(request.dates, calendar, now);
      if (tooEarly !== undefined) hints.warn(tooEarly);
      for (const warning of volumeWarnings(items.length, received)) hints.warn(warning);
      return items;
    });
  }
}
