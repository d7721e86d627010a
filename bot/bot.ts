import type { Logger } from 'pino';
import { type Clock, createCalendar, createRetailDataClient, RetailDataError } from 'retail-data-client';
import { acceptsSale, acceptsStock } from 'retail-data-client/compiled';
import { createUndiciTransport } from 'retail-data-client/undici';
import { createStoreDirectory } from './answers/stores.ts';
import { createLedger } from './digest/ledger.ts';
import { subscribeConfigured } from './digest/subscriptions.ts';
import { type SweeperParts, sweepDigests } from './digest/sweeper.ts';
import { registerCommands } from './listeners/commands/index.ts';
import { createInFlight } from './listeners/commands/inFlight.ts';
import { repeat } from './repeat.ts';
import type { Settings } from './settings/settings.ts';
import { createBoltApp } from './slack/bolt.ts';
import { createOutbound } from './slack/outbound.ts';
import { RENDERINGS, type Rendering } from './views/message.ts';
import { createSqliteBudget } from './warehouse/callBudget.ts';
import { openDatabase } from './warehouse/database.ts';
import { ownProductIds, takeInOwnProducts } from './warehouse/ownProducts.ts';
import { claimDatabase } from './warehouse/serviceIdentity.ts';
import { takeInStock } from './warehouse/stockIntake.ts';

export interface BotOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Logger;
  /** How tables may come out, the best first; all that Slack knows when not set. */
  readonly renderings?: readonly Rendering[];
}

export interface Bot {
  /** The workspace the bot is in. */
  readonly team: string;
  /** Stops taking work, waits up to `patienceMs` for what is under way, and closes everything. */
  stop(patienceMs?: number): Promise<void>;
}

const SWEEP_MS = 60_000;
const OWN_PRODUCTS_MS = 15 * 60_000;

/**
 * Starts the bot: database, Slack, the commands, and the two things done again and again. Where things are put
 * together, and nowhere else.
 * @throws SlackStartError, ForeignDatabaseError
 */
export async function startBot(options: BotOptions): Promise<Bot> {
  const { settings, clock, log } = options;
  const renderings = options.renderings ?? RENDERINGS;
  const stopping = new AbortController();
  const { signal } = stopping;

  const database = await openDatabase(settings.databaseFile);
  const transport = createUndiciTransport(settings);
  const closeAll = async () => {
    await transport.close();
    await database.destroy();
  };
  try {
    await claimDatabase(database, settings, clock.now());
    const bolt = createBoltApp(settings, log);
    const { teamId, team } = await bolt.signIn();

    const calendar = createCalendar(settings.timeZone);
    const { subscriptionKey } = settings;
    const stockBudget = createSqliteBudget(database, { subscriptionKey, clock });
    const client = createRetailDataClient({ transport, clock, stockBudget, acceptsSale, acceptsStock });
    const ledger = createLedger(database);
    const outbound = createOutbound({ ...settings, renderings });
    const inFlight = createInFlight();
    const directory = createStoreDirectory(client, clock);
    const sweeper: SweeperParts = { database, ledger, outbound, calendar, clock, log };
    const intake = { client, database, calendar, log, signal };

    await subscribeConfigured(database, teamId, settings.digestChannels, settings.digestTime, clock.now());
    for (const run of await ledger.endAbandoned(clock.now())) {
      log.error(
        { channel: run.channelId, day: run.businessDate },
        'the process ended while this digest was sent: look whether it is in the channel, and use /digest now if not',
      );
    }
    registerCommands(bolt.app, {
      ...sweeper,
      client,
      directory,
      inFlight,
      renderings,
      digestTime: settings.digestTime,
    });
    await bolt.listen();
    log.info({ team, mode: settings.appToken === undefined ? 'HTTP' : 'Socket Mode' }, 'the bot is in Slack');

    const attempt = (what: string, work: () => Promise<void>) => guarded(what, work, log, signal);
    const stockAndDigests = async () => {
      await attempt('reading the stock', () => takeInStock(intake, clock.now()));
      await attempt('sending digests', () => inFlight.track(sweepDigests(sweeper)));
    };
    const ownProducts = () =>
      attempt('reading own products from sales', () => takeInOwnProducts(intake, clock.now()));

    const running = (async () => {
      if ((await ownProductIds(database)).length === 0) {
        // A first digest would otherwise be of the whole chain. The stock goes first: /stock can be asked already.
        await attempt('reading the stock', () => takeInStock(intake, clock.now()));
        await ownProducts();
      }
      await Promise.all([
        repeat(stockAndDigests, SWEEP_MS, clock, signal),
        repeat(ownProducts, OWN_PRODUCTS_MS, clock, signal),
      ]);
    })();

    return {
      team,
      async stop(patienceMs = 20_000) {
        stopping.abort(new Error('the bot is stopping'));
        const patience = new AbortController();
        await Promise.race([
          // A connection that somebody keeps open would hold Bolt for ever.
          Promise.all([running, bolt.stop().then(() => inFlight.settled())]),
          clock.sleep(patienceMs, patience.signal).catch(() => undefined),
        ]);
        patience.abort();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** What fails once is tried again in its next round; the log says what and why. */
async function guarded(
  what: string,
  work: () => Promise<void>,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof RetailDataError)
      log.warn({ kind: error.kind, status: error.status }, `${what}: ${error.message}`);
    else log.error({ err: error }, `${what} failed`);
  }
}
