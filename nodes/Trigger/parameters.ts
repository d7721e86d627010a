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
    'What to wait for. However often the node polls, it asks the service only while something is due: every five or ten minutes from the time of the refresh until it is there, every hour after noon.',
  options: [
    {
      name: 'Sales Available',
      value: 'salesAvailable',
      description:
        'Once a day, when the sales of the day before are there (from 07:45 Norwegian time) and have stood still for five minutes. Days missed, up to seven, are caught up one by one.',
    },
    {
      name: 'Stock Updated',
      value: 'stockUpdated',
      description:
        'Once a day, when the stock of today is there (from 08:30 Norwegian time) and has stood still for five minutes. Stock of days missed can no longer be read; the event names them.',
    },
    {
      name: 'Stores Changed',
      value: 'storesChanged',
      description:
        'Once a day (from 07:00 Norwegian time) each store that is new or has changed since the day before, as the node for stores gives it. The first check gives nothing.',
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
    'Whether to start also for a day that has nothing by noon, such as a Sunday. Its item has empty: true, and the day then does not start the workflow again.',
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
    "When the workflow is activated after today's refresh, this trigger fires at once (before noon, when the figures have stood still for five minutes), unless it has fired for that day already.",
  name: 'firesAtOnce',
  type: 'notice',
  default: '',
  displayOptions: onDays,
};

export const triggerParameters: INodeProperties[] = [event, firesAtOnce, emitEmptyDays, filters];
