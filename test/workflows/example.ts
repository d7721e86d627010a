import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  IConnections,
  IDataObject,
  INode,
  INodeExecutionData,
  INodeParameters,
  INodeTypes,
  IRun,
} from 'n8n-workflow';
import { packageRoot } from '../nodes/harness/build.ts';
import { core, workflow } from '../nodes/harness/n8n.ts';
import { type LoadedPackage, loadPackage, nodeTypesOf } from '../nodes/harness/package.ts';
import { additionalData } from '../nodes/harness/run.ts';
import type { Service } from '../nodes/harness/service.ts';
import { baseNodeOf } from './baseNodes.ts';

/** An example workflow as it is exported. */
export interface Example {
  readonly name: string;
  readonly nodes: readonly INode[];
  readonly connections: IConnections;
  readonly settings: { readonly timezone: string };
}

export function readExample(file: string): Example {
  return JSON.parse(readFileSync(join(packageRoot, 'workflows', file), 'utf8'));
}

/** The parameters of a node of the example, by its name. */
export function parametersOf(example: Example, name: string): INodeParameters {
  const node = example.nodes.find((candidate) => candidate.name === name);
  if (node === undefined) throw new Error(`${example.name} has no node ${name}.`);
  return node.parameters;
}

export interface ExampleRun {
  readonly status: string;
  /** What the node of that name gave. */
  items(node: string): INodeExecutionData[];
}

/**
 * Runs the example as n8n does: from a trigger that has fired these items, or, with `null`, as a test in the editor, in
 * which the trigger finds its own.
 */
export async function runExample(
  example: Example,
  service: Service,
  start: string,
  fired: readonly IDataObject[] | null,
): Promise<ExampleRun> {
  const loaded = await loadPackage();
  const credentials = { retailDataApi: { id: 'credential', name: 'Retail Data API' } };
  const subject = new workflow.Workflow({
    id: 'workflow',
    name: example.name,
    active: false,
    nodes: example.nodes.map((node) => ({ ...node, credentials })),
    connections: example.connections,
    nodeTypes: withBaseNodes(loaded),
    settings: { executionOrder: 'v1', timezone: example.settings.timezone },
  });
  const node = subject.getNode(start);
  if (node === null) throw new Error(`${example.name} has no node ${start}.`);
  const mode = fired === null ? 'manual' : 'trigger';
  const data = Object.assign(additionalData(loaded, service), {
    hooks: new core.ExecutionLifecycleHooks(mode, 'execution', {
      ...example,
      id: 'workflow',
      nodes: [...example.nodes],
      active: false,
      isArchived: false,
      activeVersionId: null,
      createdAt: new Date(0),
      updatedAt: new Date(0),
    }),
  });
  const items = (fired ?? [{}]).map((json) => ({ json }));
  const begun = workflow.createRunExecutionData({
    executionData: { nodeExecutionStack: [{ node, data: { main: [items] }, source: null }] },
  });
  const run = await new core.WorkflowExecute(data, mode, begun).processRunExecutionData(subject);
  return { status: statusOf(run), items: (name) => itemsOf(run, name) };
}

function statusOf({ status, data }: IRun): string {
  const { error } = data.resultData;
  return error === undefined ? status : `${status}: ${error.message}`;
}

function itemsOf(run: IRun, name: string): INodeExecutionData[] {
  return run.data.resultData.runData[name]?.at(-1)?.data?.main?.[0] ?? [];
}

function withBaseNodes(loaded: LoadedPackage): INodeTypes {
  const own = nodeTypesOf(loaded);
  return {
    getByName: (name) => baseNodeOf(name) ?? own.getByName(name),
    getByNameAndVersion: (name, version) => baseNodeOf(name) ?? own.getByNameAndVersion(name, version),
    getKnownTypes: () => ({}),
  };
}
