import type { INodeProperties } from 'n8n-workflow';
import {
  dayField,
  filtersOfTool,
  identifierField,
  limitParameter,
  NO_STORE,
  operationField,
  optionsField,
  pageSizeField,
  returnAllParameter,
  timeoutField,
} from '../service/parameters.ts';
import {
  fromStoreField,
  storeField,
  toStoreField,
  vendorField,
  wholesalerField,
} from '../service/storeRange.ts';

const onlyCustom = { show: { period: ['custom'] } };
const onlyFile = { show: { '/output': ['file'] } };
const cutOutputs = ['rows', 'stores', 'days'];

const period: INodeProperties = {
  displayName: 'Period',
  name: 'period',
  type: 'options',
  default: 'yesterday',
  description:
    "Which sales dates to get. Relative periods follow Europe/Oslo time, whatever the workflow's time zone.",
  options: [
    { name: 'Custom', value: 'custom', description: 'The dates given below, both included' },
    {
      name: 'Last 30 Days',
      value: 'last30Days',
      description: 'The 30 days up to the latest day whose sales are available (from about 07:45)',
    },
    {
      name: 'Last 7 Days',
      value: 'last7Days',
      description: 'The 7 days up to the latest day whose sales are available (from about 07:45)',
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
        'From the 1st of the month to the latest day whose sales are available. On the 1st, it is the whole month before.',
    },
    {
      name: 'Yesterday',
      value: 'yesterday',
      description: 'The day before today, whose sales are available from about 07:45',
    },
  ],
};

const output: INodeProperties = {
  displayName: 'Output',
  name: 'output',
  type: 'options',
  default: 'rows',
  description: 'How to return the sales',
  options: [
    {
      name: 'File',
      value: 'file',
      description: 'One CSV or NDJSON file with all sales. Choose it for more than 100,000 sales.',
    },
    {
      name: 'One Item per Day',
      value: 'days',
      description: 'Each sales date with its stores and their sales. The limit counts days.',
    },
    {
      name: 'One Item per Sale',
      value: 'rows',
      description: 'One product in one store on one date, in flat fields',
    },
    {
      name: 'One Item per Store and Day',
      value: 'stores',
      description: 'Each store with its sales of one date. The limit counts these items.',
    },
    {
      name: 'Totals',
      value: 'totals',
      description: 'Litres and units added up over all sales, per product, store, day, week or month',
    },
  ],
};

const groupBy: INodeProperties = {
  displayName: 'Group By',
  name: 'groupBy',
  type: 'multiOptions',
  default: ['product'],
  description:
    'What to add the sales up by: one or two of product, store, day, week and month. An expression can give an array, or a text with a comma.',
  displayOptions: { show: { output: ['totals'] } },
  options: [
    { name: 'Day', value: 'day', description: 'By sales date' },
    { name: 'Month', value: 'month', description: 'By calendar month, such as 2026-11' },
    { name: 'Product', value: 'product', description: 'By product ID' },
    { name: 'Store', value: 'store', description: 'By store ID' },
    { name: 'Week', value: 'week', description: 'By ISO week, such as 2026-W47' },
  ],
};

const filters = filtersOfTool(
  [
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
      'Only these products: whole numbers with commas between them, or an array. For several products, the node gets all sales of the dates and keeps theirs.',
    ),
    storeField,
    toStoreField,
    vendorField,
    wholesalerField,
  ],
  { productId: '', storeId: NO_STORE },
);

const options = optionsField([
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
  pageSizeField(50_000, 'How many sales to get per call. A call that times out is repeated for fewer sales.'),
  {
    displayName: 'Put Output File in Field',
    name: 'binaryProperty',
    type: 'string',
    default: 'data',
    description: 'The name of the output field to put the file in',
    displayOptions: onlyFile,
  },
  timeoutField(300),
]);

const costNotice: INodeProperties = {
  displayName:
    'The node makes about three calls for each input item, however many stores and products it gets: 1,000 items take 3,000 calls. To fetch many stores, use one item and filter what comes out.',
  name: 'costNotice',
  type: 'notice',
  default: '',
};

export const dailySalesParameters: INodeProperties[] = [
  operationField('Get Daily Sales', 'get', 'Get sales per day, store and product, or their totals'),
  period,
  {
    ...dayField(
      'From Sales Date',
      'fromSalesDate',
      'First sales date to get (yyyy-MM-dd). Leave empty for no beginning.',
    ),
    displayOptions: onlyCustom,
  },
  {
    ...dayField(
      'To Sales Date',
      'toSalesDate',
      'Last sales date to get (yyyy-MM-dd), included. Leave empty for no end.',
    ),
    displayOptions: onlyCustom,
  },
  filters.onTop,
  output,
  groupBy,
  { ...returnAllParameter, displayOptions: { show: { output: cutOutputs } } },
  { ...limitParameter, displayOptions: { show: { output: cutOutputs, returnAll: [false] } } },
  filters.below,
  options,
  costNotice,
];
