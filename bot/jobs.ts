import type { Clock } from 'retail-data-client/clock/clock';
import type { Job } from './ask/part.ts';
import type { Database } from './database/connection.ts';
import type { RunLogged } from './loggedWork.ts';
import { LOOK_MS, type Rounds } from './rounds.ts';
import { ownProductIds } from './sales/queries.ts';

const DATABASE_RETRY_MS = 5_000;
/** Whoever sleeps longer misses a clock that was set. */
const LONGEST_SLEEP_MS = 60_000;
/** How long a first digest waits for sales, which determine one's own products. */
export const FIRST_SALES_MS = 5 * 60_000;

/** Runs all jobs until `signal` is aborted: each in every round, or at its own times. */
export async function runJobs({
  jobs,
  stock,
  sales,
  rounds,
  database,
  clock,
  signal,
  mayWork,
  runLogged,
}: {
  readonly jobs: readonly Job[];
  readonly stock: Job;
  readonly sales: Job;
  readonly rounds: Rounds;
  readonly database: Database;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** False while the clock is wrong, or when another key has taken the database. */
  readonly mayWork: () => Promise<boolean>;
  readonly runLogged: RunLogged;
}): Promise<void> {
  const once = ({ name, run, reads, isIndependent }: Job) =>
    runLogged(
      name,
      async () => {
        try {
          const done = (isIndependent === true || (await mayWork())) && (await run());
          if (done === 'again') rounds.failed();
          return done;
        } catch (error) {
          rounds.failed();
          throw error;
        }
      },
      reads,
    );
  /** Imports are not among them: they may take an hour. */
  let working = 0;
  const inRounds = async (job: Job) => {
    const counted = job.reads === undefined ? 1 : 0;
    for (let round = rounds.latest(); !signal.aborted; ) {
      working += counted;
      await once(job);
      working -= counted;
      // What a job has written may be something that another waits for.
      if (working === 0) rounds.look();
      await rounds.after(round);
      round = rounds.latest();
    }
  };

  const timed = runTimed(
    jobs.filter(({ everyMs }) => everyMs !== undefined),
    once,
    clock,
    signal,
  );
  let isFirst: boolean | undefined;
  while (isFirst === undefined && !signal.aborted) {
    await runLogged('looking for sales that are stored', async () => {
      isFirst = (await ownProductIds(database)).length === 0;
    });
    // Retry: nothing else works without the database either.
    if (isFirst === undefined) await clock.sleep(DATABASE_RETRY_MS, signal).catch(() => undefined);
  }
  // Stock first, so that /stock works while months of sales are imported.
  if (isFirst === true) await once(stock);
  const looking = rounds.run();
  const stockJob = inRounds(stock);
  const firstSales = once(sales);
  // Without sales a first digest would show the products of the whole chain.
  if (isFirst === true) await atMost(firstSales, FIRST_SALES_MS, clock);
  await Promise.all([
    timed,
    looking,
    stockJob,
    ...jobs.filter(({ everyMs }) => everyMs === undefined).map(inRounds),
    firstSales.then(() => inRounds(sales)),
  ]);
}

/** Waits for `work`, at most `milliseconds`; `work` continues after that. */
async function atMost(work: Promise<void>, milliseconds: number, clock: Clock): Promise<void> {
  const until = clock.now() + milliseconds;
  const done = new AbortController();
  const late = async () => {
    while (!done.signal.aborted && clock.now() < until)
      await clock.sleep(Math.min(LONGEST_SLEEP_MS, until - clock.now()), done.signal);
  };
  await Promise.race([work, late().catch(() => undefined)]);
  done.abort();
}

/** Runs each job now and at full multiples of its `everyMs`, one round at a time, until `signal` is aborted. */
async function runTimed(
  jobs: readonly Job[],
  once: (job: Job) => Promise<void>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const periods = new Map<Job, number>();
  const running = new Map<Job, Promise<void>>();
  const begin = (job: Job) => {
    const period = Math.floor(clock.now() / (job.everyMs ?? LOOK_MS));
    if (running.has(job) || periods.get(job) === period) return;
    periods.set(job, period);
    running.set(
      job,
      once(job).finally(() => running.delete(job)),
    );
  };
  await runEvery(async () => jobs.forEach(begin), LOOK_MS, clock, signal);
  await Promise.all(running.values());
}

/**
 * Runs `work` now and at every full multiple of `everyMs`, one at a time, until `signal` is aborted. Skips multiples
 * that pass while `work` runs. `everyMs` is at most LONGEST_SLEEP_MS, so that a clock that is set is seen.
 */
export async function runEvery(
  work: () => Promise<void>,
  everyMs: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await work();
    try {
      await clock.sleep(everyMs - (clock.now() % everyMs), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
