import type { Clock } from 'retail-data-client/clock/clock';
import type { Job } from './ask/part.ts';
import type { Database } from './database/connection.ts';
import type { RunLogged } from './loggedWork.ts';
import { ownProductIds } from './sales/queries.ts';

const DATABASE_RETRY_MS = 5_000;
/** How long a first digest waits for sales, which determine one's own products. */
export const FIRST_SALES_MS = 5 * 60_000;

/** Runs all jobs, and `sweep` until it ends, until `signal` is aborted. */
export async function runJobs({
  jobs,
  stock,
  sales,
  sweep,
  database,
  clock,
  signal,
  mayWork,
  runLogged,
}: {
  readonly jobs: readonly Job[];
  readonly stock: Job;
  readonly sales: Job;
  /** Posts messages; it chooses its own pauses. */
  readonly sweep: () => Promise<void>;
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
        return (isIndependent === true || (await mayWork())) && run();
      },
      reads,
    );
  const every = (job: Job) => runEvery(() => once(job), job.everyMs, clock, signal);

  const independent = jobs.filter(({ isIndependent }) => isIndependent === true).map(every);
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
  const stockJob = every(stock);
  const firstSales = once(sales);
  // Without sales a first digest would show the products of the whole chain.
  if (isFirst === true) await atMost(firstSales, FIRST_SALES_MS, clock);
  await Promise.all([
    ...independent,
    stockJob,
    sweep(),
    ...jobs.filter(({ isIndependent }) => isIndependent !== true).map(every),
    firstSales.then(() => every(sales)),
  ]);
}

/** Waits for `work`, at most `milliseconds`; `work` continues after that. */
async function atMost(work: Promise<void>, milliseconds: number, clock: Clock): Promise<void> {
  const done = new AbortController();
  await Promise.race([work, clock.sleep(milliseconds, done.signal).catch(() => undefined)]);
  done.abort();
}

/**
 * Runs `work` now and at every full multiple of `everyMs`, one at a time, until `signal` is aborted. Skips multiples
 * that pass while `work` runs.
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
