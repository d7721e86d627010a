import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import type { Progress } from 'retail-data-client/pagination/pages';
import { agentItems } from '../service/agent.ts';
import { nodeClock } from '../service/context.ts';
import { Hints } from '../service/hints.ts';
import type { Item } from '../service/item.ts';
import { forEachItem } from '../service/items.ts';
import { storeSearch } from '../service/storeSearch.ts';
import { salesForAgent } from './agentOutput.ts';
import { salesForWorkflow } from './outputs.ts';
import { dailySalesParameters } from './parameters.ts';
import { datesInWords, lastDayMissingInWords, tooEarlyInWords } from './period.ts';
import { readSalesRequest, type SalesRequest } from './request.ts';
import { SalesReader, wholeRead } from './salesReader.ts';
import { noneInWords, pickedInWords, tooManyInWords, volumeNotes } from './volume.ts';

// "Totals by Store, Last 7 Days". As typed in: an expression has no value on the canvas, and is left out there.
const outputInWords =
  '({ days: "Sales per Day", file: "Sales File", rows: "Sales", stores: "Sales per Store and Day", totals: "Totals" }[$rawParameter["output"]] || "Daily Sales")';
const groupInWords =
  '($rawParameter["output"] === "totals" ? [].concat($rawParameter["groupBy"]).map((group) => ({ day: "Day", month: "Month", product: "Product", store: "Store", week: "Week" })[group]).filter(Boolean).join(" and ").replace(/^(?=.)/, " by ") : "")';
const periodInWords =
  '({ custom: ", Custom Dates", last30Days: ", Last 30 Days", last7Days: ", Last 7 Days", lastMonth: ", Last Month", lastWeek: ", Last Week", monthToDate: ", Month to Date", yesterday: ", Yesterday" })[$rawParameter["period"]]';
const subtitle = `={{${outputInWords} + ${groupInWords} + (${periodInWords} || "")}}`;

export class RetailDataDailySales implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Retail Data Daily Sales',
    name: 'retailDataDailySales',
    icon: {
      light: 'file:../../credentials/retailData.svg',
      dark: 'file:../../credentials/retailData.dark.svg',
    },
    group: ['input'],
    version: 1,
    subtitle,
    description:
      "Get daily sales of your own products per store, in litres and units, or their exact totals. A day's sales are available from about 07:45 Norwegian time the next day.",
    defaults: { name: 'Retail Data Daily Sales' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    builderHint: {
      searchHint:
        'Sales of own products per day, store and product, in litres and units. For reports set output to totals and groupBy to one or two of product, store, day, week and month; for more than 100,000 sales set output to file.',
    },
    hints: [
      {
        message:
          "No sales dates are set, so the node gets every sale the service has, which may be years of sales. Set 'From Sales Date' or 'To Sales Date', or choose another 'Period'. Totals and files need dates.",
        type: 'warning',
        whenToDisplay: 'beforeExecution',
        location: 'outputPane',
        // As they were typed in: what an expression stands for has no value before the run.
        displayCondition:
          '={{ $rawParameter["period"] === "custom" && !$rawParameter["fromSalesDate"] && !$rawParameter["toSalesDate"] && !$rawParameter["filters"]["changedSince"] }}',
      },
    ],
    credentials: [{ name: 'retailDataApi', required: true }],
    properties: dailySalesParameters,
  };

  methods = storeSearch;

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const calendar = createCalendar();
    const hints = new Hints(this);
    const output = await forEachItem(this, this.continueOnFail(), async (client, item) => {
      const now = nodeClock.now();
      const request = readSalesRequest(item, calendar, now);
      let progress: Pick<Progress, 'rows' | 'pages' | 'total'> = { rows: 0, pages: 0, total: undefined };
      const read = { ...request.read, onProgress: (step: Progress) => (progress = step) };
      const asked = { ...request, read };
      const reader = new SalesReader(client, asked);
      const give = item.isTool ? salesForAgent : salesForWorkflow;
      const { items, note } = await wholeRead(
        () => give(item, reader, asked),
        () => hints.say('The sales changed while they were read, so they were read again from the start.'),
      );

      const { rows: sales, pages: calls, total } = progress;
      const dates = datesInWords(request.dates, calendar.timeZone);
      const tooEarly = tooEarlyInWords(request.dates, calendar, now);
      const none = noneInWords(reader.found);
      // A read that ends at its limit need not reach the last day.
      const { limit = Number.POSITIVE_INFINITY } = request;
      const isWhole =
        request.output === 'totals' ||
        request.output === 'file' ||
        (note === undefined && items.length < limit);
      const lastDay = isWhole
        ? lastDayMissingInWords(request.dates, reader.newestDay, calendar, now)
        : undefined;
      // An agent sees no hints.
      if (item.isTool) return [...items, ...agentItems([], [note, dates, tooEarly, none, lastDay])];
      hints.say(dates);
      hints.warn(changesOfPeriodInWords(item, request));
      hints.warnOfEmpty(item.filters);
      hints.count(items.length, request.limit);
      const picked = pickedInWords(request.productIds.length, reader.found, sales);
      for (const said of [none, picked, lastDay, ...volumeNotes({ sales, calls, total })]) hints.say(said);
      for (const warning of [tooEarly, tooManyInWords(items.length)]) hints.warn(warning);
      return items;
    });
    hints.sayLimits();
    return output;
  }
}

/** A relative period bounds corrections too, which is seldom what is meant. */
function changesOfPeriodInWords(item: Item, { filter }: SalesRequest): string | undefined {
  if (filter.changedSince === undefined || item.text('period') === 'custom') return undefined;
  return "'Changed Since' gave changed sales of the chosen period only. For those of every sales date set 'Period' to 'Custom' and leave both dates empty.";
}
