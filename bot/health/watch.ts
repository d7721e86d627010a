import type { Clock } from 'retail-data-client/clock/clock';
import type { Database } from '../database/connection.ts';
import type { Outage } from './outage.ts';
import { type ServiceFacts, serviceFailure } from './serviceFacts.ts';

/** What the bot needs from outside. */
export interface Outages {
  readonly service: Outage;
  readonly slack: Outage;
  readonly database: Outage;
}

/** When nobody has called Slack for that long, it is called to see whether it answers. */
const SILENCE_MS = 60_000;

/** One look at what the bot needs: an outage is seen to begin and to end also while nobody asks the bot anything. */
export async function watch({
  outages,
  serviceFacts,
  probeWriting,
  databaseCause,
  callSlack,
  slackAnsweredAt,
  clock,
  startedAt,
}: {
  readonly outages: Outages;
  /** @throws when the database fails or does not answer in time */
  readonly serviceFacts: () => Promise<ServiceFacts>;
  /** Writes a row; rejects when that fails or takes too long. */
  readonly probeWriting: () => Promise<void>;
  /** What to tell of an error of the database. */
  readonly databaseCause: (error: unknown) => string;
  /** Calls Slack once, which tells its outage how that went; undefined before the bot is let in. */
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
      outages.database.works('writing');
    } catch (error) {
      outages.database.failed('writing', databaseCause(error));
    }
    const failure = serviceFailure(facts, startedAt);
    if (failure === undefined) outages.service.works('calls');
    else if (outages.service.cause() === undefined) outages.service.failed('calls', failure);
  } catch (error) {
    outages.database.failed('reading', databaseCause(error));
  }
  // A clock that was set back must not keep it waiting for the time it showed before.
  const isSilent = Math.abs(clock.now() - slackAnsweredAt) >= SILENCE_MS;
  if (isSilent || outages.slack.cause() !== undefined) await callSlack?.();
}

const PROBE = 'write probe';

/**
 * Writes one row, always the same: a full disk, a locked or read-only file and a standby of PostgreSQL answer every
 * question and take nothing. A lease that has ended holds up nobody.
 */
export async function probeWriting(database: Database, now: number): Promise<void> {
  await database
    .insertInto('lease')
    .values({ name: PROBE, owner: PROBE, until: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ until: now }))
    .execute();
}
