import type { INodeParameters } from 'n8n-workflow';
import { workflow } from './n8n.ts';
import { loadPackage, nodeTypesOf, PACKAGE } from './package.ts';

/** What the canvas shows below the name of a node before anything has run. */
export async function subtitleOf(node: string, parameters: INodeParameters): Promise<unknown> {
  const { type } = (await loadPackage()).getNode(node);
  if ('nodeVersions' in type) throw new Error(`${node} has versions`);
  return evaluatedFor(node, parameters, type.description.subtitle);
}

/** An expression of the description of a node, as the editor evaluates it before anything has run. */
export async function evaluatedFor(
  node: string,
  parameters: INodeParameters,
  expression: string | undefined,
): Promise<unknown> {
  const subject = new workflow.Workflow({
    id: 'workflow',
    active: false,
    nodes: [
      {
        id: 'node',
        name: 'Node',
        type: `${PACKAGE}.${node}`,
        typeVersion: 1,
        position: [0, 0],
        parameters,
      },
    ],
    connections: {},
    nodeTypes: nodeTypesOf(await loadPackage()),
  });
  const placed = subject.getNode('Node');
  if (placed === null) throw new Error('The workflow has no node.');
  return subject.expression.getSimpleParameterValue(placed, expression, 'internal', {});
}
