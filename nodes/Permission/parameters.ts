import type { INodeProperties } from 'n8n-workflow';
import { timeoutField } from '../service/parameters.ts';

export const permissionParameters: INodeProperties[] = [
  {
    displayName: 'Email',
    name: 'email',
    type: 'string',
    placeholder: 'name@email.com',
    default: '',
    required: true,
    description: 'E-mail address of the existing permission',
  },
  {
    displayName: 'Role ID',
    name: 'roleId',
    type: 'string',
    default: '',
    required: true,
    description: 'Role ID of the existing permission',
  },
  {
    displayName: 'Main Role ID',
    name: 'mainRoleId',
    type: 'string',
    default: '',
    required: true,
    description: 'Main role ID of the existing permission',
  },
  {
    displayName: 'Active',
    name: 'active',
    type: 'boolean',
    default: false,
    description:
      "Whether the e-mail address may access the wholesaler's data from now on. On gives access, off takes it away.",
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add Option',
    default: {},
    options: [timeoutField(30)],
  },
];
