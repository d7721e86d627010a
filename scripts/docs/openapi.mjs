/** The service as OpenAPI 3.1, from the schemas of the client's operations. */
import { accumulatedStockOperation } from '../../shared/operations/accumulatedStock.ts';
import { DAILY_SALES_CAP, dailySalesOperation } from '../../shared/operations/dailySales.ts';
import { permissionOperation } from '../../shared/operations/permission.ts';
import { safeParse } from '../../shared/operations/schema.ts';
import { storesOperation } from '../../shared/operations/stores.ts';
import { jsonSchemaOf } from '../../shared/shapes/index.ts';
import { meaningOf } from './fields.mjs';

/** What the interface says of each operation. */
const OPERATIONS = [
  {
    operation: permissionOperation,
    id: 'putPermission',
    entry: 'Permission',
    shape: 'permission',
    summary: 'Activate or deactivate an existing permission',
    description: 'Changes only `active`. It does not create a permission.',
    refusals: { 422: { description: 'Unprocessable entity. When that is so is not stated.' } },
  },
  {
    operation: dailySalesOperation,
    id: 'getDailySales',
    entry: 'SalesDay',
    shape: 'salesDay',
    summary: 'Daily sales by store and product',
    description:
      'Yesterday’s sales are available from about 07:45 CET. `changedSince` gives corrections of earlier sales. `maxResults` and `start` count sales, ordered by sales date, store and product.',
  },
  {
    operation: storesOperation,
    id: 'getStores',
    entry: 'Store',
    shape: 'store',
    summary: 'Details of stores',
    description: 'The status is Open, Closed, Temporarily closed or To be opened.',
  },
  {
    operation: accumulatedStockOperation,
    id: 'getAccumulatedStock',
    entry: 'ProductStock',
    shape: 'productStock',
    summary: 'Stock of each product in all stores together',
    description:
      'Updated about 08:30 CET every day. At most 20 calls a minute and 400 a day. Two headers of the answer give the total number of products, and links to the pages before and after; their names are not stated.',
  },
];

/** By the name of a query parameter. */
const PARAMETERS = {
  fromSalesDate: { description: 'First sales date', format: 'date' },
  toSalesDate: { description: 'Last sales date', format: 'date' },
  fromStoreId: { description: 'First store number' },
  toStoreId: { description: 'Last store number' },
  productId: { description: 'Only this product' },
  vendorId: { description: 'Only this vendor' },
  wholesalerId: { description: 'Only this wholesaler' },
  storeId: { description: 'Only the store with this number' },
  storeNameContains: { description: 'Only stores whose name contains this' },
  changedSince: { description: 'Only what changed on this day or later', format: 'date' },
  includeZeroStock: { description: 'Also products that are sold and have no stock' },
  maxResults: { description: 'The most entries in one answer', minimum: 1 },
  start: { description: 'Entries to skip', minimum: 0 },
};

/** The whole document. */
export function openapi() {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Retail data service',
      version: 'v0',
      description:
        'Sales, stock and stores of a retail chain, for its suppliers and wholesalers. A field that may be null or missing is not required here.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '{baseUrl}',
        variables: { baseUrl: { default: 'https://api.example.com', description: 'As in your profile' } },
      },
    ],
    security: [{ subscriptionKey: [] }],
    paths: Object.fromEntries(OPERATIONS.map((each) => [each.operation.path, pathOf(each)])),
    components: {
      securitySchemes: {
        subscriptionKey: { type: 'apiKey', in: 'header', name: 'Ocp-Apim-Subscription-Key' },
      },
      schemas: Object.fromEntries(OPERATIONS.flatMap(schemasOf)),
    },
  };
}

function pathOf({ operation, id, summary, description, entry, refusals = {} }) {
  const answered = { $ref: `#/components/schemas/${entry}` };
  const schema = isList(operation) ? { type: 'array', items: answered } : answered;
  return {
    [operation.method.toLowerCase()]: {
      operationId: id,
      summary,
      description,
      parameters: Object.entries(jsonSchemaOf(operation.query).properties).map(([name, parameter]) =>
        parameterOf(operation, name, parameter),
      ),
      ...(operation.method === 'PUT' && {
        requestBody: {
          required: true,
          content: json({ $ref: `#/components/schemas/${entry}Change` }),
        },
      }),
      responses: {
        200: { description: 'Successful operation', content: json(schema) },
        400: { description: 'Wrong parameters or values. The form of the body is not stated.' },
        ...refusals,
        500: { description: 'Internal server error. The form of the body is not stated.' },
      },
    },
  };
}

function parameterOf(operation, name, parameter) {
  const { description, ...more } = PARAMETERS[name];
  const usual = operation === dailySalesOperation && name === 'maxResults' && { default: DAILY_SALES_CAP };
  return { name, in: 'query', description, schema: { type: parameter.type, ...more, ...usual } };
}

function schemasOf({ operation, entry, shape }) {
  const { answer, body, method } = operation;
  const answered = isList(operation) ? answer._zod.def.element : answer;
  return [
    [entry, described(jsonSchemaOf(answered), answered, [shape])],
    ...(method === 'PUT'
      ? [[`${entry}Change`, described(jsonSchemaOf(body), body, [`${shape}Change`])]]
      : []),
  ];
}

/** The schema with what each field means. A field that the client reads where it is missing is not required. */
function described({ properties, required, additionalProperties: _, ...schema }, zod, path) {
  const { shape } = zod._zod.def;
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [
        name,
        { description: meaningOf([...path, name]), ...inside(field, shape[name], [...path, name]) },
      ]),
    ),
    required: required.filter((name) => !safeParse(shape[name], undefined).success),
  };
}

function inside(field, zod, path) {
  const of = zod._zod.def.type === 'pipe' ? zod._zod.def.out : zod;
  if (field.type === 'array')
    return {
      ...field,
      items: described(field.items, of._zod.def.element, [...path.slice(0, -1), `${path.at(-1)}[]`]),
    };
  return field.type === 'object' ? described(field, of, path) : field;
}

function isList({ answer }) {
  return answer._zod.def.type === 'array';
}

function json(schema) {
  return { 'application/json': { schema } };
}
