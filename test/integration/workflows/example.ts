import type { IDataObject, INodeExecutionData, INodeType, INodeTypes, IRun } from 'n8n-workflow';
import type { Example } from '../../../tools/n8n/exampleFile.ts';
import { core, workflow } from '../../support/nodes/n8n.ts';
import { type LoadedPackage, loadPackage, nodeTypesOf } from '../../support/nodes/package.ts';
import { additionalData } from '../../support/nodes/run.ts';
import type { Service } from '../../support/nodes/service.ts';
import { baseNodeOf } from './baseNodes.ts';

export interface ExampleRun {
  readonly status: string;
  /** What the node of that name gave, on its first output unless another is named. */
  items(node: string, output?: number): INodeExecutionData[];
  /** The same, without what goes with it. */
  json(node: string, output?: number): IDataObject[];
}

export interface ExampleStart {
  readonly service: Service;
  /** The node the run begins with. */
  readonly trigger: string;
  /** What the trigger has fired; with `null` it is a test in the editor, in which the trigger finds its own. */
  readonly fired: readonly IDataObject[] | null;
  /** Stand-ins of nodes beside those that every example gets. */
  readonly standIns?: ReadonlyMap<string, INodeType>;
}

/** Runs the example as n8n does. */
export async function runExample(example: Example, start: ExampleStart): Promise<ExampleRun> {
  const { service, trigger, fired, standIns = new Map() } = start;
  const loaded = await loadPackage();
  const credentials = { retailDataApi: { id: 'credential', name: 'Retail Data API' } };
  const subject = new workflow.Workflow({
    id: 'workflow',
    name: example.name,
    active: false,
    nodes: example.nodes.map((node) => ({ ...node, credentials })),
    connections: example.connections,
    nodeTypes: withStandIns(loaded, standIns),
    settings: { executionOrder: 'v1', timezone: example.settings.timezone },
  });
  const node = subject.getNode(trigger);
  if (node === null) throw new Error(`${example.name} has no node ${trigger}.`);
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
  const itemsOf = (name: string, output = 0) =>
    run.data.resultData.runData[name]?.at(-1)?.data?.main?.[output] ?? [];
  return {
    status: statusOf(run),
    items: itemsOf,
    json: (name, output) => itemsOf(name, output).map(({ json }) => json),
  };
}

function statusOf({ status, data }: IRun): string {
  const { error } = data.resultData;
  return error === undefined ? status : `${status}: ${error.message}`;
}

function withStandIns(loaded: LoadedPackage, standIns: ReadonlyMap<string, INodeType>): INodeTypes {
  const own = nodeTypesOf(loaded);
  const find = (name: string) => standIns.get(name) ?? baseNodeOf(name) ?? toolOf(name, own);
  return {
    getByName: (name) => find(name) ?? own.getByName(name),
    getByNameAndVersion: (name, version) => find(name) ?? own.getByNameAndVersion(name, version),
    getKnownTypes: () => ({}),
  };
}

/** n8n makes a tool of a node by another name and other ends; its parameters and its work stay. */
function toolOf(name: string, own: INodeTypes): INodeType | undefined {
  if (!name.endsWith('Tool')) return undefined;
  const node = own.getByNameAndVersion(name.slice(0, -'Tool'.length), 1);
  const ends = { inputs: [], outputs: [workflow.NodeConnectionTypes.AiTool] };
  return Object.assign(Object.create(node), { description: { ...node.description, ...ends } });
}
