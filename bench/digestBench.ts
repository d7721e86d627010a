import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { systemClock } from 'retail-data-client/clock/systemClock';
import { startSandbox } from 'retail-data-client/sandbox';
import { CHANNELS_A_MINUTE, MESSAGE_BURST, MESSAGES_A_MINUTE } from '../bot/demo/slack/rates.ts';
import { type SlackCall, startSlack } from '../bot/demo/slack/slack.ts';
import { freePort } from '../tools/freePort.ts';
import { prepareStart, startBotProcess } from './bot/botProcess.ts';

export const FULL_CHANNELS = 200;
export const FEW_CHANNELS = 60;

const DAY = '2026-11-20';
const FRESH_AT = '08:30';
/** A stock counts once two looks, so far apart, have seen the same. */
const WHOLE_AFTER_MS = 60_000;
/** The file of each digest asks about its channel once more. */
const MAX_RATIO = 2;
/** A first start takes sales and older stock in; that is not what is measured. */
const FIRST_INTAKE_MS = 15_000;
const CLOCK = fileURLToPath(new URL('../tools/preload/clock.ts', import.meta.url));

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
 * the last channel holds the digest, against a Slack that takes 300 messages a minute and tells about 50 channels.
 */
export async function benchDigest(channels: number): Promise<DigestFigures> {
  // The time runs from here.
  prepareStart({});
  const fresh = createCalendar().instantOf(DAY, FRESH_AT);
  const offset = fresh - FIRST_INTAKE_MS - Date.now();
  const now = () => Date.now() + offset;
  const channelIds = Array.from({ length: channels }, (_, at) => `C${String(at + 1).padStart(4, '0')}`);
  await using open = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'retail-data-bench-digest-'));
  open.defer(() => rm(folder, { recursive: true, force: true }));
  const sandbox = await startSandbox({ now, stores: 4, products: 6 });
  open.defer(() => sandbox.close());
  const slack = await startSlack({ clock: { ...systemClock, now }, channelIds, hasRates: true });
  open.defer(() => slack.close());
  const bot = await startBotProcess({
    RETAIL_DATA_BASE_URL: sandbox.url,
    RETAIL_DATA_SUBSCRIPTION_KEY: sandbox.subscriptionKey,
    SLACK_BOT_TOKEN: 'xoxb-bench',
    SLACK_SIGNING_SECRET: 'bench',
    SLACK_API_URL: slack.apiUrl,
    PORT: String(await freePort()),
    DATABASE_URL: `file:${join(folder, 'bot.sqlite')}`,
    SALES_HISTORY_DAYS: '1',
    SALES_RETENTION_DAYS: '30',
    DIGEST_CHANNELS: channelIds.join(','),
    NODE_OPTIONS: `--import=${CLOCK}`,
    RETAIL_DATA_TEST_NOW: String(now()),
  });
  open.defer(() => bot.stop());
  const floorSeconds = Math.max(
    (channels - MESSAGE_BURST) / (MESSAGES_A_MINUTE / 60),
    (channels - CHANNELS_A_MINUTE) / (CHANNELS_A_MINUTE / 60),
  );
  const patience = performance.now() + (floorSeconds * 3 + 180) * 1_000;
  const digests = () => slack.calls.filter(isDigest);
  while (digests().length < channels && performance.now() < patience) await delay(100);
  const peakMb = await bot.peakMb();
  const last = Math.max(fresh + WHOLE_AFTER_MS, ...digests().map(({ at }) => at));
  return {
    channels,
    posted: new Set(digests().map(({ parameters }) => parameters.channel)).size,
    seconds: (last - fresh - WHOLE_AFTER_MS) / 1_000,
    floorSeconds,
    refusedByLimits: slack.calls.filter(({ limited }) => limited).length,
    peakMb,
  };
}

function isDigest({ method, parameters, limited }: SlackCall): boolean {
  return (
    method === 'chat.postMessage' && !limited && /digest/.test(JSON.stringify(parameters.metadata ?? ''))
  );
}

export function digestReport(figures: DigestFigures): string {
  const { channels, posted, seconds, floorSeconds, refusedByLimits, peakMb } = figures;
  const ratio = seconds / floorSeconds;
  const met = posted === channels && ratio <= MAX_RATIO;
  return [
    `Digest: from whole data, a minute after it came, to the last of ${channels} channels ${seconds.toFixed(1)} s (${posted} posted).`,
    `Floor by Slack's limits, ${MESSAGES_A_MINUTE} messages and questions about ${CHANNELS_A_MINUTE} channels a minute: ${floorSeconds.toFixed(1)} s; ratio ${ratio.toFixed(2)}, must be <= ${MAX_RATIO}: ${met ? 'met' : 'not met'}.`,
    `Refused by a limit: ${refusedByLimits} calls. Peak memory of the bot ${peakMb.toFixed(0)} MB.`,
  ].join('\n');
}
