import { deepCopy, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import type { DailyEvent, DaysNotes } from './days.ts';
import type { StoresNotes } from './stores.ts';

/**
 * The notes of this process, by workflow and node. n8n forgets its own when the node is renamed, and replaces them when
 * a queue worker saves the workflow's data.
 */
const remembered = new Map<string, IDataObject>();

/** What is kept for this node between polls: in n8n's data of the node, and in memory. */
export class KeptNotes {
  readonly #own: IDataObject;
  readonly #key: string;
  readonly #isRestart: boolean;

  constructor(context: IPollFunctions) {
    this.#own = context.getWorkflowStaticData('node');
    this.#key = `${context.getWorkflow().id} ${context.getNode().id}`;
    this.#isRestart = ['init', 'leadershipChange'].includes(context.getActivationMode());
  }

  /**
   * 'lost' when there must have been notes: n8n saves those of each activation, and now starts a workflow that was active
   * before. Undefined where there are none of this event: the trigger then begins.
   */
  days(event: DailyEvent): DaysNotes | 'lost' | undefined {
    const notes = this.#newest();
    if (this.#isRestart && Object.keys(notes).length === 0) return 'lost';
    return isOf<DaysNotes>(event, notes) ? deepCopy(notes) : undefined;
  }

  stores(): StoresNotes | undefined {
    const notes = this.#newest();
    return isOf<StoresNotes>('storesChanged', notes) ? deepCopy(notes) : undefined;
  }

  /** Replaces everything that is kept. */
  keep(event: string, notes: DaysNotes | StoresNotes): void {
    for (const name of Object.keys(this.#own)) delete this.#own[name];
    Object.assign(this.#own, { ...notes, event });
    remembered.set(this.#key, { ...notes, event });
  }

  /** True when another poll has asked since the one that noted `askedAt`, as after the process stood still. */
  isOvertaken(askedAt: number): boolean {
    return askedAtOf(this.#newest()) !== askedAt;
  }

  /** Another process may have polled since this one did. */
  #newest(): IDataObject {
    const here = remembered.get(this.#key);
    return here !== undefined && askedAtOf(here) >= askedAtOf(this.#own) ? here : this.#own;
  }
}

/** What is kept under the name of an event was written by `keep`. */
function isOf<Notes extends DaysNotes | StoresNotes>(
  event: string,
  kept: IDataObject,
): kept is IDataObject & Notes {
  return kept.event === event;
}

function askedAtOf({ askedAt }: IDataObject): number {
  return typeof askedAt === 'number' ? askedAt : 0;
}
