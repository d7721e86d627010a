import type { RetailDataClient } from 'retail-data-client/core';
import type { Attempt } from '../attempt.ts';
import { repeat } from '../repeat.ts';
import { type StockSyncOptions, syncStock } from '../stock/sync.ts';
import type { DigestParts } from './digestParts.ts';
import {
  createDigestParts,
  type DigestLoop,
  type DigestOptions,
  startDigestLoop,
  stockGiveUpAt,
} from './digests.ts';
import { resumeServed } from './resume.ts';
import { settleDoubts } from './sweeper.ts';

/** Everything about digests that runs by itself. */
export interface Digests {
  readonly parts: DigestParts;
  /** One turn at the gate of freshness: asks for the stock when it is time. */
  takeStock(): Promise<void>;
  /** Sweeps and looks after doubtful digests and paused subscriptions until the signal is aborted. */
  run(): Promise<void>;
  /** A row was changed by a person: it is looked at now. */
  wake(): void;
  /** When the sweeper last did its round, by the clock of this process; undefined before. */
  lastSweepAt(): number | undefined;
}

export interface DigestsOptions extends DigestOptions {
  readonly client: RetailDataClient;
  /** How a stock is brought in, and for how long it is kept. */
  readonly stock?: Pick<StockSyncOptions, 'openImport' | 'retentionDays'>;
  /** Runs a piece of work and logs what fails; the next round makes up for it. */
  readonly attempt: Attempt;
}

/** A round that sends to many channels takes minutes, and what is doubtful does not wait for its end. */
const DOUBT_MS = 15_000;
/** An event that Slack sent while the bot was away is lost: what is paused is asked about as well. */
const RESUME_MS = 10 * 60_000;

export function createDigests(options: DigestsOptions): Digests {
  const { client, clock, signal, attempt, stock } = options;
  const parts = createDigestParts(options);
  let loop: DigestLoop | undefined;
  const takeStock = () =>
    attempt('reading the stock', async () => {
      const now = await parts.time.now();
      const giveUpAt = await stockGiveUpAt(parts, now);
      const { database, calendar, log, owner } = parts;
      const { openImport, retentionDays } = stock ?? {};
      const sync = { client, database, calendar, log, signal, owner, openImport, retentionDays };
      if (await syncStock({ ...sync, leaseClock: clock }, now, giveUpAt)) loop?.wake();
    });
  const lookAfterPaused = () =>
    attempt('looking after paused digests', async () => {
      if (await resumeServed(parts)) loop?.wake();
    });

  const lookAfterDoubts = () => attempt('looking after doubtful digests', () => settleDoubts(parts));

  return {
    parts,
    takeStock,
    async run() {
      loop = startDigestLoop(parts, (sweep) => attempt('sending digests', sweep));
      await Promise.all([
        loop.done,
        repeat(lookAfterDoubts, DOUBT_MS, clock, signal),
        repeat(lookAfterPaused, RESUME_MS, clock, signal),
      ]);
    },
    wake: () => loop?.wake(),
    lastSweepAt: () => loop?.lastSweepAt(),
  };
}
