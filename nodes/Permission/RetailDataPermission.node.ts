import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { flag, seconds, text } from '../service/inputs.ts';
import { forEachItem, jsonOf } from '../service/items.ts';
import { permissionParameters } from './parameters.ts';

export class RetailDataPermission implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Retail Data Permission',
    name: 'retailDataPermission',
    icon: { light: 'file:permission.svg', dark: 'file:permission.dark.svg' },
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["active"] ? "give access" : "take access away"}}',
    description:
      "Change who has access: activate or deactivate an existing permission that lets an e-mail address see a wholesaler's data under a role. It takes effect at once for a real person. It cannot create a permission; e-mail address, role ID and main role ID must be those of one that exists.",
    defaults: { name: 'Retail Data Permission' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: 'retailDataApi', required: true }],
    properties: permissionParameters,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return forEachItem(this, async (client, itemIndex) => {
      const options = this.getNodeParameter('options', itemIndex, {});
      const permission = await client.setPermission(
        {
          email: text(this.getNodeParameter('email', itemIndex, '')),
          roleId: text(this.getNodeParameter('roleId', itemIndex, '')),
          mainRoleId: text(this.getNodeParameter('mainRoleId', itemIndex, '')),
          active: flag('active', this.getNodeParameter('active', itemIndex, undefined)),
        },
        { timeoutMs: seconds('timeout', options.timeout, 0.1), signal: this.getExecutionCancelSignal() },
      );
      return [{ json: jsonOf(permission) }];
    });
  }
}
