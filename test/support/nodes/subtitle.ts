import type { INodeParameters } from 'n8n-workflow';
import { workflow } from './n8n.ts';
import { loadPackage, nodeTypesOf, PACKAGE } from './package.ts';

/** What the canvas shows below the name of a node, evaluated as the editor does before anything has run. */
export async function subtitleOf(node: string, parameters: INodeParameters): Promise<unknown> {
  const nodeTypes = nodeTypesOf(await loadPackage());
  const type = `${PACKAGE}.${node}`;
  const subject = new workflow.Workflow({
    id: 'workflow',
    active: false,
    nodes: [{ id: 'node', name: 'Node', type, typeVersion: 1, position: [0, 0], parameters }],
    connections: {},
    nodeTypes,
  });
  const placed = subject.getNode('Node');
  const { subtitle } = nodeTypes.getByNameAndVersion(type, 1).description;
  if (placed === null) throw new Error('The workflow has no node.');
  return subject.expression.getSimpleParameterValue(placed, subtitle, 'internal', {});
}
