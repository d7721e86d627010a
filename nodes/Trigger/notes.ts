import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { DailyEvent, DaysNotes, Look, Missed } from './days.ts';
import type { StoresNotes } from './stores.ts';

/**
 * What n8n keeps for this node between polls. n8n files it under the node's name, so a copy stands under its id: a node
 * that is renamed goes on from there.
 */
export class KeptNotes {
  readonly #own: IDataObject;
  readonly #copies: IDataObject;
  readonly #copyKey: string;

  constructor(context: IPollFunctions) {
    this.#own = context.getWorkflowStaticData('node');
    this.#copies = context.getWorkflowStaticData('global');
    this.#copyKey = `retailDataTrigger ${context.getNode().id}`;
  }

  /** Undefined for notes of another event, or that cannot be read: the trigger then begins anew. */
  days(event: DailyEvent): DaysNotes | undefined {
    const { event: of, lastDate, look, missed, ...kept } = this.#newest();
    if (of !== event || typeof lastDate !== 'string') return undefined;
    return { lastDate, ...pauseOf(kept), look: lookOf(look), missed: missedOf(missed) };
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
    this.#copies[this.#copyKey] = { event, ...notes };
  }

  /** A name the node had before may come back, with notes of then. */
  #newest(): IDataObject {
    const copy = objectOf(this.#copies[this.#copyKey]);
    return copy !== undefined && pauseOf(copy).askedAt > pauseOf(this.#own).askedAt ? copy : this.#own;
  }
}

function pauseOf({ askedAt, waitMs }: IDataObject): Pick<DaysNotes, 'askedAt' | 'waitMs'> {
  const isNoted = typeof askedAt === 'number' && typeof waitMs === 'number';
  return isNoted ? { askedAt, waitMs } : { askedAt: 0, waitMs: 0 };
}

function lookOf(value: unknown): Look | null {
  const { date, count, lastChange } = objectOf(value) ?? {};
  if (typeof date !== 'string' || typeof count !== 'number') return null;
  return { date, count, lastChange: typeof lastChange === 'string' ? lastChange : null };
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
