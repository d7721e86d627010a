import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Sandbox, startSandbox } from 'retail-data-client/sandbox';
import { TEAM } from '../../../bot/demo/slack/cast.ts';
import { postSigned } from '../../../bot/demo/slack/delivery.ts';
import { type Slack, startSlack } from '../../../bot/demo/slack/slack.ts';
import { freePort } from '../../../tools/freePort.ts';
import { databaseUrlOf } from '../../support/bot/databases.ts';
import { oslo } from '../../support/bot/time.ts';
import { installDatabaseClock, setDatabaseClock } from '../../support/faults/databaseClock.ts';
import { createFlowingClock, type FlowingClock } from '../../support/faults/flowingClock.ts';
import type { BotOrder, DeathSentence } from './botOrder.ts';
import { type BotProcess, startBotProcess } from './botProcess.ts';
import { bundleBotChild } from './bundledBot.ts';
import { type FaultyService, startFaultyService } from './faultyService.ts';

export interface WorldOptions {
  /** Local time in Oslo at which it begins, standing still. */
  readonly at: string;
  readonly channels: number;
  /** The postgres:// address of an empty database; a SQLite file when not set. */
  readonly postgres?: string;
  /** What is left to chance in the bots follows from it; 1 when not set. */
  readonly seed?: number;
  /** Settings of the bots besides those that they need. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Of the supplier in the sandbox; 4 stores and 6 products when not set. */
  readonly stores?: number;
  readonly products?: number;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SIGNING_SECRET = 'proof';
/** Bots and a server hear of a new time so long before it begins: they change together. */
const NOTICE_MS = 300;

/** The service and Slack, each behind a bad line, one database, one time, and any number of bots. */
export interface ProofWorld {
  readonly sandbox: Sandbox;
  readonly service: FaultyService;
  readonly slack: Slack;
  readonly clock: FlowingClock;
  readonly channelIds: readonly string[];
  readonly bots: readonly BotProcess[];
  /** What DATABASE_URL is. */
  readonly databasePlace: string;
  /** Moves everybody to that instant, from where time goes on at that rate; 0 stands still. */
  setTime(instant: number, rate?: number): Promise<void>;
  start(dieAt?: DeathSentence): Promise<BotProcess>;
  /** Unarchives a channel, of which Slack tells the bot that was started last. */
  unarchive(channelId: string): Promise<void>;
  close(): Promise<void>;
}

export async function openProofWorld(options: WorldOptions): Promise<ProofWorld> {
  const { stores = 4, products = 6 } = options;
  const child = await bundleBotChild(ROOT);
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-proof-'));
  const clock = createFlowingClock({ real: Date.now(), time: oslo(options.at), rate: 0, jump: 0 });
  const channelIds = Array.from(
    { length: options.channels },
    (_, at) => `C${String(at + 1).padStart(4, '0')}`,
  );
  const sandbox = await startSandbox({ now: () => clock.now(), stores, products });
  const service = await startFaultyService({ upstream: sandbox.url, clock });
  const slack = await startSlack({ clock, channelIds, hasRates: true });
  const bots: BotProcess[] = [];
  let port = 0;
  const databasePlace = options.postgres ?? join(folder, 'bot.sqlite');
  if (options.postgres !== undefined) await installDatabaseClock(options.postgres, clock.reading());
  const environment = (): Record<string, string> => ({
    RETAIL_DATA_BASE_URL: service.url,
    RETAIL_DATA_SUBSCRIPTION_KEY: sandbox.subscriptionKey,
    SLACK_BOT_TOKEN: 'xoxb-proof',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
    PORT: String(port),
    DATABASE_URL: databaseUrlOf(databasePlace),
    SALES_HISTORY_DAYS: '1',
    SALES_RETENTION_DAYS: '30',
    DIGEST_CHANNELS: channelIds.join(','),
    ...options.settings,
  });

  return {
    sandbox,
    service,
    slack,
    clock,
    channelIds,
    bots,
    databasePlace,
    async setTime(instant, rate = 0) {
      const alive = bots.filter((bot) => bot.isAlive);
      const noticeMs = options.postgres !== undefined && alive.length > 0 ? NOTICE_MS : 0;
      // Until then time goes on as before, and nobody's goes back.
      const time = Math.max(instant, clock.now() + noticeMs * clock.reading().rate);
      const reading = { real: Date.now() + noticeMs, time: noticeMs === 0 ? instant : time, rate, jump: 0 };
      const set = async () => {
        clock.read(reading);
        for (const bot of alive) bot.setClock(reading);
        if (options.postgres !== undefined) await setDatabaseClock(options.postgres, reading);
        await delay(Math.max(0, reading.real - Date.now()));
        return alive;
      };
      const told = set();
      slack.tellTimeAfter(told.then((alive) => Promise.all(alive.map((bot) => bot.answers()))));
      await told;
    },
    async start(dieAt) {
      port = await freePort();
      const order: BotOrder = {
        environment: environment(),
        reading: clock.reading(),
        seed: (options.seed ?? 1) + bots.length,
        ...(dieAt === undefined ? {} : { dieAt }),
      };
      const bot = await startBotProcess(child, order);
      bots.push(bot);
      return bot;
    },
    async unarchive(channelId) {
      slack.workspace.change(channelId, { archived: false });
      const event = { type: 'channel_unarchive', channel: channelId, user: 'U0OLA', event_ts: '1.1' };
      const body = { type: 'event_callback', team_id: TEAM, event_id: `Ev${clock.now()}`, event };
      const { ok } = await postSigned(
        { port, signingSecret: SIGNING_SECRET },
        JSON.stringify(body),
        'application/json',
      );
      if (!ok) throw new Error('the bot did not take the event of the channel');
    },
    async close() {
      await Promise.all(bots.map((bot) => bot.kill()));
      await slack.close();
      await service.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
