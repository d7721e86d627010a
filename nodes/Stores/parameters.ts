import type { INodeProperties } from 'n8n-workflow';
import {
  choiceField,
  dayField,
  filtersOfTool,
  limitFields,
  NO_STORE,
  operationField,
  optionsField,
  shownWith,
  storeField,
  storeNameField,
  switchField,
  timeoutField,
} from '../service/parameters.ts';
import { STORE_FIELDS, type StoreField } from './storeView.ts';

const filters = filtersOfTool(
  { storeId: NO_STORE, storeNameContains: '' },
  dayField(
    'Changed Since',
    'changedSince',
    'Only stores whose information was updated since this date (yyyy-MM-dd)',
  ),
  storeField,
  storeNameField,
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

const simplify: INodeProperties = {
  ...switchField(
    'Simplify',
    'simplify',
    'Whether to return a simplified version of the response instead of the raw data',
  ),
  default: true,
  displayOptions: { hide: { '@tool': [true] } },
};

const output = choiceField(['Output', 'output'], 'simplified', 'Which fields of a store to return', {
  Raw: ['raw', 'Every field, opening hours included; of more than three stores each comes simplified'],
  'Selected Fields': ['selectedFields', 'The fields chosen below'],
  Simplified: ['simplified', 'Ten flat fields: name, place, status, and whether the store is open today'],
});

const fields: INodeProperties = {
  displayName: 'Fields',
  name: 'fields',
  type: 'multiOptions',
  default: ['openingHours', 'storeId', 'storeName'],
  description: 'The fields of a store to return',
  options: STORE_FIELDS.map((value) => ({ name: FIELD_NAMES[value], value })),
};

export const storesParameters: INodeProperties[] = [
  operationField('Get Many Stores', 'get', 'Get stores by number, name or date of change'),
  filters.onTop,
  ...limitFields(),
  simplify,
  ...shownWith({ '@tool': [true] }, output),
  ...shownWith({ '@tool': [true], output: ['selectedFields'] }, fields),
  filters.below,
  optionsField(timeoutField(60)),
];
