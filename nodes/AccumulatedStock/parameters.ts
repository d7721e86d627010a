import type { INodeProperties } from 'n8n-workflow';
import {
  dayField,
  filtersOfTool,
  limitFields,
  numberField,
  operationField,
  optionsField,
  pageSizeField,
  switchField,
  textField,
  timeoutField,
} from '../service/parameters.ts';

const filters = filtersOfTool(
  { productId: '' },
  dayField(
    'Changed Since',
    'changedSince',
    'Only products whose stock was updated since this date (yyyy-MM-dd)',
  ),
  switchField('Include Zero Stock', 'includeZeroStock', 'Whether to include products that are out of stock'),
  textField(
    'Product IDs',
    'productId',
    '1101, 1102',
    'Only these products: whole numbers with commas between them, or an array. For several products, the node takes the way that needs fewer calls.',
  ),
);

export const accumulatedStockParameters: INodeProperties[] = [
  operationField(
    'Get Accumulated Stock',
    'get',
    'Get the units in stock per product, in all stores together',
  ),
  filters.onTop,
  ...limitFields(),
  filters.below,
  optionsField(
    numberField(
      ['Max Wait (Seconds)', 'maxWait'],
      [0, 86_400],
      90,
      'How long to wait at most for a free call: the service takes 20 calls a minute and 400 a day. With 0, the node fails at once when no call is free and says when the next one is. As a tool of an AI agent it always does so.',
    ),
    pageSizeField(
      1000,
      'How many products to get per call. If left out, the service decides. Larger pages need fewer of the 400 calls a day.',
    ),
    timeoutField(120),
    {
      displayName: 'Total Header',
      name: 'totalHeader',
      type: 'string',
      default: 'x-total-count',
      description:
        'Response header in which the service says how many products there are, or "none". Change it only if an error says that the header and the products differ.',
    },
  ),
];
