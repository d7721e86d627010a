import { randomUUID } from 'node:crypto';
import type { PollContext } from 'n8n-core';
import type {
  IDataObject,
  INode,
  INodeExecutionData,
  INodeParameters,
  WorkflowActivateMode,
  WorkflowExecuteMode,
} from 'n8n-workflow';
import { vi } from 'vitest';
import { core, workflow } from './n8n.ts';
import { loadPackage, nodeTypesOf, PACKAGE } from './package.ts';
import { additionalData } from './run.ts';
import type { Service } from './service.ts';

/** An active workflow that begins with the trigger, polled by n8n's own engine at the times a test says. */
export interface Polled {
  /**
   * Polls at that instant, which is also the service's; what came out, null when nothing did. The first poll after a start
   * is the one that activates the workflow.
   */
  at(instant: string | number, mode?: WorkflowExecuteMode): Promise<IDataObject[] | null>;
  /** Starts n8n again in a new process: all that is left is what its way of keeping notes has saved. */
  restart(): void;
  /** Publishes the workflow again with other parameters. */
  setParameters(parameters: INodeParameters): void;
  /** Publishes the workflow again with another name of the node. */
  rename(name: string): void;
  /** A queue worker saves the workflow's data as it knows it: without notes. A restart finds none, unless `whole`. */
  loseNotes(): void;
  /** What n8n writes down for the node. */
  kept(): unknown;
  /** What was logged, at level info or above. */
  readonly logged: readonly string[];
}

/**
 * How n8n keeps the notes of a poll. By default it holds them in memory and saves them when the workflow is activated and
 * when a poll fires (`onFire`). Its scheduler builds the workflow for each poll: `scheduled` saves the notes of the first
 * activation and of polls that fire, and with durable cursors (`durable`) those of all polls but the ones that throw.
 * `whole` saves everything, so that a test can look at the notes alone.
 */
export type NoteKeeping = 'whole' | 'onFire' | 'scheduled' | 'durable';

/** What n8n's scheduler leaves a poll of its lease. */
const SCHEDULED_MS = 36_000;
/** Parameters of a context that keep their defaults. */
const BEFORE_BUDGET = [undefined, undefined, undefined, undefined, undefined] as const;

/** Moves Date alone; the test has to give real timers back. */
export async function pollTrigger(
  service: Pick<Service, 'credentials'>,
  parameters: INodeParameters,
  notes: NoteKeeping = 'whole',
): Promise<Polled> {
  const loaded = await loadPackage();
  let name = 'Trigger';
  // A process remembers polls by the id of their workflow: another one has the effect of another process.
  let id: string = randomUUID();
  let activation: WorkflowActivateMode = 'activate';
  const logged: string[] = [];
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
  let context: PollContext | undefined;
  const start = (mode: WorkflowActivateMode) => {
    activation = mode;
    subject = build(JSON.parse(JSON.stringify(notes === 'whole' ? subject.staticData : saved)));
    isActivation = true;
    context = undefined;
  };
  const contextIn = (mode: WorkflowExecuteMode): PollContext => {
    const node = subject.getNode(name);
    if (node === null) throw new Error('The workflow has no trigger.');
    const isManual = mode === 'manual';
    const isScheduled = byScheduler && !isActivation && !isManual;
    const made = new core.PollContext(
      subject,
      node,
      additionalData(loaded, service),
      mode,
      isManual ? 'manual' : isScheduled ? 'update' : activation,
      ...BEFORE_BUDGET,
      isScheduled ? () => SCHEDULED_MS : undefined,
    );
    const note = (message: string) => logged.push(message);
    Object.defineProperty(made, 'logger', { value: { debug() {}, info: note, warn: note } });
    return made;
  };
  const save = (fired: boolean) => {
    const savesActivation = notes === 'onFire' || activation === 'activate';
    const isSaved = fired || notes === 'durable' || (isActivation && savesActivation);
    if (isSaved) saved = JSON.parse(JSON.stringify(subject.staticData));
    isActivation = false;
  };
  return {
    async at(instant, mode = 'trigger') {
      vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });
      if (byScheduler) {
        subject = build(JSON.parse(JSON.stringify(saved)));
        context = undefined;
      }
      const isManual = mode === 'manual';
      const polling = (isManual ? undefined : context) ?? contextIn(mode);
      if (!isManual) context = polling;
      const node = polling.getNode();
      await subject.expression.acquireIsolate();
      try {
        const { poll } = subject.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
        if (poll === undefined) throw new Error('The trigger does not poll.');
        const output: INodeExecutionData[][] | null = await Reflect.apply(poll, polling, []);
        if (!isManual) save(output !== null);
        return output === null ? null : (output[0] ?? []).map(({ json }) => json);
      } finally {
        await subject.expression.releaseIsolate();
      }
    },
    restart() {
      id = randomUUID();
      start('init');
    },
    setParameters(changed) {
      parameters = changed;
      start('update');
    },
    rename(changed) {
      name = changed;
      start('update');
    },
    loseNotes() {
      saved = {};
    },
    logged,
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
