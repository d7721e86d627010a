import type { INodeProperties } from 'n8n-workflow';
import {
  choiceField,
  filtersField,
  noticeField,
  numberField,
  optionsField,
  salesFilterFields,
  shownWith,
  storeField,
  storeNameField,
  switchField,
  textField,
} from '../service/parameters.ts';

const event = choiceField(
  ['Event', 'event'],
  'stockUpdated',
  'What to wait for. Any Poll Times work, from every minute to once a week. Polls in quick succession share one call: until the data arrives the service is asked at most every five minutes from half an hour after its refresh, and every fifteen from noon.',
  {
    'Sales Available': [
      'salesAvailable',
      "Once a day, when yesterday's sales have stood still for ten minutes (from 07:45 Norwegian time). Missed days, up to seven, are caught up one by one.",
      "On yesterday's sales",
    ],
    'Stock Updated': [
      'stockUpdated',
      "Once a day, when today's stock has stood still for ten minutes (from 08:30 Norwegian time). Stock of missed days can't be read later; the next event lists those days.",
      "On today's stock",
    ],
    'Stores Changed': [
      'storesChanged',
      'Once a day (from 07:00 Norwegian time), one item for each store that is new or has changed since the last check. The first check gives nothing.',
      'On changed stores',
    ],
  },
);

const filters = filtersField(
  ...shownWith({ '/event': ['salesAvailable'] }, ...salesFilterFields),
  ...shownWith(
    { '/event': ['stockUpdated'] },
    switchField(
      'Include Zero Stock',
      'includeZeroStock',
      'Whether the stock of a product that has just sold out counts as updated',
    ),
  ),
  ...shownWith(
    { '/event': ['salesAvailable', 'stockUpdated'] },
    textField('Product ID', 'productId', '1101', 'Only this product (a whole number)'),
  ),
  ...shownWith({ '/event': ['salesAvailable', 'storesChanged'] }, storeField),
  ...shownWith({ '/event': ['storesChanged'] }, storeNameField),
);

const onDays = { event: ['salesAvailable', 'stockUpdated'] };

export const triggerParameters: INodeProperties[] = [
  event,
  ...shownWith(
    onDays,
    noticeField(
      'firesAtOnce',
      "When you publish the workflow, and at every restart of n8n, the node polls at once. It starts the workflow if today's data is complete and hasn't started it yet. Polling once a day? Choose 09:00 Norwegian time or later. If the item says settled: false, the data may be incomplete.",
    ),
    switchField(
      'Emit Empty Days',
      'emitEmptyDays',
      'Whether to start also for a day without data, such as a Sunday. Its item has empty: true and comes at the first poll from noon on, or with the first poll of the next day.',
    ),
  ),
  filters,
  ...shownWith(
    onDays,
    optionsField(
      numberField(
        ['Settle Time (Minutes)', 'settleTime'],
        [0, 30],
        10,
        "How long the data must stand still before it starts the workflow. This guards against half a day's data that arrives in parts. It can't tell half from whole if the rest comes later than this. With 0, the first data that is seen starts the workflow.",
      ),
    ),
  ),
];
