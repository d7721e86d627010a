import type { WatchedBot } from '../../../bot/composeHealth.ts';
import { UNJUDGED_CLOCKS } from './unjudgedClocks.ts';

/** A bot without a fault, for tests of what health tells of all else. */
export function watchedBot(
  clock: { readonly now: () => number },
  callSlack: WatchedBot['callSlack'] = async () => {},
): WatchedBot {
  return {
    clocks: UNJUDGED_CLOCKS,
    lastSweepAt: () => clock.now(),
    isReceiving: () => true,
    importFailure: () => undefined,
    alertsProblem: () => undefined,
    overdue: async () => ({ messages: 0, reason: undefined }),
    callSlack,
  };
}
