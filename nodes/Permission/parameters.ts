import type { INodeProperties } from 'n8n-workflow';
import { operationField, optionsField, timeoutField } from '../service/parameters.ts';

export const permissionParameters: INodeProperties[] = [
  operationField('Update Permission', 'set', 'Switch an existing permission on or off'),
  {
    displayName:
      "This changes who has access: a person gains or loses access to a wholesaler's data as soon as the node runs. It can't create a permission.",
    name: 'accessNotice',
    type: 'notice',
    default: '',
  },
  {
    displayName: 'Email',
    name: 'email',
    type: 'string',
    placeholder: 'name@email.com',
    default: '',
    required: true,
    description: 'E-mail address of the existing permission, one address only, such as kari@example.no',
  },
  {
    displayName: 'Role ID',
    name: 'roleId',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'e.g. 12',
    description: 'Role ID of the existing permission, with its leading zeros if it has any',
  },
  {
    displayName: 'Main Role ID',
    name: 'mainRoleId',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'e.g. 3',
    description: 'Main role ID of the existing permission, with its leading zeros if it has any',
  },
  {
    displayName: 'Active',
    name: 'active',
    type: 'boolean',
    // Who sets the rest and runs it must not take access away by what was left alone.
    default: true,
    description:
      "Whether the e-mail address can access the wholesaler's data from now on: true gives access, false takes it away",
  },
  optionsField([timeoutField(30)]),
];
