import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { DailyEvent, DaysNotes, Missed, PollTimes } from './days.ts';
import type { Sighting } from './settled.ts';
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
   * before. Undefined for notes of another event, or that can't be read: the trigger then begins.
   */
  days(event: DailyEvent): DaysNotes | 'lost' | undefined {
    const notes = this.#newest();
    if (this.#isRestart && Object.keys(notes).length === 0) return 'lost';
    const { event: of, lastDate, emptyDate, missed, sightings, isLost } = notes;
    if (of !== event || typeof lastDate !== 'string') return undefined;
    return {
      lastDate,
      ...timesOf(notes),
      emptyDate: typeof emptyDate === 'string' ? emptyDate : null,
      missed: missedOf(missed),
      sightings: sightingsOf(sightings),
      isLost: isLost === true,
    };
  }

  stores(): StoresNotes | undefined {
    const notes = this.#newest();
    const { event, lastDate, filters, seen } = notes;
    if (event !== 'storesChanged' || typeof lastDate !== 'string' || typeof filters !== 'string') {
      return undefined;
    }
    return { lastDate, ...timesOf(notes), filters, seen: seenOf(seen) };
  }

  /** Replaces everything that is kept. */
  keep(event: string, notes: DaysNotes | StoresNotes): void {
    for (const name of Object.keys(this.#own)) delete this.#own[name];
    Object.assign(this.#own, { event, ...notes });
    remembered.set(this.#key, { event, ...notes });
  }

  /** True when another poll has asked since the one that noted `askedAt`, as after the process stood still. */
  isOvertaken(askedAt: number): boolean {
    return timesOf(this.#newest()).askedAt !== askedAt;
  }

  /** Another process may have polled since this one did. */
  #newest(): IDataObject {
    const here = remembered.get(this.#key);
    return here !== undefined && timesOf(here).askedAt >= timesOf(this.#own).askedAt ? here : this.#own;
  }
}

function timesOf({ polledAt, askedAt, waitMs }: IDataObject): PollTimes {
  const known = typeof polledAt === 'number' ? polledAt : 0;
  const isNoted = typeof askedAt === 'number' && typeof waitMs === 'number';
  return isNoted ? { polledAt: known, askedAt, waitMs } : { polledAt: known, askedAt: 0, waitMs: 0 };
}

function missedOf(value: unknown): Missed | null {
  const { from, to } = objectOf(value) ?? {};
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : null;
}

function sightingsOf(value: unknown): Record<string, Sighting> {
  const found: Record<string, Sighting> = {};
  for (const [date, sighting] of Object.entries(objectOf(value) ?? {})) {
    const { firstAt, sinceAt, look } = objectOf(sighting) ?? {};
    if (typeof firstAt === 'number' && typeof sinceAt === 'number' && typeof look === 'string') {
      found[date] = { firstAt, sinceAt, look };
    }
  }
  return found;
}

function seenOf(value: unknown): StoresNotes['seen'] {
  const entries = Object.entries(objectOf(value) ?? {});
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  return value === null ? null : Object.fromEntries(entries.filter(isText));
}

function objectOf(value: unknown): IDataObject | undefined {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : undefined;
}
