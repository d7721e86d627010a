import type { INodeProperties } from 'n8n-workflow';
import { filtersField, identifierField, optionsField } from '../service/parameters.ts';
import {
  fromStoreField,
  storeField,
  toStoreField,
  vendorField,
  wholesalerField,
} from '../service/storeRange.ts';

const onlyFor = (...events: string[]) => ({ displayOptions: { show: { '/event': events } } });

const event: INodeProperties = {
  displayName: 'Event',
  name: 'event',
  type: 'options',
  default: 'stockUpdated',
  description:
    'What to wait for. Any Poll Times work, from every minute to once a week. Polls in quick succession share one call: until the data arrives the service is asked at most every five minutes from half an hour after its refresh, and every fifteen from noon.',
  options: [
    {
      name: 'Sales Available',
      action: "On yesterday's sales",
      value: 'salesAvailable',
      description:
        "Once a day, when yesterday's sales have stood still for ten minutes (from 07:45 Norwegian time). Missed days, up to seven, are caught up one by one.",
    },
    {
      name: 'Stock Updated',
      action: "On today's stock",
      value: 'stockUpdated',
      description:
        "Once a day, when today's stock has stood still for ten minutes (from 08:30 Norwegian time). Stock of missed days can't be read later; the next event lists those days.",
    },
    {
      name: 'Stores Changed',
      action: 'On changed stores',
      value: 'storesChanged',
      description:
        'Once a day (from 07:00 Norwegian time), one item for each store that is new or has changed since the last check. The first check gives nothing.',
    },
  ],
};

const onDays = { show: { event: ['salesAvailable', 'stockUpdated'] } };

const emitEmptyDays: INodeProperties = {
  displayName: 'Emit Empty Days',
  name: 'emitEmptyDays',
  type: 'boolean',
  default: false,
  description:
    'Whether to start also for a day without data, such as a Sunday. Its item has empty: true and comes at the first poll from noon on, or with the first poll of the next day.',
  displayOptions: onDays,
};

const filters = filtersField([
  { ...fromStoreField, ...onlyFor('salesAvailable') },
  {
    displayName: 'Include Zero Stock',
    name: 'includeZeroStock',
    type: 'boolean',
    default: false,
    description: 'Whether the stock of a product that has just sold out counts as updated',
    ...onlyFor('stockUpdated'),
  },
  {
    ...identifierField('Product ID', 'productId', '1101', 'Only this product (a whole number)'),
    ...onlyFor('salesAvailable', 'stockUpdated'),
  },
  { ...storeField, ...onlyFor('salesAvailable', 'storesChanged') },
  {
    displayName: 'Store Name Contains',
    name: 'storeNameContains',
    type: 'string',
    default: '',
    placeholder: 'e.g. Majorstuen',
    description: 'Only stores whose name contains this text',
    ...onlyFor('storesChanged'),
  },
  { ...toStoreField, ...onlyFor('salesAvailable') },
  { ...vendorField, ...onlyFor('salesAvailable') },
  { ...wholesalerField, ...onlyFor('salesAvailable') },
]);

const options: INodeProperties = {
  ...optionsField([
    {
      displayName: 'Settle Time (Minutes)',
      name: 'settleTime',
      type: 'number',
      typeOptions: { minValue: 0, maxValue: 30 },
      default: 10,
      description:
        "How long the data must stand still before it starts the workflow. This guards against half a day's data that arrives in parts. It can't tell half from whole if the rest comes later than this. With 0, the first data that is seen starts the workflow.",
    },
  ]),
  displayOptions: onDays,
};

const firesAtOnce: INodeProperties = {
  displayName:
    "When you publish the workflow, and at every restart of n8n, the node polls at once. It starts the workflow if today's data is complete and hasn't started it yet. Polling once a day? Choose 09:00 Norwegian time or later. If the item says settled: false, the data may be incomplete.",
  name: 'firesAtOnce',
  type: 'notice',
  default: '',
  displayOptions: onDays,
};

export const triggerParameters: INodeProperties[] = [event, firesAtOnce, emitEmptyDays, filters, options];
