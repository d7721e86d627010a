import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { UnprocessableError } from 'retail-data-client/portable';
import { forEachItem, jsonOf } from '../service/items.ts';
import { permissionParameters } from './parameters.ts';

export class RetailDataPermission implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Retail Data Permission',
    name: 'retailDataPermission',
    icon: {
      light: 'file:../../credentials/retailData.svg',
      dark: 'file:../../credentials/retailData.dark.svg',
    },
    group: ['output'],
    version: 1,
    // As typed in: an expression has no value on the canvas.
    subtitle:
      '={{$rawParameter["active"] === true ? "Give Access" : $rawParameter["active"] === false ? "Take Access Away" : "Update Permission"}}',
    description:
      "Give a person access to a wholesaler's data under an existing permission, or take it away. Access changes at once.",
    defaults: { name: 'Retail Data Permission' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    // An agent must not change who has access.
    // @ts-expect-error n8n's lint wants the property on every node; its type has no value for a node that is no tool.
    usableAsTool: false,
    credentials: [{ name: 'retailDataApi', required: true }],
    properties: permissionParameters,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return forEachItem(this, this.continueOnFail(), async (client, item) => {
      const change = {
        email: item.text('email'),
        roleId: item.text('roleId'),
        mainRoleId: item.text('mainRoleId'),
        active: item.flag('active'),
      };
      const [changed] = await Promise.allSettled([client.setPermission(change, item.call)]);
      if (changed.status === 'rejected') throw withWhatToCheck(changed.reason);
      return [item.gives(jsonOf(changed.value))];
    });
  }
}

/** The service does not say why it cannot carry out a change (422): what can be the matter, in the words on the screen. */
function withWhatToCheck(error: unknown): unknown {
  if (!(error instanceof UnprocessableError)) return error;
  const { message, operation, status, retryAfterMs } = error;
  return new UnprocessableError(
    message,
    "Check that 'Email', 'Role ID' and 'Main Role ID' together are exactly those of one permission that exists: that the two IDs are not swapped and have their leading zeros. A permission can be switched on or off here; it cannot be created, given another role or looked up here. Where there is none yet, have it created at the service first.",
    { operation, status, retryAfterMs, cause: error },
  );
}
