import * as shapes from '../../shared/shapes/index.ts';

/** What each node gives to a workflow, by its folder. */
const FORMS = {
  AccumulatedStock: { product: shapes.productStock },
  DailySales: {
    rows: shapes.salesRow,
    stores: shapes.salesOfStoreAndDay,
    days: shapes.salesOfDay,
    totals: shapes.salesTotal,
    file: shapes.salesFileNote,
  },
  Permission: { permission: shapes.permission },
  Stores: { 'simplified store': shapes.simplifiedStore, store: shapes.store },
  Trigger: { 'daily event': shapes.refreshOfDay, 'changed store': shapes.store },
};

/** The operation of each node; the trigger has none. */
const OPERATIONS = { AccumulatedStock: 'get', DailySales: 'get', Permission: 'set', Stores: 'get' };

/** Where n8n looks for the schema of the node in that folder: by its version and operation. */
export function outputSchemaPath(folder) {
  const operation = OPERATIONS[folder];
  return operation === undefined ? '__schema__/v1.0.0.json' : `__schema__/v1.0.0/${operation}.json`;
}

/**
 * The JSON schema of one output item of the node in that folder. n8n's editor shows the properties at the top of it
 * whatever the parameters are, so only those stand there that every form has.
 */
export function outputSchemaOf(folder) {
  const forms = Object.entries(FORMS[folder] ?? {}).map(([title, shape]) => ({
    title,
    ...shapes.jsonSchemaOf(shape),
  }));
  const [first, ...others] = forms;
  if (first === undefined)
    throw new Error(`scripts/build/schemas.mjs does not say what ${folder} gives. Add it.`);
  const { title: _, ...alone } = first;
  if (others.length === 0) return alone;
  const common = Object.entries(first.properties).filter(([name]) =>
    others.every(({ properties }) => name in properties),
  );
  return {
    type: 'object',
    ...(common.length === 0 ? {} : { properties: Object.fromEntries(common) }),
    anyOf: forms,
  };
}
