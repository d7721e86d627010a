import type { INodeProperties } from 'n8n-workflow';
import {
  dayField,
  filtersOfTool,
  limitParameter,
  NO_STORE,
  operationField,
  optionsField,
  returnAllParameter,
  timeoutField,
} from '../service/parameters.ts';
import { storeLocatorField } from '../service/storeLocator.ts';
import { STORE_FIELDS, type StoreField } from './storeView.ts';

const filters = filtersOfTool(
  [
    dayField(
      'Changed Since',
      'changedSince',
      'Only stores whose information was updated since this date (yyyy-MM-dd)',
    ),
    storeLocatorField('Only the store with this number (a whole number such as 143)'),
    {
      displayName: 'Store Name Contains',
      name: 'storeNameContains',
      type: 'string',
      default: '',
      placeholder: 'e.g. Majorstuen',
      description: 'Only stores whose name contains this text, such as Majorstuen',
    },
  ],
  { storeId: NO_STORE, storeNameContains: '' },
);

const FIELD_NAMES: Readonly<Record<StoreField, string>> = {
  address: 'Address',
  category: 'Category',
  city: 'City',
  email: 'Email',
  lastChanged: 'Last Changed',
  latitude: 'Latitude',
  longitude: 'Longitude',
  openToday: 'Open Today',
  openingHours: 'Opening Hours',
  postalCode: 'Postal Code',
  status: 'Status',
  storeId: 'Store ID',
  storeName: 'Store Name',
  street: 'Street',
  telephone: 'Telephone',
};

export const storesParameters: INodeProperties[] = [
  operationField('Get Many Stores', 'get', 'Get stores by number, name or date of change'),
  filters.onTop,
  returnAllParameter,
  limitParameter,
  {
    displayName: 'Simplify',
    name: 'simplify',
    type: 'boolean',
    default: true,
    description: 'Whether to return a simplified version of the response instead of the raw data',
    displayOptions: { hide: { '@tool': [true] } },
  },
  {
    displayName: 'Output',
    name: 'output',
    type: 'options',
    default: 'simplified',
    description: 'Which fields of a store to return',
    displayOptions: { show: { '@tool': [true] } },
    options: [
      {
        name: 'Raw',
        value: 'raw',
        description: 'Every field, opening hours included; of more than three stores each comes simplified',
      },
      { name: 'Selected Fields', value: 'selectedFields', description: 'The fields chosen below' },
      {
        name: 'Simplified',
        value: 'simplified',
        description: 'Ten flat fields: name, place, status, and whether the store is open today',
      },
    ],
  },
  {
    displayName: 'Fields',
    name: 'fields',
    type: 'multiOptions',
    default: ['openingHours', 'storeId', 'storeName'],
    description: 'The fields of a store to return',
    displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
    options: STORE_FIELDS.map((value) => ({ name: FIELD_NAMES[value], value })),
  },
  filters.below,
  optionsField([timeoutField(60)]),
];
