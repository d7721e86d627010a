import type { INodeProperties } from 'n8n-workflow';

/** A field for one store: chosen from the list, or by its number. Its node has `methods: storeSearch`. */
export function storeLocatorField(description: string) {
  return {
    displayName: 'Store',
    name: 'storeId',
    type: 'resourceLocator',
    default: { mode: 'list', value: '' },
    description,
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
}
