import { randomUUID } from 'node:crypto';
import type {
  IDataObject,
  INode,
  INodeExecutionData,
  INodeParameters,
  WorkflowExecuteMode,
} from 'n8n-workflow';
import { vi } from 'vitest';
import { core, workflow } from './n8n.ts';
import { loadPackage, nodeTypesOf, PACKAGE } from './package.ts';
import { additionalData } from './run.ts';
import type { Service } from './service.ts';

/** An active workflow that begins with the trigger, polled by n8n's own engine at the times a test says. */
export interface Polled {
  /** Polls at that instant, which is also the service's; what came out, null when nothing did. */
  at(instant: string | number, mode?: WorkflowExecuteMode): Promise<IDataObject[] | null>;
  /** Starts n8n again in a new process: all that is left is what its way of keeping notes has saved. */
  restart(): void;
  setParameters(parameters: INodeParameters): void;
  /** Gives the node another name, which n8n does by starting the workflow again. */
  rename(name: string): void;
  /** What n8n writes down for the node. */
  kept(): unknown;
}

/**
 * How n8n keeps the notes of a poll. By default it holds them in memory and saves them when the workflow is activated and
 * when a poll fires. Its scheduler builds the workflow anew for each poll: `scheduled` keeps the notes of polls that fire,
 * and with durable cursors those of all polls but the ones that throw. `whole` saves everything, so that a test can look
 * at the notes alone.
 */
export type NoteKeeping = 'whole' | 'onFire' | 'scheduled' | 'durable';

/** Moves Date alone; the test has to give real timers back. */
export async function pollTrigger(
  service: Pick<Service, 'credentials'>,
  parameters: INodeParameters,
  notes: NoteKeeping = 'whole',
): Promise<Polled> {
  const loaded = await loadPackage();
  let name = 'Trigger';
  const id = randomUUID();
  const byScheduler = notes === 'durable' || notes === 'scheduled';
  const build = (staticData: IDataObject) =>
    new workflow.Workflow({
      id,
      name: 'Test',
      active: true,
      nodes: [triggerWith(name, parameters)],
      connections: {},
      nodeTypes: nodeTypesOf(loaded),
      staticData,
    });
  let subject = build({});
  let saved: IDataObject = {};
  let isActivation = true;
  const restart = () => {
    subject = build(JSON.parse(JSON.stringify(notes === 'whole' ? subject.staticData : saved)));
    isActivation = true;
  };
  const save = (fired: boolean) => {
    const isSaved = fired || notes === 'durable' || (isActivation && notes === 'onFire');
    if (isSaved) saved = JSON.parse(JSON.stringify(subject.staticData));
    isActivation = false;
  };
  return {
    async at(instant, mode = 'trigger') {
      vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });
      const node = subject.getNode(name);
      if (node === null) throw new Error('The workflow has no trigger.');
      if (byScheduler) subject = build(JSON.parse(JSON.stringify(saved)));
      const context = new core.PollContext(
        subject,
        node,
        additionalData(loaded, service),
        mode,
        mode === 'manual' ? 'manual' : byScheduler ? 'update' : 'activate',
      );
      await subject.expression.acquireIsolate();
      try {
        const { poll } = subject.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
        if (poll === undefined) throw new Error('The trigger does not poll.');
        const output: INodeExecutionData[][] | null = await Reflect.apply(poll, context, []);
        save(output !== null);
        return output === null ? null : (output[0] ?? []).map(({ json }) => json);
      } finally {
        await subject.expression.releaseIsolate();
      }
    },
    restart,
    setParameters(changed) {
      parameters = changed;
      restart();
    },
    rename(changed) {
      name = changed;
      restart();
    },
    kept: () => JSON.parse(JSON.stringify(subject.staticData[`node:${name}`] ?? null)),
  };
}

function triggerWith(name: string, parameters: INodeParameters): INode {
  return {
    id: 'trigger',
    name,
    type: `${PACKAGE}.retailDataTrigger`,
    typeVersion: 1,
    position: [0, 0],
    parameters,
    credentials: { retailDataApi: { id: 'credential', name: 'Retail Data API' } },
  };
}
