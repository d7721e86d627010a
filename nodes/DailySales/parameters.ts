import type { INodeProperties } from 'n8n-workflow';
import {
  choiceField,
  dayField,
  filtersOfTool,
  limitFields,
  NO_STORE,
  noticeField,
  operationField,
  optionsField,
  pageSizeField,
  salesFilterFields,
  shownWith,
  storeField,
  textField,
  timeoutField,
} from '../service/parameters.ts';

const period = choiceField(
  ['Period', 'period'],
  'yesterday',
  "Which sales dates to get. Relative periods follow Europe/Oslo time, whatever the workflow's time zone.",
  {
    Custom: ['custom', 'The dates given below, both included'],
    'Last 30 Days': [
      'last30Days',
      'The 30 days up to the latest day whose sales are available (from about 07:45)',
    ],
    'Last 7 Days': [
      'last7Days',
      'The 7 days up to the latest day whose sales are available (from about 07:45)',
    ],
    'Last Month': ['lastMonth', 'The calendar month before this one, from its first day to its last'],
    'Last Week': ['lastWeek', 'Monday to Sunday of the week before this one'],
    'Month to Date': [
      'monthToDate',
      'From the 1st of the month to the latest day whose sales are available. On the 1st, it is the whole month before.',
    ],
    Yesterday: ['yesterday', 'The day before today, whose sales are available from about 07:45'],
  },
);

const output = choiceField(['Output', 'output'], 'rows', 'How to return the sales', {
  File: ['file', 'One CSV or NDJSON file with all sales. Choose it for more than 100,000 sales.'],
  'One Item per Day': ['days', 'Each sales date with its stores and their sales. The limit counts days.'],
  'One Item per Sale': ['rows', 'One product in one store on one date, in flat fields'],
  'One Item per Store and Day': [
    'stores',
    'Each store with its sales of one date. The limit counts these items.',
  ],
  Totals: ['totals', 'Litres and units added up over all sales, per product, store, day, week or month'],
});

const groupBy: INodeProperties = {
  ...choiceField(
    ['Group By', 'groupBy'],
    '',
    'What to add the sales up by: one or two of product, store, day, week and month. An expression can give an array, or a text with a comma.',
    {
      Day: ['day', 'By sales date'],
      Month: ['month', 'By calendar month, such as 2026-11'],
      Product: ['product', 'By product ID'],
      Store: ['store', 'By store ID'],
      Week: ['week', 'By ISO week, such as 2026-W47'],
    },
  ),
  type: 'multiOptions',
  default: ['product'],
};

const filters = filtersOfTool(
  { productId: '', storeId: NO_STORE },
  dayField(
    'Changed Since',
    'changedSince',
    'Only sales that were updated or corrected since this date (yyyy-MM-dd), old sales dates included',
  ),
  textField(
    'Product IDs',
    'productId',
    '1101, 1102',
    'Only these products: whole numbers with commas between them, or an array. For several products, the node gets all sales of the dates and keeps theirs.',
  ),
  storeField,
  ...salesFilterFields,
);

const fileOptions: INodeProperties[] = [
  choiceField(['CSV Style', 'csvStyle'], 'international', 'How a CSV file is written', {
    International: ['international', 'Cells between commas, decimal point'],
    Norwegian: [
      'norwegian',
      'Cells between semicolons, decimal comma, byte order mark: opens in Norwegian Excel',
    ],
  }),
  choiceField(['File Format', 'fileFormat'], 'csv', 'How the file is written', {
    CSV: ['csv', 'A table with a header line'],
    NDJSON: ['ndjson', 'One JSON object per line'],
  }),
  {
    displayName: 'Put Output File in Field',
    name: 'binaryProperty',
    type: 'string',
    default: 'data',
    description: 'The name of the output field to put the file in',
  },
];

export const dailySalesParameters: INodeProperties[] = [
  operationField('Get Daily Sales', 'get', 'Get sales per day, store and product, or their totals'),
  period,
  ...shownWith(
    { period: ['custom'] },
    dayField(
      'From Sales Date',
      'fromSalesDate',
      'First sales date to get (yyyy-MM-dd). Leave empty for no beginning.',
    ),
    dayField(
      'To Sales Date',
      'toSalesDate',
      'Last sales date to get (yyyy-MM-dd), included. Leave empty for no end.',
    ),
  ),
  filters.onTop,
  output,
  ...shownWith({ output: ['totals'] }, groupBy),
  ...limitFields({ output: ['rows', 'stores', 'days'] }),
  filters.below,
  optionsField(
    ...shownWith({ '/output': ['file'] }, ...fileOptions),
    pageSizeField(
      50_000,
      'How many sales to get per call. A call that times out is repeated for fewer sales.',
    ),
    timeoutField(300),
  ),
  noticeField(
    'costNotice',
    'The node makes about three calls for each input item, however many stores and products it gets: 1,000 items take 3,000 calls. To fetch many stores, use one item and filter what comes out.',
  ),
];
