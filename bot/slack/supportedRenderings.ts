import type { Rendering } from './message.ts';

/** Which renderings a workspace takes, as far as it has shown: what it refused is not tried again for a day. */
export interface TakenRenderings {
  /** Renderings to try, the best first; never empty. */
  of(teamId: string): readonly Rendering[];
  /** A plainer rendering was taken where these were not. */
  refused(teamId: string, renderings: readonly Rendering[]): void;
}

const DAY_MS = 86_400_000;

export function createTakenRenderings(renderings: readonly Rendering[], now: () => number): TakenRenderings {
  const refusedAt = new Map<string, number>();
  const keyOf = (teamId: string, rendering: Rendering) => `${teamId} ${rendering}`;
  return {
    of(teamId) {
      const taken = renderings.filter((rendering) => {
        const at = refusedAt.get(keyOf(teamId, rendering));
        return at === undefined || now() - at >= DAY_MS;
      });
      return taken.length > 0 ? taken : renderings.slice(-1);
    },
    refused(teamId, list) {
      for (const rendering of list) refusedAt.set(keyOf(teamId, rendering), now());
    },
  };
}
