import type { INodeProperties } from 'n8n-workflow';
import { identifierField } from '../service/parameters.ts';
import { fromStoreField, storeField, toStoreField } from '../service/storeRange.ts';

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
      value: 'salesAvailable',
      description:
        "Once a day, when yesterday's sales are complete (from 07:45 Norwegian time). Missed days, up to seven, are caught up one by one.",
    },
    {
      name: 'Stock Updated',
      value: 'stockUpdated',
      description:
        "Once a day, when today's stock is complete (from 08:30 Norwegian time). Stock of missed days can't be read later; the next event lists those days.",
    },
    {
      name: 'Stores Changed',
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

const filters: INodeProperties = {
  displayName: 'Filters',
  name: 'filters',
  type: 'collection',
  placeholder: 'Add Filter',
  default: {},
  options: [
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
    {
      ...identifierField('Vendor ID', 'vendorId', '12', 'Only products of this vendor (a whole number)'),
      ...onlyFor('salesAvailable'),
    },
    {
      ...identifierField(
        'Wholesaler ID',
        'wholesalerId',
        '7',
        'Only products of this wholesaler (a whole number)',
      ),
      ...onlyFor('salesAvailable'),
    },
  ],
};

const firesAtOnce: INodeProperties = {
  displayName:
    "When you publish the workflow after today's refresh, it starts at once if the data is complete, unless it has started for that day already. Polling once a day? Choose 09:00 Norwegian time or later.",
  name: 'firesAtOnce',
  type: 'notice',
  default: '',
  displayOptions: onDays,
};

export const triggerParameters: INodeProperties[] = [event, firesAtOnce, emitEmptyDays, filters];
