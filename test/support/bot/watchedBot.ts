import type { WatchedBot } from '../../../bot/composeHealth.ts';
import { calendar } from './time.ts';
import { UNJUDGED_CLOCKS } from './unjudgedClocks.ts';

const notAsked = () => Promise.reject(new Error('not asked in this test'));

/** A bot without a fault, for tests of what health tells of all else. */
export function watchedBot(
  clock: { readonly now: () => number },
  callSlack: WatchedBot['callSlack'] = async () => {},
): WatchedBot {
  return {
    clocks: UNJUDGED_CLOCKS,
    calendar,
    now: async () => clock.now(),
    digests: {
      ledger: { countsSince: notAsked, missedSince: notAsked, attemptsSince: notAsked, totals: notAsked },
      subscriptions: { active: notAsked },
      notices: { countOpen: notAsked },
    },
    lastSweepAt: () => clock.now(),
    stockCallsLeft: async () => 17,
    stockCallsLeftToday: async () => 391,
    isReceiving: () => true,
    importFailure: () => undefined,
    callSlack,
  };
}
