import type { INodeProperties } from 'n8n-workflow';

/** Parameters that several nodes have, in n8n's own words for them. */
export const returnAllParameter: INodeProperties = {
  displayName: 'Return All',
  name: 'returnAll',
  type: 'boolean',
  default: false,
  description: 'Whether to return all results or only up to a given limit',
};

export const limitParameter: INodeProperties = {
  displayName: 'Limit',
  name: 'limit',
  type: 'number',
  typeOptions: { minValue: 1 },
  default: 50,
  description: 'Max number of results to return',
  displayOptions: { show: { returnAll: [false] } },
};

/** What the node does, which n8n's list of nodes shows as an action. A node has one operation. */
export function operationField(name: string, value: string, description: string): INodeProperties {
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: value,
    options: [{ name, value, action: name.charAt(0) + name.slice(1).toLowerCase(), description }],
  };
}

/** A group of parameters that are shown once they are added. */
function collection(displayName: string, name: string, placeholder: string, options: INodeProperties[]) {
  return {
    displayName,
    name,
    type: 'collection',
    placeholder,
    default: {},
    options,
  } satisfies INodeProperties;
}

export function filtersField(fields: INodeProperties[]): INodeProperties {
  return collection('Filters', 'filters', 'Add Filter', fields);
}

export function optionsField(fields: INodeProperties[]): INodeProperties {
  return collection('Options', 'options', 'Add Option', fields);
}

/** The same filters in two places: as a tool, a node has them above its output, with those that agents use shown. */
export function filtersOfTool(
  fields: INodeProperties[],
  shown: INodeProperties['default'],
): { readonly onTop: INodeProperties; readonly below: INodeProperties } {
  const field = filtersField(fields);
  return {
    onTop: { ...field, default: shown, displayOptions: { show: { '@tool': [true] } } },
    below: { ...field, displayOptions: { hide: { '@tool': [true] } } },
  };
}

/** A store locator that is shown and empty. */
export const NO_STORE = { __rl: true, mode: 'id', value: '' };

/** A field for an identifier. It is a text field: an empty one is not sent, while a number field would send its 0. */
export function identifierField(displayName: string, name: string, example: string, description: string) {
  return {
    displayName,
    name,
    type: 'string',
    default: '',
    placeholder: `e.g. ${example}`,
    description,
  } satisfies INodeProperties;
}

export function dayField(displayName: string, name: string, description: string) {
  return {
    displayName,
    name,
    type: 'dateTime',
    typeOptions: { dateOnly: true },
    default: '',
    placeholder: 'e.g. 2026-11-20',
    description,
  } satisfies INodeProperties;
}

export function timeoutField(defaultSeconds: number): INodeProperties {
  return {
    displayName: 'Timeout (Seconds)',
    name: 'timeout',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: 86_400 },
    default: defaultSeconds,
    description: 'How long the service can be silent during one call before the node gives up on it',
  };
}

export function pageSizeField(defaultRows: number, description: string): INodeProperties {
  return {
    displayName: 'Page Size',
    name: 'pageSize',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: defaultRows,
    description,
  };
}
