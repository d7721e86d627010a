import type { Clock } from 'retail-data-client/clock/clock';
import type { Database } from '../database/connection.ts';
import type { Outage } from './outage.ts';
import { type ServiceFacts, serviceFailure } from './serviceFacts.ts';

/** The external systems that the bot depends on. */
export interface Outages {
  readonly service: Outage;
  readonly slack: Outage;
  readonly database: Outage;
}

/** Slack is called if nobody has called it for this long, to see whether it answers. */
const SILENCE_MS = 60_000;

/** Checks each dependency once, so that outages begin and end even while nobody uses the bot. */
export async function watch({
  outages,
  serviceFacts,
  probeWriting,
  lackOfRoom,
  databaseCause,
  callSlack,
  slackAnsweredAt,
  clock,
  startedAt,
}: {
  readonly outages: Outages;
  /** @throws when the database fails or doesn't answer in time */
  readonly serviceFacts: () => Promise<ServiceFacts>;
  /** Writes a row. Rejects if that fails or takes too long. */
  readonly probeWriting: () => Promise<void>;
  /** What is wrong although the row was written: no room for more; undefined if nothing is. */
  readonly lackOfRoom: () => Promise<string | undefined>;
  /** The text for an error of the database. */
  readonly databaseCause: (error: unknown) => string;
  /** Calls Slack once, which reports the result to its outage; undefined before sign-in. */
  readonly callSlack: (() => Promise<unknown>) | undefined;
  /** When Slack last answered a call, by the clock. */
  readonly slackAnsweredAt: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly startedAt: number;
}): Promise<void> {
  try {
    const facts = await serviceFacts();
    outages.database.works('reading');
    try {
      await probeWriting();
      const lack = await lackOfRoom();
      if (lack === undefined) outages.database.works('writing');
      else outages.database.failed('writing', lack);
    } catch (error) {
      outages.database.failed('writing', databaseCause(error));
    }
    const failure = serviceFailure(facts, startedAt);
    if (failure === undefined) outages.service.works('calls');
    else if (outages.service.cause() === undefined) outages.service.failed('calls', failure);
  } catch (error) {
    outages.database.failed('reading', databaseCause(error));
  }
  // `Math.abs`, so that a clock set back doesn't delay the next call.
  const isSilent = Math.abs(clock.now() - slackAnsweredAt) >= SILENCE_MS;
  if (isSilent || outages.slack.cause() !== undefined) await callSlack?.();
}

/** The name of the lease that is written to see whether the database takes it. */
export const PROBE = 'write probe';

/**
 * Writes one row, always the same: with a full disk, a locked or read-only file or a PostgreSQL standby, reads work and
 * writes fail. The lease has expired, so it blocks nobody.
 */
export async function probeWriting(database: Database, now: number): Promise<void> {
  await database
    .insertInto('lease')
    .values({ name: PROBE, owner: PROBE, until: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ until: now }))
    .execute();
}
