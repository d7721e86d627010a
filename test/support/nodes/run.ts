import type {
  IDataObject,
  INode,
  INodeExecutionData,
  INodeParameters,
  IRun,
  IWorkflowExecuteAdditionalData,
  NodeExecutionHint,
} from 'n8n-workflow';
import { type CredentialFields, TypedInCredentials } from './credentials.ts';
import { core, workflow } from './n8n.ts';
import { type LoadedPackage, loadPackage, nodeTypesOf, PACKAGE, START } from './package.ts';

export interface NodeRun {
  /** Type of the node without the package, such as retailDataStores. */
  readonly node: string;
  readonly parameters?: INodeParameters;
  readonly credentials: CredentialFields;
  /** What comes into the node; one empty item when not given. */
  readonly input?: readonly IDataObject[];
  readonly onError?: INode['onError'];
  /** n8n's own Retry On Fail, with the shortest wait it knows. */
  readonly maxTries?: number;
  /** Zone of the workflow, n8n's own default when not given. */
  readonly timezone?: string;
  /** Called when the node under test begins. */
  readonly onBegin?: (run: { cancel(): void }) => void;
  /** Runs the node as n8n runs the tool of an agent. */
  readonly asTool?: boolean;
}

export interface NodeOutcome {
  readonly status: string;
  /** The outputs of the node: main, and with `continueErrorOutput` the error output behind it. */
  readonly outputs: INodeExecutionData[][];
  readonly items: INodeExecutionData[];
  readonly json: IDataObject[];
  readonly hints: readonly NodeExecutionHint[];
  readonly error: IRun['data']['resultData']['error'];
  /** Everything n8n keeps of the run, as text. */
  readonly trace: string;
}

/** A workflow of a start and the node under test, executed by n8n's own engine. */
export async function runNode(run: NodeRun): Promise<NodeOutcome> {
  const loaded = await loadPackage();
  const subject = new workflow.Workflow({
    id: 'workflow',
    name: 'Test',
    active: false,
    nodes: [startNode(run), nodeUnderTest(run)],
    connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
    nodeTypes: nodeTypesOf(loaded),
    settings: { executionOrder: 'v1', ...(run.timezone === undefined ? {} : { timezone: run.timezone }) },
  });
  const hooks = new core.ExecutionLifecycleHooks('manual', 'execution', workflowData);
  const data = Object.assign(additionalData(loaded, run), { hooks });
  const execution = new core.WorkflowExecute(data, 'manual');
  const start = subject.getNode('Start');
  if (start === null) throw new Error('The workflow has no start.');
  const running = execution.run({ workflow: subject, startNode: start });
  hooks.addHandler('nodeExecuteBefore', (name) => {
    if (name === 'Node') run.onBegin?.({ cancel: () => running.cancel() });
  });
  return outcomeOf(await running);
}

function startNode(run: NodeRun): INode {
  return {
    id: 'start',
    name: 'Start',
    type: START,
    typeVersion: 1,
    position: [0, 0],
    parameters: { items: JSON.stringify(run.input ?? [{}]) },
  };
}

function nodeUnderTest(run: NodeRun): INode {
  return {
    id: 'node',
    name: 'Node',
    type: `${PACKAGE}.${run.node}${run.asTool === true ? 'Tool' : ''}`,
    typeVersion: 1,
    position: [200, 0],
    parameters: run.parameters ?? {},
    credentials: { retailDataApi: { id: 'credential', name: 'Retail Data API' } },
    ...(run.onError === undefined ? {} : { onError: run.onError }),
    ...(run.maxTries === undefined ? {} : { retryOnFail: true, maxTries: run.maxTries, waitBetweenTries: 1 }),
    ...(run.asTool === true ? { rewireOutputLogTo: workflow.NodeConnectionTypes.AiTool } : {}),
  };
}

export function additionalData(
  loaded: LoadedPackage,
  run: Pick<NodeRun, 'credentials'>,
): IWorkflowExecuteAdditionalData {
  const unused = async () => {
    throw new Error('No node of this package does that.');
  };
  const address = 'http://localhost:5678';
  return {
    externalSecretsProxy: new core.ExternalSecretsProxy(),
    credentialsHelper: new TypedInCredentials(loaded.getCredential('retailDataApi').type, run.credentials),
    executeWorkflow: unused,
    getRunExecutionData: async () => undefined,
    getRuntimeCredential: async () => undefined,
    startRunnerTask: unused,
    executionId: 'execution',
    currentNodeExecutionIndex: 0,
    restApiUrl: address,
    instanceBaseUrl: address,
    formBaseUrl: address,
    formWaitingBaseUrl: address,
    formTestBaseUrl: address,
    webhookBaseUrl: address,
    webhookWaitingBaseUrl: address,
    webhookTestBaseUrl: address,
    mcpBaseUrl: address,
    mcpTestBaseUrl: address,
    variables: {},
    logAiEvent: () => undefined,
  };
}

const workflowData = {
  id: 'workflow',
  name: 'Test',
  active: false,
  isArchived: false,
  activeVersionId: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  nodes: [],
  connections: {},
};

function outcomeOf(run: IRun): NodeOutcome {
  const { resultData } = run.data;
  const task = resultData.runData.Node?.at(-1);
  const outputs = (task?.data?.main ?? task?.data?.ai_tool ?? []).map((items) => items ?? []);
  const items = outputs[0] ?? [];
  return {
    status: run.status,
    outputs,
    items,
    json: items.map((item) => item.json),
    hints: task?.hints ?? [],
    error: resultData.error,
    trace: workflow.jsonStringify(run, { replaceCircularRefs: true }),
  };
}
