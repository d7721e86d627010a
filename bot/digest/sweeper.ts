import type { Logger } from 'pino';
import type { Calendar, Clock } from 'retail-data-client';
import type { Outbound, PostOutcome } from '../slack/outbound.ts';
import { digestMessage } from '../views/digest.ts';
import type { Database } from '../warehouse/database.ts';
import { latestSnapshot } from '../warehouse/stockSnapshots.ts';
import { readFigures } from './figures.ts';
import { type DigestRun, isManual, type Ledger } from './ledger.ts';
import { activeSubscriptions } from './subscriptions.ts';

export interface SweeperParts {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly outbound: Outbound;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly log: Logger;
}

const ATTEMPTS = 5;
const RETRY_MS = 60_000;
/** Refusals of a moment: nothing is in the channel, and later it may be taken. */
const MAY_PASS = new Set(['team_added_to_org', 'request_timeout']);

/**
 * Computes which digests are due, records them and sends those whose stock is there. Clocks and restarts are only
 * hints: whatever calls this, and however often, the ledger lets each digest out once.
 */
export async function sweepDigests(parts: SweeperParts): Promise<void> {
  const { ledger, clock, calendar, log } = parts;
  const now = clock.now();
  await recordDue(parts, now);
  for (const run of await ledger.expire(calendar.dayOf(now), now)) {
    log.warn(
      { channel: run.channelId, day: run.businessDate, reason: run.reason ?? 'no stock of that day came' },
      'a digest was not sent on its day',
    );
  }
  for (const run of await ledger.due(now)) await sendWhenFresh(parts, run);
}

async function recordDue(parts: SweeperParts, now: number): Promise<void> {
  const today = parts.calendar.dayOf(now);
  for (const { teamId, channelId, digestTime } of await activeSubscriptions(parts.database)) {
    if (now < parts.calendar.instantOf(today, digestTime)) continue;
    await parts.ledger.record({ teamId, channelId, kind: 'stock', businessDate: today }, now);
  }
}

/**
 * Sends a digest once the stock it is about is there: that of the latest refresh at or before its time of day. Until
 * then it stays due. One that was asked for by hand takes the newest stock there is.
 */
async function sendWhenFresh(parts: SweeperParts, run: DigestRun): Promise<void> {
  const stockDay = isManual(run.kind)
    ? (await latestSnapshot(parts.database))?.businessDate
    : await stockDayOf(parts, run);
  if (stockDay !== undefined) await sendDigest(parts, run, stockDay);
}

async function stockDayOf({ database, calendar }: SweeperParts, run: DigestRun): Promise<string | undefined> {
  const subscription = (await activeSubscriptions(database)).find(
    ({ teamId, channelId }) => teamId === run.teamId && channelId === run.channelId,
  );
  if (subscription === undefined) return undefined;
  return calendar.latestStockDay(calendar.instantOf(run.businessDate, subscription.digestTime));
}

/** Sends one recorded digest from the snapshot of `stockDay`; undefined when there is no such snapshot yet. */
export async function sendDigest(
  parts: SweeperParts,
  run: DigestRun,
  stockDay: string,
): Promise<PostOutcome | undefined> {
  const { database, ledger, outbound, clock, log } = parts;
  const figures = await readFigures(database, stockDay);
  if (figures === undefined) return undefined;
  const claimed = await ledger.claim(run.id, clock.now());
  if (claimed === undefined) return undefined;

  const fingerprint = fingerprintOf(claimed);
  const outcome = await outbound.post(
    claimed.channelId,
    (rendering) => digestMessage(figures, rendering, fingerprint),
    fingerprint,
  );
  const now = clock.now();
  const facts = { channel: claimed.channelId, day: claimed.businessDate, kind: claimed.kind };
  switch (outcome.kind) {
    case 'posted':
      await ledger.sent(claimed.id, outcome.ts, now);
      log.info(facts, 'digest posted');
      break;
    case 'rateLimited':
      await ledger.postpone(claimed.id, now + outcome.retryAfterMs, 'Slack asked to wait', now);
      log.info({ ...facts, waitMs: outcome.retryAfterMs }, 'digest waits: Slack asked to');
      break;
    case 'rejected': {
      log.error({ ...facts, code: outcome.code }, 'Slack refused the digest');
      const retryAfterMs = RETRY_MS * claimed.attempt;
      if (MAY_PASS.has(outcome.code) && claimed.attempt < ATTEMPTS) {
        await ledger.postpone(claimed.id, now + retryAfterMs, outcome.code, now);
        return { kind: 'rateLimited', retryAfterMs };
      }
      await ledger.end(claimed.id, 'failed', outcome.code, now);
      break;
    }
    case 'unclear':
      await ledger.end(claimed.id, 'unknown', outcome.detail, now);
      log.error(
        { ...facts, detail: outcome.detail },
        'the digest may or may not be in the channel: look, and use /digest now if it is not',
      );
      break;
  }
  return outcome;
}

/** Names a digest in Slack without business figures. */
function fingerprintOf(run: DigestRun): string {
  return `${run.teamId}:${run.channelId}:${run.kind}:${run.businessDate}`;
}
