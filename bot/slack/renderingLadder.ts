import type { Rendering } from './message.ts';

/** One attempt to send a rendering: its result, or Slack's refusal of this form. Other failures are thrown. */
export type Attempt<Result> = { readonly result: Result } | { readonly refusal: unknown };

/**
 * Sends the best rendering, or a plainer one when Slack refuses the blocks. A refused rendering isn't tried again in
 * the same workspace for a day.
 */
export interface RenderingLadder {
  /**
   * Returns the first result, or the last refusal if Slack accepted none. `only` lists the renderings the caller can
   * draw, when not all.
   */
  climb<Result>(
    teamId: string,
    attempt: (rendering: Rendering) => Promise<Attempt<Result>>,
    only?: readonly Rendering[],
  ): Promise<Attempt<Result>>;
}

const DAY_MS = 86_400_000;

export function createRenderingLadder(renderings: readonly Rendering[], now: () => number): RenderingLadder {
  const refusedAt = new Map<string, number>();
  const keyOf = (teamId: string, rendering: Rendering) => `${teamId} ${rendering}`;
  /** Renderings to try in a workspace, best first; never empty. */
  const supportedIn = (teamId: string): readonly Rendering[] => {
    const supported = renderings.filter((rendering) => {
      const at = refusedAt.get(keyOf(teamId, rendering));
      return at === undefined || now() - at >= DAY_MS;
    });
    return supported.length > 0 ? supported : renderings.slice(-1);
  };
  return {
    async climb<Result>(
      teamId: string,
      attempt: (rendering: Rendering) => Promise<Attempt<Result>>,
      only?: readonly Rendering[],
    ) {
      const supported = supportedIn(teamId).filter(
        (rendering) => only === undefined || only.includes(rendering),
      );
      const refused: Rendering[] = [];
      let last: Attempt<Result> = { refusal: new Error('there is no rendering to try') };
      for (const rendering of supported.length > 0 ? supported : (only ?? [])) {
        last = await attempt(rendering);
        if ('result' in last) {
          // Remember refusals only once a plainer rendering was accepted: otherwise the blocks aren't the cause.
          for (const one of refused) refusedAt.set(keyOf(teamId, one), now());
          return last;
        }
        refused.push(rendering);
      }
      return last;
    },
  };
}
