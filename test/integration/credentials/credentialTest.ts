import type { INodeExecutionData } from 'n8n-workflow';
import type { CredentialFields } from '../../support/nodes/credentials.ts';
import { core, workflow } from '../../support/nodes/n8n.ts';
import { loadPackage, nodeTypesOf } from '../../support/nodes/package.ts';
import { additionalData } from '../../support/nodes/run.ts';

/** Runs the test of the credential as n8n does: its request is that of a node with one parameter. */
export async function testCredential(fields: CredentialFields): Promise<INodeExecutionData[]> {
  const loaded = await loadPackage();
  const { test, name } = loaded.getCredential('retailDataApi').type;
  if (test === undefined) throw new Error('The credential has no test.');
  const credentials = { [name]: { id: 'credential', name } };
  const node = {
    id: 'temp',
    name: 'Temp-Node',
    type: 'test.credential',
    typeVersion: 1,
    position: [0, 0] satisfies [number, number],
    parameters: {},
    credentials,
  };
  const nodeType = {
    description: {
      displayName: 'Temp-Node',
      name: node.type,
      group: [],
      version: 1,
      description: '',
      defaults: {},
      inputs: [workflow.NodeConnectionTypes.Main],
      outputs: [workflow.NodeConnectionTypes.Main],
      credentials: [{ name, required: true }],
      properties: [
        {
          displayName: 'Temp',
          name: 'temp',
          type: 'string' as const,
          default: '',
          routing: { request: test.request },
        },
      ],
    },
  };
  const known = nodeTypesOf(loaded);
  const subject = new workflow.Workflow({
    id: 'workflow',
    active: false,
    nodes: [node],
    connections: {},
    nodeTypes: { ...known, getByNameAndVersion: () => nodeType, getByName: () => nodeType },
  });
  const context = new core.ExecuteContext(
    subject,
    node,
    additionalData(loaded, { credentials: fields }),
    'internal',
    workflow.createEmptyRunExecutionData(),
    0,
    [],
    { main: [[{ json: {} }]] },
    { node, data: {}, source: null },
    [],
  );
  const decrypted = { id: 'credential', name, type: name, data: { ...fields } };
  const [items = []] = (await new core.RoutingNode(context, nodeType, decrypted).runNode()) ?? [];
  return items;
}
