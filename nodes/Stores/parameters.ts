import type { INodeProperties } from 'n8n-workflow';
import { dayField, limitParameter, returnAllParameter, timeoutField } from '../service/parameters.ts';
import { storeLocatorField } from '../service/storeLocator.ts';

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
      'Only stores whose information was updated since this date (yyyy-MM-dd)',
    ),
    storeLocatorField('Store ID', 'storeId', 'Only the store with this number (a whole number such as 143)'),
    {
      displayName: 'Store Name Contains',
      name: 'storeNameContains',
      type: 'string',
      default: '',
      placeholder: 'e.g. Majorstuen',
      description: 'Only stores whose name contains this text, such as Majorstuen',
    },
  ],
};

export const storesParameters: INodeProperties[] = [
  returnAllParameter,
  limitParameter,
  {
    displayName: 'Simplify',
    name: 'simplify',
    type: 'boolean',
    default: false,
    description: 'Whether to return a simplified version of the response instead of the raw data',
  },
  filters,
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add Option',
    default: {},
    options: [timeoutField(60)],
  },
];
