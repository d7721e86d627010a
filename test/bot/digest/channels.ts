import type { ProductStock } from 'retail-data-client';
import { onTestFinished } from 'vitest';
import { createLedger, type DigestRun, type Ledger } from '../../../bot/digest/ledger.ts';
import { subscribeConfigured } from '../../../bot/digest/subscriptions.ts';
import { type SweeperParts, sweepDigests } from '../../../bot/digest/sweeper.ts';
import { createOutbound, type Outbound } from '../../../bot/slack/outbound.ts';
import { RENDERINGS } from '../../../bot/views/message.ts';
import { type Database, openDatabase } from '../../../bot/warehouse/database.ts';
import { saveSnapshot } from '../../../bot/warehouse/stockSnapshots.ts';
import { newDatabaseFile, stockRow } from '../support/databases.ts';
import { createRecordingLog, type RecordingLog } from '../support/recordingLog.ts';
import { calendar, createSetClock, oslo, type SetClock } from '../support/service.ts';
import { DOUBLE_TEAM, type SlackDouble, startSlackDouble } from '../support/slackDouble.ts';

export const CHANNEL = 'C0STOCK';

/** The digest part of the bot on a database file, a clock set by hand and a Slack that does what it is told. */
export interface Channels extends SweeperParts {
  readonly slack: SlackDouble;
  readonly recording: RecordingLog;
  readonly database: Database;
  readonly ledger: Ledger;
  readonly clock: SetClock;
  /** Sets the clock, local time in Oslo, and sweeps. */
  sweepAt(dayAndTime: string): Promise<void>;
  saveStock(day: string, rows?: readonly ProductStock[]): Promise<void>;
  /** Ends the process and starts it again on the same database. */
  restart(): Promise<void>;
  /** From now on, posts go through this. */
  divert(change: (outbound: Outbound) => Outbound): void;
  runs(): Promise<DigestRun[]>;
  states(): Promise<string[]>;
}

export interface ChannelsOptions {
  readonly channels?: readonly string[];
  readonly digestTime?: string;
  readonly file?: string;
  readonly timeoutMs?: number;
}

export async function openChannels(at: string, options: ChannelsOptions = {}): Promise<Channels> {
  const slack = await startSlackDouble();
  const recording = createRecordingLog();
  const clock = createSetClock(oslo(at));
  const file = options.file ?? newDatabaseFile();
  const direct = createOutbound({
    botToken: 'xoxb-test',
    slackApiUrl: slack.url,
    renderings: RENDERINGS,
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
  });
  let outbound = direct;
  let database = await openDatabase(file);
  let ledger = createLedger(database);
  onTestFinished(() => database.destroy());
  const subscribe = () =>
    subscribeConfigured(
      database,
      DOUBLE_TEAM,
      options.channels ?? [CHANNEL],
      options.digestTime ?? '08:30',
      clock.now(),
    );
  await subscribe();

  const channels: Channels = {
    slack,
    recording,
    clock,
    calendar,
    log: recording.log,
    get database() {
      return database;
    },
    get ledger() {
      return ledger;
    },
    outbound: { post: (...call) => outbound.post(...call) },
    async sweepAt(dayAndTime) {
      clock.set(oslo(dayAndTime));
      await sweepDigests(channels);
    },
    async saveStock(day, rows = [stockRow('1101', 12, { updatedDate: day }), stockRow('90210', 0)]) {
      await saveSnapshot(database, day, rows, clock.now());
    },
    async restart() {
      await database.destroy();
      database = await openDatabase(file);
      ledger = createLedger(database);
      await subscribe();
      await ledger.endAbandoned(clock.now());
    },
    divert(change) {
      outbound = change(direct);
    },
    async runs() {
      const runs = await database.selectFrom('digest_run').select(['team_id', 'channel_id']).execute();
      const keys = new Set(runs.map((run) => `${run.team_id} ${run.channel_id}`));
      const lists = await Promise.all(
        [...keys].map((key) => {
          const [team = '', channel = ''] = key.split(' ');
          return ledger.recent(team, channel, 1_000);
        }),
      );
      return lists.flat().toSorted((one, other) => one.id - other.id);
    },
    async states() {
      return (await channels.runs()).map((run) => `${run.businessDate} ${run.state}`);
    },
  };
  return channels;
}
