import { type RawBuilder, sql } from 'kysely';
import type { ProductStock } from 'retail-data-client';
import { onTestFinished } from 'vitest';
import { composeDigests, type Digests } from '../../../../bot/composeDigests.ts';
import { type Database, isPostgres } from '../../../../bot/database/connection.ts';
import type { DigestSubscriptionTable } from '../../../../bot/database/tables/digest.ts';
import type { RenderDigest } from '../../../../bot/digest/content.ts';
import { createStockDigestReader } from '../../../../bot/digest/figures.ts';
import { type DigestRun, runOf } from '../../../../bot/digest/ledger.ts';
import { resolveStock } from '../../../../bot/digest/readiness.ts';
import { formatterFor } from '../../../../bot/language/formatter.ts';
import { createSalesReader } from '../../../../bot/sales/queries.ts';
import { header, RENDERINGS, section } from '../../../../bot/slack/message.ts';
import { createOutbound } from '../../../../bot/slack/messages.ts';
import { createRenderingLadder } from '../../../../bot/slack/renderingLadder.ts';
import { saveSnapshot } from '../../../../bot/stock/snapshots.ts';
import { TEAM } from '../../slack/cast.ts';
import { type Slack, startSlack } from '../../slack/slack.ts';
import type { HeldMessage } from '../../slack/workspace.ts';
import { newDatabaseFile, openTestDatabase, stockRow } from '../databases.ts';
import { NUMBERS_ONLY } from '../numbersOnly.ts';
import { createRecordingLog } from '../recordingLog.ts';
import { calendar, oslo, type SetClock } from '../time.ts';
import { DELETED_AT_ONCE, UNJUDGED_CLOCKS } from '../unjudgedClocks.ts';
import { guardStates } from './guardStates.ts';

export const CHANNEL = 'C0STOCK';

/** One process with the digest part of the bot. */
export interface Replica {
  readonly bot: Digests;
  sweep(): Promise<void>;
}

/** The digest part of the bot on a database, a clock set by hand and a Slack that does what it is told. */
export interface Channels {
  readonly slack: Slack;
  readonly database: Database;
  readonly clock: SetClock;
  readonly bot: Digests;
  replica(owner: string): Replica;
  /** Sets the clock, local time in Oslo, and sweeps. */
  sweepAt(dayAndTime: string): Promise<void>;
  saveStock(day: string, rows?: readonly ProductStock[]): Promise<void>;
  change(fields: Partial<DigestSubscriptionTable>, channelId?: string): Promise<void>;
  runs(): Promise<DigestRun[]>;
  states(): Promise<string[]>;
  /** Digests that stand in a channel. */
  digests(channelId?: string): HeldMessage[];
}

export interface ChannelsOptions {
  /** What DATABASE_URL would be; a SQLite file of its own when not set. */
  readonly place?: string;
  readonly channels?: readonly string[];
}

/** The day of the figures and the word about them: what a digest looks like is tested elsewhere. */
const renderPlainly: RenderDigest = async ({ dataDay, timeliness }) => {
  const title =
    dataDay === undefined ? 'nothing was ever read' : `Stock digest · ${formatterFor('en').day(dataDay)}`;
  const since = dataDay === undefined ? '' : formatterFor('en').day(dataDay);
  const isUnreached = timeliness.kind === 'unrefreshed' && timeliness.isUnreached === true;
  const words = {
    onTime: '',
    late: `This digest is late: ${timeliness.kind === 'late' ? timeliness.because : ''}. `,
    unrefreshed: `Stock as of ${since}: the service ${isUnreached ? 'did not answer' : 'has not been updated since'}. `,
    quiet: `No product has changed since ${since}. `,
  };
  const text = `${words[timeliness.kind]}${title}`;
  return (rendering) => ({ text, blocks: [header(title), section(rendering)] });
};

/** Time stands still but for those who sleep, for whom it has passed. */
function createSleptClock(startAt: number): SetClock {
  let now = startAt;
  return {
    now: () => now,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      now += milliseconds;
    },
    set(instant) {
      now = instant;
    },
  };
}

export async function openChannels(at: string, options: ChannelsOptions = {}): Promise<Channels> {
  const place = options.place ?? newDatabaseFile();
  const channelIds = options.channels ?? [CHANNEL];
  const clock = createSleptClock(oslo(at));
  const slack = await startSlack({ clock, channelIds: [...channelIds, 'C0OTHER'], hasRates: true });
  onTestFinished(() => slack.close());
  const { log } = createRecordingLog();
  const database = await openTestDatabase(place);
  if (!isPostgres(place)) await guardStates(database);
  const outbound = createOutbound({ botToken: 'xoxb-test', slackApiUrl: slack.apiUrl });
  const defaults = {
    digestTime: '08:30',
    timeZone: 'Europe/Oslo',
    deadline: '12:00',
    language: 'en' as const,
  };
  const sales = createSalesReader(database, calendar);
  const figures = { ...sales, ...createStockDigestReader({ database, sales, calendar }) };
  const stockContent = { resolveFigures: resolveStock(database, calendar), render: renderPlainly };

  const databaseNow = (): RawBuilder<number> => sql<number>`cast(${clock.now()} as bigint)`;
  const replica: Channels['replica'] = (owner) => {
    const bot = composeDigests({
      clocks: UNJUDGED_CLOCKS,
      oldDays: DELETED_AT_ONCE,
      database,
      calendar,
      clock,
      log,
      outbound,
      ladder: createRenderingLadder(RENDERINGS, () => clock.now()),
      figures,
      products: { ...NUMBERS_ONLY, idsOfGroup: () => [] },
      stores: NUMBERS_ONLY,
      defaults,
      owner,
      runLogged: async (_what, work) => work(),
      signal: new AbortController().signal,
      contents: { stock: stockContent },
      databaseNow: isPostgres(place) ? databaseNow : undefined,
    });
    return {
      bot,
      sweep: () => bot.scheduler.sweep(),
    };
  };
  const first = replica('first');
  await first.bot.subscriptions.subscribeConfigured(TEAM, channelIds, clock.now());

  const channels: Channels = {
    slack,
    clock,
    database,
    bot: first.bot,
    replica,
    async sweepAt(dayAndTime) {
      clock.set(oslo(dayAndTime));
      await first.sweep();
    },
    async saveStock(day, rows = [stockRow('1101', 12, { updatedDate: day }), stockRow('90210', 0)]) {
      await saveSnapshot(database, day, rows, clock.now());
    },
    async change(fields, channelId = CHANNEL) {
      await database
        .updateTable('digest_subscription')
        .set(fields)
        .where('channel_id', '=', channelId)
        .execute();
    },
    async runs() {
      const rows = await database.selectFrom('digest_run').selectAll().orderBy('id').execute();
      return rows.map(runOf);
    },
    async states() {
      return (await channels.runs()).map((run) => `${run.businessDate} ${run.state}`);
    },
    digests: (channelId = CHANNEL) => slack.workspace.held(channelId),
  };
  return channels;
}
