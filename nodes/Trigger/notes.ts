import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { DailyEvent, DaysNotes, Missed } from './days.ts';
import type { StoresNotes } from './stores.ts';

/**
 * The notes of this process, by workflow and node. n8n forgets its own when the node is renamed, and replaces them when
 * a queue worker saves the workflow's data.
 */
const remembered = new Map<string, IDataObject>();

/** What is kept for this node between polls: in n8n's data of the node, and in memory. */
export class KeptNotes {
  /**
   * True when notes must have been written and are gone: n8n saves those of each activation, and now starts a workflow
   * that was active before.
   */
  readonly areLost: boolean;
  readonly #own: IDataObject;
  readonly #key: string;

  constructor(context: IPollFunctions) {
    this.#own = context.getWorkflowStaticData('node');
    this.#key = `${context.getWorkflow().id} ${context.getNode().id}`;
    const isRestart = ['init', 'leadershipChange'].includes(context.getActivationMode());
    this.areLost = isRestart && Object.keys(this.#own).length === 0;
  }

  /** Undefined for notes of another event, or that cannot be read: the trigger then begins. */
  days(event: DailyEvent): DaysNotes | undefined {
    const { event: of, lastDate, emptyDate, missed, ...kept } = this.#newest();
    if (of !== event || typeof lastDate !== 'string') return undefined;
    return {
      lastDate,
      ...pauseOf(kept),
      emptyDate: typeof emptyDate === 'string' ? emptyDate : null,
      missed: missedOf(missed),
    };
  }

  stores(): StoresNotes | undefined {
    const { event, lastDate, filters, seen, ...kept } = this.#newest();
    if (event !== 'storesChanged' || typeof lastDate !== 'string' || typeof filters !== 'string') {
      return undefined;
    }
    return { lastDate, ...pauseOf(kept), filters, seen: seenOf(seen) };
  }

  /** Replaces everything that is kept. */
  keep(event: string, notes: DaysNotes | StoresNotes): void {
    for (const name of Object.keys(this.#own)) delete this.#own[name];
    Object.assign(this.#own, { event, ...notes });
    remembered.set(this.#key, { event, ...notes });
  }

  /** Another process may have polled since this one did. */
  #newest(): IDataObject {
    if (this.areLost) return {};
    const here = remembered.get(this.#key);
    return here !== undefined && pauseOf(here).askedAt >= pauseOf(this.#own).askedAt ? here : this.#own;
  }
}

function pauseOf({ askedAt, waitMs }: IDataObject): Pick<DaysNotes, 'askedAt' | 'waitMs'> {
  const isNoted = typeof askedAt === 'number' && typeof waitMs === 'number';
  return isNoted ? { askedAt, waitMs } : { askedAt: 0, waitMs: 0 };
}

function missedOf(value: unknown): Missed | null {
  const { from, to } = objectOf(value) ?? {};
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : null;
}

function seenOf(value: unknown): StoresNotes['seen'] {
  const entries = Object.entries(objectOf(value) ?? {});
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  return value === null ? null : Object.fromEntries(entries.filter(isText));
}

function objectOf(value: unknown): IDataObject | undefined {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : undefined;
}
