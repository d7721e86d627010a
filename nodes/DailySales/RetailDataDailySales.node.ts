import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { createCalendar, type Progress } from 'retail-data-client/portable';
import { agentNote } from '../service/agent.ts';
import { runsAsTool } from '../service/client.ts';
import { nodeClock } from '../service/clock.ts';
import { Hints } from '../service/hints.ts';
import { forEachItem } from '../service/items.ts';
import { storeSearch } from '../service/storeSearch.ts';
import { salesForAgent } from './agentOutput.ts';
import { salesForWorkflow } from './outputs.ts';
import { dailySalesParameters } from './parameters.ts';
import { datesInWords, tooEarlyInWords } from './period.ts';
import { readSalesRequest } from './request.ts';
import { noneInWords, volumeNotes, volumeWarnings } from './volume.ts';
import { wholeRead } from './wholeRead.ts';

// "totals by store, last 7 days". What an expression stands for has no value on the canvas, and is left out there.
const outputInWords =
  '(["days", "file", "rows", "stores", "totals"].includes($parameter["output"]) ? $parameter["output"] : "daily sales")';
const groupInWords =
  '($parameter["output"] === "totals" && ["day", "product", "store", "week"].includes($parameter["groupBy"]) ? " by " + $parameter["groupBy"] : "")';
const periodInWords =
  '({ custom: ", custom dates", last30Days: ", last 30 days", last7Days: ", last 7 days", monthToDate: ", month to date", yesterday: ", yesterday" })[$parameter["period"]]';
const subtitle = `={{${outputInWords} + ${groupInWords} + (${periodInWords} || "")}}`;

export class RetailDataDailySales implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Retail Data Daily Sales',
    name: 'retailDataDailySales',
    icon: { light: 'file:dailySales.svg', dark: 'file:dailySales.dark.svg' },
    group: ['input'],
    version: 1,
    subtitle,
    description:
      'Read the daily sales of your own products in the stores of the retail chain: litres (three decimals) and number of items sold, per sales date, store and product, for a period of sales dates (yyyy-MM-dd, both ends included). To answer a question, set Output to Totals and group by product, store, day or week: sums are exact then. Single sales are cut after 100 for an agent. Sales of a day are published at about 07:45 Norwegian time on the next day.',
    defaults: { name: 'Retail Data Daily Sales' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    builderHint: {
      searchHint:
        'Sales of own products per day, store and product, in litres and items. For reports set output to totals and groupBy to product, store, day or week; for more than 100,000 sales set output to file.',
    },
    credentials: [{ name: 'retailDataApi', required: true }],
    properties: dailySalesParameters,
  };

  methods = storeSearch;

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const calendar = createCalendar();
    const hints = new Hints(this);
    const isTool = runsAsTool(this);
    const give = isTool ? salesForAgent : salesForWorkflow;
    return forEachItem(this, async (client, itemIndex) => {
      const now = nodeClock.now();
      const request = readSalesRequest(this, itemIndex, calendar, now);
      let progress: Pick<Progress, 'rows' | 'pages' | 'total'> = { rows: 0, pages: 0, total: undefined };
      const read = { ...request.read, onProgress: (step: Progress) => (progress = step) };
      const { items, note } = await wholeRead(
        () => give(this, itemIndex, client, { ...request, read }),
        () => hints.say('The sales changed while they were read, so they were read again from the start.'),
      );

      const { rows: sales, pages: calls, total } = progress;
      const volume = { items: items.length, sales, calls, total };
      const dates = datesInWords(request.dates, calendar.timeZone);
      const tooEarly = tooEarlyInWords(request.dates, calendar, now);
      // An agent sees no hints.
      if (isTool) return [...items, agentNote([note, dates, tooEarly, noneInWords(volume)])];
      hints.say(dates);
      for (const said of [noneInWords(volume), ...volumeNotes(volume)]) hints.say(said);
      for (const warning of [tooEarly, ...volumeWarnings(volume)]) hints.warn(warning);
      return items;
    });
  }
}
