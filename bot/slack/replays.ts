import { createHash } from 'node:crypto';
import type { Database } from '../database/connection.ts';
import { inBatches } from '../database/inBatches.ts';

/** Requests that have been here already. */
export interface Replays {
  /** Notes the request in this process, at once; true when it had been noted before. */
  isRepeated(context: RequestMarks): boolean;
  /**
   * Takes the request for this process, once among all processes on the database; false when another has it. A request
   * without a signature (Socket Mode) cannot be sent by anybody but Slack and is always taken.
   */
  claim(context: RequestMarks): Promise<boolean>;
}

/** Bolt's context of a request, or what its receiver gives along. */
export type RequestMarks = Readonly<Record<string, unknown>>;

/** The name under which the signature of a request stands in Bolt's context. */
export const SIGNATURE = 'requestSignature';

/** For Socket Mode: every request comes over a connection that only Slack writes to. */
export const NO_REPLAYS: Replays = { isRepeated: () => false, claim: async () => true };

/** Twice as long as the date of a request may be off, so nothing that is forgotten can still be sent. */
const REMEMBERED_MS = 10 * 60_000;
const FORGET_EVERY_MS = 60_000;

/**
 * Signed requests of the last ten minutes. What this process has had is known in memory; what another has had, or this
 * one before a restart, in the database, which takes the claims that come at a time together.
 */
export function createReplays(database: Database, now: () => number): Replays {
  const seenHere = new Map<string, number>();
  let forgotAt = Number.NEGATIVE_INFINITY;

  const forgetHere = () => {
    const oldest = now() - REMEMBERED_MS;
    for (const [fingerprint, at] of seenHere) {
      if (at >= oldest) return;
      seenHere.delete(fingerprint);
    }
  };

  const forgetInDatabase = async () => {
    if (now() - forgotAt < FORGET_EVERY_MS) return;
    forgotAt = now();
    await database
      .deleteFrom('seen_request')
      .where('seen_at', '<', forgotAt - REMEMBERED_MS)
      .execute();
  };

  const claimInDatabase = inBatches(async (fingerprints: readonly string[]) => {
    await forgetInDatabase();
    const taken = await database
      .insertInto('seen_request')
      // In one order, or two processes that had the same requests would wait for each other.
      .values(fingerprints.toSorted().map((fingerprint) => ({ fingerprint, seen_at: now() })))
      .onConflict((conflict) => conflict.column('fingerprint').doNothing())
      .returning('fingerprint')
      .execute();
    const mine = new Set(taken.map(({ fingerprint }) => fingerprint));
    return fingerprints.map((fingerprint) => mine.delete(fingerprint));
  });

  return {
    isRepeated(context) {
      const signature = context[SIGNATURE];
      if (typeof signature !== 'string') return false;
      forgetHere();
      const fingerprint = fingerprintOf(signature);
      const isKnown = seenHere.has(fingerprint);
      if (!isKnown) seenHere.set(fingerprint, now());
      return isKnown;
    },
    async claim(context) {
      const signature = context[SIGNATURE];
      if (typeof signature !== 'string') return true;
      return claimInDatabase(fingerprintOf(signature));
    },
  };
}

/** What is kept of a signature: enough to know it again. */
function fingerprintOf(signature: string): string {
  return createHash('sha256').update(signature).digest('base64url');
}
