import type { INodeProperties } from 'n8n-workflow';

/** How the parameters of the nodes are described, each kind in one place. Those that several nodes have are here as well. */

/** A text. An identifier is one too: an empty text is not sent, while an empty number would be sent as 0. */
export function textField(displayName: string, name: string, example: string, description: string) {
  return {
    displayName,
    name,
    type: 'string',
    default: '',
    placeholder: `e.g. ${example}`,
    description,
  } satisfies INodeProperties;
}

export function switchField(displayName: string, name: string, description: string): INodeProperties {
  return { displayName, name, type: 'boolean', default: false, description };
}

export function dayField(displayName: string, name: string, description: string) {
  return {
    ...textField(displayName, name, '2026-11-20', description),
    type: 'dateTime',
    typeOptions: { dateOnly: true },
  } satisfies INodeProperties;
}

/** A number from `least` up, to `most` where there is one. */
export function numberField(
  [displayName, name]: readonly [displayName: string, name: string],
  [least, most]: readonly [least: number, most?: number],
  usual: number,
  description: string,
) {
  return {
    displayName,
    name,
    type: 'number',
    typeOptions: { minValue: least, ...(most === undefined ? {} : { maxValue: most }) },
    default: usual,
    description,
  } satisfies INodeProperties;
}

/** Choices by their labels, in the order of the list: `'Last Week': ['lastWeek', 'Monday to Sunday of the week before']`. */
export function choiceField(
  [displayName, name]: readonly [displayName: string, name: string],
  usual: string,
  description: string,
  choices: Readonly<Record<string, readonly [value: string, description: string, action?: string]>>,
) {
  return {
    displayName,
    name,
    type: 'options',
    default: usual,
    description,
    options: Object.entries(choices).map(([label, [value, meaning, action]]) => ({
      name: label,
      value,
      description: meaning,
      ...(action === undefined ? {} : { action }),
    })),
  } satisfies INodeProperties;
}

export function noticeField(name: string, text: string) {
  return { displayName: text, name, type: 'notice', default: '' } satisfies INodeProperties;
}

/** These fields, shown only where others have such values. */
export function shownWith(
  show: NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>,
  ...fields: readonly INodeProperties[]
): INodeProperties[] {
  return fields.map((field) => ({ ...field, displayOptions: { show } }));
}

/** What the node does, which n8n's list of nodes shows as an action. A node has one operation. */
export function operationField(name: string, value: string, description: string): INodeProperties {
  const action = name.charAt(0) + name.slice(1).toLowerCase();
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: value,
    options: [{ name, value, action, description }],
  };
}

/** Parameters that are shown once they are added, by their labels. */
function collection(displayName: string, name: string, item: string, fields: readonly INodeProperties[]) {
  return {
    displayName,
    name,
    type: 'collection',
    placeholder: `Add ${item}`,
    default: {},
    options: fields.toSorted((one, other) => one.displayName.localeCompare(other.displayName, 'en')),
  } satisfies INodeProperties;
}

export function filtersField(...fields: readonly INodeProperties[]) {
  return collection('Filters', 'filters', 'Filter', fields);
}

/** The same filters in two places: as a tool, a node has them above its output, with those that agents use shown. */
export function filtersOfTool(shown: INodeProperties['default'], ...fields: readonly INodeProperties[]) {
  const field = filtersField(...fields);
  return {
    onTop: { ...field, default: shown, displayOptions: { show: { '@tool': [true] } } },
    below: { ...field, displayOptions: { hide: { '@tool': [true] } } },
  } satisfies Readonly<Record<string, INodeProperties>>;
}

export function optionsField(...fields: readonly INodeProperties[]) {
  return collection('Options', 'options', 'Option', fields);
}

/** How many results to return, in n8n's own words; `show` is where there is such a choice, if not everywhere. */
export function limitFields(show?: Readonly<Record<string, string[]>>): INodeProperties[] {
  const all = 'Whether to return all results or only up to a given limit';
  const returnAll = switchField('Return All', 'returnAll', all);
  const limit = numberField(['Limit', 'limit'], [1], 50, 'Max number of results to return');
  return [
    ...(show === undefined ? [returnAll] : shownWith(show, returnAll)),
    ...shownWith({ ...show, returnAll: [false] }, limit),
  ];
}

export function timeoutField(usualSeconds: number) {
  return numberField(
    ['Timeout (Seconds)', 'timeout'],
    [1, 86_400],
    usualSeconds,
    'How long the service can be silent during one call before the node gives up on it',
  );
}

export function pageSizeField(usualRows: number, description: string) {
  return numberField(['Page Size', 'pageSize'], [1], usualRows, description);
}

/** One store: chosen from the list, or by its number. Its node has `methods: storeSearch`. */
export const storeField = {
  displayName: 'Store',
  name: 'storeId',
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  description: 'Only the store with this number (a whole number such as 143)',
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      placeholder: 'Select a store...',
      typeOptions: { searchListMethod: 'searchStores', searchable: true },
    },
    {
      displayName: 'By Number',
      name: 'id',
      type: 'string',
      placeholder: 'e.g. 143',
      validation: [
        {
          type: 'regex',
          properties: {
            // Empty is allowed: nothing is sent then.
            regex: '\\s*[0-9]{0,15}\\s*',
            errorMessage: 'A store number has digits only, such as 143',
          },
        },
      ],
    },
  ],
} satisfies INodeProperties;

/** A store field that is shown and empty. */
export const NO_STORE = { __rl: true, mode: 'id', value: '' };

export const storeNameField = textField(
  'Store Name Contains',
  'storeNameContains',
  'Majorstuen',
  'Only stores whose name contains this text, such as Majorstuen',
);

/** The filters that only sales have; `storeField` is another one of them. */
export const salesFilterFields = [
  textField(
    'From Store ID',
    'fromStoreId',
    '100',
    "Only stores from this number up (a whole number). For one store set 'Store' instead.",
  ),
  textField('To Store ID', 'toStoreId', '199', 'Only stores up to this number, included (a whole number)'),
  textField('Vendor ID', 'vendorId', '12', 'Only products of this vendor (a whole number)'),
  textField('Wholesaler ID', 'wholesalerId', '7', 'Only products of this wholesaler (a whole number)'),
];
