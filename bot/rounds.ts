import type { Clock } from 'retail-data-client/clock/clock';
import type { Due } from './due.ts';
import type { RunLogged } from './loggedWork.ts';

/** How often is looked for what other processes have written, and for a clock that was set. */
export const LOOK_MS = 30_000;
/** A round begins after this time whatever was found. */
const LONGEST_MS = 30 * 60_000;
/** The shortest sleep, so that one round takes all that is due at almost the same instant. */
const SHORTEST_MS = 200;

/** When the jobs that work on the database run: all in one round, when there is something to do for any. */
export interface Rounds {
  /** A round begins at once, because data has arrived or a row has changed. */
  wake(): void;
  /** Looks at once whether anything has come, since this process may have written it. */
  look(): void;
  /** The number of the latest round; 0 before the first. */
  latest(): number;
  /** Resolves when there is a round after this one, or the bot stops. */
  after(round: number): Promise<void>;
  /** A job of this round has failed, so another follows soon. */
  failed(): void;
  /** Looks at every full LOOK_MS, at the next instant that is known, and when it is told to, until `signal` is aborted. */
  run(): Promise<void>;
}

export function createRounds({
  lookForDue,
  state,
  onIdle,
  clock,
  runLogged,
  signal,
}: {
  /** @throws errors of the database */
  readonly lookForDue: (since: number) => Promise<Due>;
  /** What else begins a round when it changes, as far as this process knows. */
  readonly state: () => string;
  /** Nothing was due: called after a look that begins no round. */
  readonly onIdle: () => void;
  readonly clock: Clock;
  readonly runLogged: RunLogged;
  readonly signal: AbortSignal;
}): Rounds {
  let latest = 0;
  let begun = Promise.withResolvers<void>();
  let isWoken = false;
  let isAsked = false;
  let hasFailed = false;
  let sleeping: AbortController | undefined;
  signal.addEventListener('abort', () => begun.resolve(), { once: true });

  const look = () => {
    isAsked = true;
    sleeping?.abort(new Error('woken'));
  };
  const begin = () => {
    latest += 1;
    hasFailed = false;
    begun.resolve();
    begun = Promise.withResolvers<void>();
    if (signal.aborted) begun.resolve();
  };
  const period = () => Math.floor(clock.now() / LOOK_MS);
  const toNextPeriod = () => LOOK_MS - (clock.now() % LOOK_MS);

  return {
    wake() {
      isWoken = true;
      look();
    },
    look,
    latest: () => latest,
    async after(round) {
      if (latest <= round && !signal.aborted) await begun.promise;
    },
    failed() {
      hasFailed = true;
    },

    async run() {
      let mark: string | undefined;
      let waiting: readonly number[] = [];
      let since = 0;
      let roundIn = 0;
      /** Also when the database didn't answer. */
      let isWanted = false;
      while (!signal.aborted) {
        isWanted ||= isWoken;
        [isWoken, isAsked] = [false, false];
        let pauseMs = toNextPeriod();
        await runLogged('looking for what is due', async () => {
          const found = await lookForDue(since);
          const known = `${found.mark} ${state()}`;
          const passed = found.now - since;
          // What waits is tried again in each period, not at each look.
          const isAgain = (hasFailed || found.waiting.some((count) => count > 0)) && period() !== roundIn;
          // Fewer are what the round before has done.
          const isMore = found.waiting.some((count, at) => count > (waiting[at] ?? 0));
          waiting = found.waiting;
          const isDue = found.at !== undefined && found.at <= found.now;
          const isOver = passed < 0 || passed >= LONGEST_MS;
          if (isWanted || isDue || isAgain || isMore || isOver || known !== mark) {
            [mark, since, roundIn, isWanted] = [known, found.now, period(), false];
            return begin();
          }
          onIdle();
          if (found.at !== undefined)
            pauseMs = Math.min(pauseMs, Math.max(SHORTEST_MS, found.at - found.now));
        });
        if (isWoken || isAsked || signal.aborted) continue;
        sleeping = new AbortController();
        await clock.sleep(pauseMs, AbortSignal.any([signal, sleeping.signal])).catch((error: unknown) => {
          if (!signal.aborted && sleeping?.signal.aborted !== true) throw error;
        });
        sleeping = undefined;
      }
    },
  };
}
