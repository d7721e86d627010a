import type { INodeProperties } from 'n8n-workflow';
import {
  dayField,
  identifierField,
  limitParameter,
  operationField,
  pageSizeField,
  returnAllParameter,
  timeoutField,
} from '../service/parameters.ts';
import { fromStoreField, storeField, toStoreField } from '../service/storeRange.ts';

const onlyCustom = { show: { period: ['custom'] } };
const onlyFile = { show: { '/output': ['file'] } };
const cutOutputs = ['rows', 'stores', 'days'];

const period: INodeProperties = {
  displayName: 'Period',
  name: 'period',
  type: 'options',
  default: 'yesterday',
  description:
    'Which sales dates to read. Relative periods are counted in Europe/Oslo time, whatever the time zone of the workflow.',
  options: [
    { name: 'Custom', value: 'custom', description: 'The dates given below, both included' },
    {
      name: 'Last 30 Days',
      value: 'last30Days',
      description: 'The 30 days that end with the newest day whose sales are published (about 07:45)',
    },
    {
      name: 'Last 7 Days',
      value: 'last7Days',
      description: 'The 7 days that end with the newest day whose sales are published (about 07:45)',
    },
    {
      name: 'Last Month',
      value: 'lastMonth',
      description: 'The calendar month before this one, from its first day to its last',
    },
    { name: 'Last Week', value: 'lastWeek', description: 'Monday to Sunday of the week before this one' },
    {
      name: 'Month to Date',
      value: 'monthToDate',
      description:
        'From the 1st of the month to the newest day whose sales are published. On the 1st, when this month has none yet, it is the whole month before.',
    },
    {
      name: 'Yesterday',
      value: 'yesterday',
      description: 'The day before today; its sales are published at about 07:45',
    },
  ],
};

const output: INodeProperties = {
  displayName: 'Output',
  name: 'output',
  type: 'options',
  default: 'rows',
  description: 'In which form to return the sales',
  options: [
    {
      name: 'File',
      value: 'file',
      description: 'One CSV or NDJSON file with all sales, the way to go from 100,000 sales up',
    },
    {
      name: 'One Item per Day',
      value: 'days',
      description: 'Each sales date with its stores and their sales; the limit counts days',
    },
    { name: 'One Item per Sale', value: 'rows', description: 'Flat: one product in one store on one date' },
    {
      name: 'One Item per Store and Day',
      value: 'stores',
      description: 'Each store with its sales of one date; the limit counts these, each one whole',
    },
    {
      name: 'Totals',
      value: 'totals',
      description: 'Litres and quantity added up over all sales, per product, store, day, week or month',
    },
  ],
};

const groupBy: INodeProperties = {
  displayName: 'Group By',
  name: 'groupBy',
  type: 'multiOptions',
  default: ['product'],
  description:
    'What to add the sales up by: one or two of product, store, day, week and month, such as store and week. An expression may give them as an array or as a text with a comma between them.',
  displayOptions: { show: { output: ['totals'] } },
  options: [
    { name: 'Day', value: 'day', description: 'By sales date' },
    { name: 'Month', value: 'month', description: 'By calendar month, such as 2026-11' },
    { name: 'Product', value: 'product', description: 'By product ID' },
    { name: 'Store', value: 'store', description: 'By store ID' },
    { name: 'Week', value: 'week', description: 'By ISO week, such as 2026-W47' },
  ],
};

const filters: INodeProperties = {
  displayName: 'Filters',
  name: 'filters',
  type: 'collection',
  placeholder: 'Add Filter',
  default: {},
  options: [
    dayField(
      'Changed Since',
      'changedSince',
      'Only sales that were updated or corrected since this date (yyyy-MM-dd), old sales dates included',
    ),
    fromStoreField,
    identifierField(
      'Product IDs',
      'productId',
      '1101, 1102',
      'Only this product (a whole number), or several: numbers with commas between them, or an array. Several are picked out of one pass over all sales of the dates.',
    ),
    storeField,
    toStoreField,
    identifierField('Vendor ID', 'vendorId', '12', 'Only products of this vendor (a whole number)'),
    identifierField(
      'Wholesaler ID',
      'wholesalerId',
      '7',
      'Only products of this wholesaler (a whole number)',
    ),
  ],
};

const options: INodeProperties = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add Option',
  default: {},
  options: [
    {
      displayName: 'CSV Style',
      name: 'csvStyle',
      type: 'options',
      default: 'international',
      description: 'How a CSV file is written',
      displayOptions: onlyFile,
      options: [
        {
          name: 'International',
          value: 'international',
          description: 'Cells between commas, decimal point',
        },
        {
          name: 'Norwegian',
          value: 'norwegian',
          description: 'Cells between semicolons, decimal comma, byte order mark: opens in Norwegian Excel',
        },
      ],
    },
    {
      displayName: 'File Format',
      name: 'fileFormat',
      type: 'options',
      default: 'csv',
      description: 'How the file is written',
      displayOptions: onlyFile,
      options: [
        { name: 'CSV', value: 'csv', description: 'A table with a header line' },
        { name: 'NDJSON', value: 'ndjson', description: 'One JSON object per line' },
      ],
    },
    pageSizeField(
      10_000,
      'Sales per call to the service (a whole number). Not set, the service decides (up to 1,048,575), which is fastest; memory stays small either way. A call that times out is asked again for fewer sales.',
    ),
    {
      displayName: 'Put Output File in Field',
      name: 'binaryProperty',
      type: 'string',
      default: 'data',
      description: 'The name of the output field to put the file in',
      displayOptions: onlyFile,
    },
    timeoutField(300),
  ],
};

export const dailySalesParameters: INodeProperties[] = [
  operationField('Get', 'get', 'Get daily sales'),
  period,
  {
    ...dayField(
      'From Sales Date',
      'fromSalesDate',
      'First sales date to read (yyyy-MM-dd). Leave empty for no beginning.',
    ),
    displayOptions: onlyCustom,
  },
  {
    ...dayField(
      'To Sales Date',
      'toSalesDate',
      'Last sales date to read (yyyy-MM-dd), included. Leave empty for no end.',
    ),
    displayOptions: onlyCustom,
  },
  output,
  groupBy,
  { ...returnAllParameter, displayOptions: { show: { output: cutOutputs } } },
  { ...limitParameter, displayOptions: { show: { output: cutOutputs, returnAll: [false] } } },
  filters,
  options,
];
