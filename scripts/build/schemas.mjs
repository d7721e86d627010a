import * as shapes from '../../shared/shapes/index.ts';

const note = { 'note to an agent': shapes.agentNote };

/**
 * What each node gives, by its folder; the form that its default parameters give comes first. n8n serves one schema for
 * a node without resource and operation, and its editor reads the properties at the top of it.
 */
const FORMS = {
  AccumulatedStock: { product: shapes.productStock, ...note },
  DailySales: {
    rows: shapes.salesRow,
    stores: shapes.salesOfStoreAndDay,
    days: shapes.salesOfDay,
    totals: shapes.salesTotal,
    file: shapes.salesFileNote,
    'rows for an agent': shapes.leanSalesRow,
    'stores for an agent': shapes.leanSalesOfStoreAndDay,
    'days for an agent': shapes.leanSalesOfDay,
    ...note,
  },
  Permission: { permission: shapes.permission },
  Stores: {
    store: shapes.store,
    'simplified store': shapes.simplifiedStore,
    'selected fields for an agent': shapes.selectedStore,
    ...note,
  },
  Trigger: { 'daily event': shapes.refreshOfDay, 'changed store': shapes.store },
};

/** The JSON schema of one output item of the node in that folder. */
export function outputSchemaOf(folder) {
  const forms = Object.entries(FORMS[folder] ?? {}).map(([title, shape]) => ({
    title,
    ...shapes.jsonSchemaOf(shape),
  }));
  const [first] = forms;
  if (first === undefined)
    throw new Error(`scripts/build/schemas.mjs does not say what ${folder} gives. Add it.`);
  const { title: _, ...alone } = first;
  return forms.length === 1
    ? alone
    : { type: 'object', properties: namesAndTypes(first.properties), anyOf: forms };
}

/** Without the values that only this form has, since the properties at the top hold for every form. */
function namesAndTypes(properties) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { enum: _, const: __, ...type }]) => [name, type]),
  );
}
