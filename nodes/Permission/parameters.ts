import type { INodeProperties } from 'n8n-workflow';
import {
  noticeField,
  operationField,
  optionsField,
  switchField,
  textField,
  timeoutField,
} from '../service/parameters.ts';

const required = (field: INodeProperties): INodeProperties => ({ ...field, required: true });

export const permissionParameters: INodeProperties[] = [
  operationField('Update Permission', 'set', 'Switch an existing permission on or off'),
  noticeField(
    'accessNotice',
    "This changes who has access: a person gains or loses access to a wholesaler's data as soon as the node runs. It can't create a permission.",
  ),
  {
    displayName: 'Email',
    name: 'email',
    type: 'string',
    placeholder: 'name@email.com',
    default: '',
    required: true,
    description: 'E-mail address of the existing permission, one address only, such as kari@example.no',
  },
  required(
    textField(
      'Role ID',
      'roleId',
      '12',
      'Role ID of the existing permission, with its leading zeros if it has any',
    ),
  ),
  required(
    textField(
      'Main Role ID',
      'mainRoleId',
      '3',
      'Main role ID of the existing permission, with its leading zeros if it has any',
    ),
  ),
  {
    ...switchField(
      'Active',
      'active',
      "Whether the e-mail address can access the wholesaler's data from now on: true gives access, false takes it away",
    ),
    // Who sets the rest and runs it must not take access away by what was left alone.
    default: true,
  },
  optionsField(timeoutField(30)),
];
