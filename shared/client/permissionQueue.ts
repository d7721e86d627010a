import type { Clock } from '../clock/clock.ts';
import type { Deadline } from '../http/deadline.ts';
import type { PermissionChange } from '../operations/permission.ts';

export interface Waiting {
  readonly clock: Clock;
  readonly deadline: Deadline;
  readonly signal?: AbortSignal | undefined;
}

/** The changes of one permission that are under way or wait for their turn, the oldest first. */
interface Queue {
  readonly changes: Set<symbol>;
  /** Resolves when the last of them has ended, whichever way. */
  tail: Promise<unknown>;
}

/** Of the whole process: in n8n each execution makes a client of its own. */
const queues = new Map<string, Queue>();

/**
 * Keeps the changes of one permission in the order they were asked for: two switches of the same permission never
 * travel at once, and an older one that failed is not repeated once a newer one waits. Rejects with the signal's reason
 * as soon as it is aborted, and with a DeadlineError when the time is over before its turn; what is given up that way is
 * never sent and counts for nobody.
 */
export async function inTurn<T>(
  change: PermissionChange,
  send: (isNewest: () => boolean) => Promise<T>,
  waiting: Waiting,
): Promise<T> {
  waiting.signal?.throwIfAborted();
  const key = JSON.stringify([change.email.toLowerCase(), change.roleId, change.mainRoleId]);
  const queue = queues.get(key) ?? { changes: new Set(), tail: Promise.resolve() };
  queues.set(key, queue);
  const before = queue.tail;
  const mustWait = queue.changes.size > 0;
  const mine = Symbol();
  queue.changes.add(mine);
  const leave = () => {
    queue.changes.delete(mine);
    if (queue.changes.size === 0 && queues.get(key) === queue) queues.delete(key);
  };
  const isNewest = () => [...queue.changes].at(-1) === mine;
  const carryOut = async () => {
    try {
      if (mustWait) await orGivenUp(before, waiting);
      return await send(isNewest);
    } finally {
      leave();
    }
  };
  const turn = carryOut();
  // A change that was given up still keeps the next one behind those before it.
  queue.tail = Promise.allSettled([before, turn]);
  return turn;
}

/** Waits for the changes before; gives up when the caller does, or when the deadline comes first. */
async function orGivenUp(before: Promise<unknown>, { clock, deadline, signal }: Waiting): Promise<void> {
  const stopTimer = new AbortController();
  const leftMs = deadline.leftMs();
  let stopListening = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const giveUp = () => reject(signal?.reason);
    signal?.addEventListener('abort', giveUp, { once: true });
    stopListening = () => signal?.removeEventListener('abort', giveUp);
  });
  const tooLate = async () => {
    await clock.sleep(leftMs, stopTimer.signal);
    throw deadline.missed('an earlier change of the same permission was still under way.');
  };
  try {
    await Promise.race([before, aborted, ...(Number.isFinite(leftMs) ? [tooLate()] : [])]);
  } finally {
    stopListening();
    stopTimer.abort();
  }
}
