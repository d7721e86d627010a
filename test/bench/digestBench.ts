import { setTimeout as delay } from 'node:timers/promises';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { digestsIn } from '../support/faults/heldDigests.ts';
import { openProofWorld } from '../support/faults/proofWorld.ts';
import { MESSAGE_BURST, MESSAGES_A_MINUTE } from '../support/slack/rates.ts';

export const FULL_CHANNELS = 1_000;
export const FEW_CHANNELS = 60;

const DAY = '2026-11-20';
const FRESH_AT = '08:30';
/** A stock counts once two looks, so far apart, have seen the same. */
const WHOLE_AFTER_MS = 60_000;
const MOST_RATIO = 1.1;
const FIRST_INTAKE_MS = 8_000;

export interface DigestFigures {
  readonly channels: number;
  readonly posted: number;
  /** Seconds from the instant at which the stock can count as whole to the last channel. */
  readonly seconds: number;
  /** The least that Slack's limits leave. */
  readonly floorSeconds: number;
  readonly refusedByLimits: number;
  readonly peakMb: number;
}

/**
 * The real bot in a process of its own, in real time, from the minute in which the service refreshes its stock until
 * the last channel holds the digest, against a Slack that takes 300 messages a minute.
 */
export async function benchDigest(channels: number): Promise<DigestFigures> {
  const calendar = createCalendar();
  const fresh = calendar.instantOf(DAY, FRESH_AT);
  const world = await openProofWorld({ at: `${DAY} 07:50`, channels });
  try {
    const bot = await world.start();
    // A first start takes sales and older stock in; that is not what is measured.
    await delay(FIRST_INTAKE_MS);
    await world.setTime(fresh - 2_000, 1);
    const floorSeconds = Math.max(0, channels - MESSAGE_BURST) / (MESSAGES_A_MINUTE / 60);
    const patience = performance.now() + (floorSeconds * 3 + 120) * 1_000;
    const posted = () => new Set(digestsIn(world.slack.workspace).map(({ channel }) => channel)).size;
    while (posted() < channels && performance.now() < patience && bot.isAlive) await delay(100);
    const last = Math.max(fresh + WHOLE_AFTER_MS, ...digestsIn(world.slack.workspace).map(({ at }) => at));
    const { peakMb } = await bot.memory();
    await bot.stop();
    return {
      channels,
      posted: posted(),
      seconds: (last - fresh - WHOLE_AFTER_MS) / 1_000,
      floorSeconds,
      refusedByLimits: world.slack.calls.filter(({ limited }) => limited).length,
      peakMb,
    };
  } finally {
    await world.close();
  }
}

export function digestReport(figures: DigestFigures): string {
  const { channels, posted, seconds, floorSeconds, refusedByLimits, peakMb } = figures;
  const ratio = seconds / floorSeconds;
  const met = posted === channels && ratio <= MOST_RATIO;
  return [
    `Digest: from whole data, a minute after it came, to the last of ${channels} channels ${seconds.toFixed(1)} s (${posted} posted).`,
    `Floor by Slack's limits of ${MESSAGES_A_MINUTE} messages a minute, ${MESSAGE_BURST} at once: ${floorSeconds.toFixed(1)} s; ratio ${ratio.toFixed(2)}, must be <= ${MOST_RATIO}: ${met ? 'met' : 'not met'}.`,
    `Refused by a limit: ${refusedByLimits} calls. Peak memory of the bot ${peakMb.toFixed(0)} MB.`,
  ].join('\n');
}
