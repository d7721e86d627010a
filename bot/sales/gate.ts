import type { Clock } from 'retail-data-client/clock/clock';

/** Lets so many in at once; the others wait in their order. */
export interface Gate {
  /** False when nobody left in that time. */
  enter(patienceMs: number): Promise<boolean>;
  leave(): void;
  isUnused(): boolean;
}

export function createGate(most: number, clock: Pick<Clock, 'sleep'>): Gate {
  let inside = 0;
  const waiting = new Set<() => void>();
  return {
    async enter(patienceMs) {
      if (inside < most) {
        inside += 1;
        return true;
      }
      const done = new AbortController();
      return new Promise<boolean>((resolve) => {
        const letIn = () => {
          done.abort();
          resolve(true);
        };
        waiting.add(letIn);
        clock.sleep(patienceMs, done.signal).then(
          () => resolve(!waiting.delete(letIn)),
          () => undefined,
        );
      });
    },
    leave() {
      const [next] = waiting;
      // Whoever comes in takes the place of whoever leaves.
      if (next === undefined) inside -= 1;
      else {
        waiting.delete(next);
        next();
      }
    },
    isUnused: () => inside === 0 && waiting.size === 0,
  };
}
