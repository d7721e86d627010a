/** The tables of the fields that the nodes give. */
import {
  jsonSchemaOf,
  permission,
  productStock,
  refreshOfDay,
  salesFileNote,
  salesOfDay,
  salesOfStoreAndDay,
  salesRow,
  salesTotal,
  simplifiedStore,
  store,
} from '../../shared/shapes/index.ts';

/** What the nodes give, by the names of their tables. */
const SHAPES = {
  salesRow,
  salesOfStoreAndDay,
  salesOfDay,
  salesTotal,
  salesFileNote,
  simplifiedStore,
  store,
  productStock,
  permission,
  refreshOfDay,
};

/** By the name of a field; with the name before it in its path where one name means different things. */
const MEANINGS = {
  salesDate: 'The sales date, yyyy-MM-dd',
  week: 'ISO week, such as 2026-W47',
  month: 'Calendar month, such as 2026-11',
  storeId: 'Store number',
  productId: 'Product number',
  salesVolume: 'Litres, with three decimals',
  salesQuantity: 'Units; negative when more was returned than sold',
  salesCount: 'How many sales were added up',
  storeSales: 'One entry for each store',
  sales: 'One entry for each product',
  lastChangedDate: 'When the service last changed this sale: the date',
  lastChangedTime: 'The time of that change, as the service writes it',
  lastChanged: 'When the service last changed it',
  'lastChanged.date': 'The date',
  'lastChanged.time': 'The time, as the service writes it',
  'salesFileNote.rows': 'How many sales are in the file',
  'refreshOfDay.rows': 'How many products or sales the date has',
  fileName: 'Name of the file',
  from: 'First sales date asked for, null for an open beginning',
  to: 'Last sales date asked for, null for an open end',
  stock: 'Units in stock, in all stores together',
  numberOfStoresWithStock: 'Number of stores that have it in stock',
  updatedDate: 'When the service last updated the stock: the date',
  updatedTime: 'The time of that update, as the service writes it',
  storeName: 'Name of the store',
  status: 'Open, Closed, Temporarily closed or To be opened',
  openToday: 'Whether it opens today, null when the hours do not say',
  address: 'Address',
  street: 'Street and number',
  postalCode: 'Postal code, with its leading zeros',
  city: 'City',
  gpsCoord: 'Position as the service writes it, (latitude, longitude) in WGS84',
  latitude: 'Degrees north, WGS84, null when the position cannot be read',
  longitude: 'Degrees east, WGS84, null when the position cannot be read',
  globalLocationNumber: 'Global location number (GLN)',
  organisationNumber: 'Norwegian organisation number',
  telephone: 'Telephone number',
  email: 'E-mail address',
  category: 'Category of the store, as the service writes it',
  openingHours: 'Opening hours',
  regularHours: 'The hours of each weekday',
  dayOfTheWeek: 'Weekday, as the service writes it',
  openingTime: 'When it opens',
  closingTime: 'When it closes',
  closed: 'Whether it stays closed that day',
  exceptionHours: 'Dates with other hours',
  'exceptionHours.date': 'The date',
  message: 'What the store says about that date',
  accessToWholesaler: 'The wholesaler whose data this permission opens',
  roleId: 'Role of the permission',
  mainRoleId: 'Main role of the permission',
  active: 'Whether the permission is active now',
  'permissionChange.active': 'Whether it is to be active',
  lastChangedOn: 'Date of the last change, as the service writes it',
  lastChangedAt: 'Time of the last change, as the service writes it',
  result: 'What the service says about the change',
  event: 'What happened',
  date: 'Date of the stock or of the sales, yyyy-MM-dd',
  empty: 'Whether the date has no rows, as on Sundays and holidays',
  settled:
    'Whether the data stood still for the Settle Time. When false, the item may come before all the data: wait and check again',
  missedFrom: 'First earlier date that gets no event, null when there is none',
  missedTo: 'Last earlier date that gets no event, null when there is none',
};

const TYPES = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  object: 'object',
  array: 'list',
  null: 'null',
};

/** Each table by its name, such as `fields of salesRow`. */
export function fieldTables() {
  return Object.fromEntries(
    Object.entries(SHAPES).map(([name, shape]) => [
      `fields of ${name}`,
      ['| Field | Type | Meaning |', '|---|---|---|', ...rowsOf(jsonSchemaOf(shape), [name])],
    ]),
  );
}

/** A row for each field of an object, and after it those of the fields inside. A path begins with the shape's name. */
function rowsOf({ properties, required = [] }, path) {
  return Object.entries(properties).flatMap(([name, field]) => {
    const inside = field.items ?? field;
    const shown = [...path.slice(1), name].join('.');
    const optional = required.includes(name) ? '' : ', if grouped by it';
    const row = `| \`${shown}\` | ${typeOf(field)}${optional} | ${meaningOf([...path, name])} |`;
    const deeper = [...path, field.items === undefined ? name : `${name}[]`];
    return [row, ...(inside.properties === undefined ? [] : rowsOf(inside, deeper))];
  });
}

function typeOf({ type, enum: values }) {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(' or ');
  return [type]
    .flat()
    .map((each) => TYPES[each])
    .join(' or ');
}

/** What the last field of a path means. */
export function meaningOf(path) {
  const [before, name] = path.slice(-2);
  const meaning = MEANINGS[`${before.replace('[]', '')}.${name}`] ?? MEANINGS[name];
  if (meaning === undefined)
    throw new Error(`scripts/docs/fields.mjs does not say what ${name} means. Add it.`);
  return meaning;
}
