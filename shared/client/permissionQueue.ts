import type { PermissionChange } from '../contract/permission.ts';

/**
 * Keeps the changes of one permission in the order they were asked for: two switches of the same permission never
 * travel at once, and an older one that failed is not repeated once a newer one waits.
 */
export interface PermissionQueue {
  /** Rejects with the signal's reason as soon as it is aborted, also while the change still waits for its turn. */
  run<T>(
    change: PermissionChange,
    send: (isNewest: () => boolean) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
}

export function createPermissionQueue(): PermissionQueue {
  const waiting = new Map<string, { newest: number; tail: Promise<unknown> }>();
  return {
    async run(change, send, signal) {
      signal?.throwIfAborted();
      const key = JSON.stringify([change.email.toLowerCase(), change.roleId, change.mainRoleId]);
      const entry = waiting.get(key) ?? { newest: 0, tail: Promise.resolve() };
      waiting.set(key, entry);
      entry.newest += 1;
      const mine = entry.newest;
      const turn = entry.tail.then(() => send(() => entry.newest === mine));
      const leave = () => {
        if (entry.newest === mine) waiting.delete(key);
      };
      // The next one waits for this one's end, whichever way it ends; the caller gets the error.
      entry.tail = turn.then(leave, leave);
      return orAborted(turn, signal);
    },
  };
}

function orAborted<T>(turn: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return turn;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
