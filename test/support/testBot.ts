import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { type Sandbox, type SandboxOptions, startSandbox } from 'retail-data-client/sandbox';
import { inject, onTestFinished } from 'vitest';
import { type Bot, startBot } from '../../bot/app.ts';
import {
  type Actor,
  BOT_USER,
  isPlace,
  PEOPLE,
  type PersonName,
  PLACES,
  type PlaceName,
} from '../../bot/demo/slack/cast.ts';
import { createHttpDelivery, createSocketDelivery, type Delivery } from '../../bot/demo/slack/delivery.ts';
import { hangingCalls } from '../../bot/demo/slack/faults.ts';
import type { Seen } from '../../bot/demo/slack/methods.ts';
import {
  type Click,
  clickPayload,
  commandPayload,
  homeOpened,
  messagePayload,
  type Payload,
  type ShownView,
  submissionPayload,
  suggestionPayload,
} from '../../bot/demo/slack/payloads.ts';
import { type Slack, startSlack } from '../../bot/demo/slack/slack.ts';
import type { HeldMessage } from '../../bot/demo/slack/workspace.ts';
import { createLog } from '../../bot/process/log.ts';
import { DEFAULT_SETTINGS, type Settings, secretsOf } from '../../bot/settings/settings.ts';
import { createUnderWay, type UnderWay } from '../../bot/workers/underWay.ts';
import { freePort } from '../../tools/freePort.ts';
import type { LogLine } from './bot/recordingLog.ts';
import { calendar, oslo } from './bot/time.ts';
import { type BotDatabase, createServerDatabase, createSqliteDatabase } from './botDatabase.ts';
import { createFakeClock, type FakeClock } from './fakeClock.ts';
import { createTestProcess, type TestProcess } from './faults/process.ts';
import { FILLED_HISTORY_DAYS, FILLED_SANDBOX, type FilledMoment, readFilled } from './filled.ts';
import { clickIn, lastView, linesOf, valuesOf } from './slack/screen.ts';
import { WORKERS_HERE } from './workersHere.ts';

/** What came of something that somebody did. */
export interface Outcome {
  /** What the bot answered the request with at once. */
  readonly atOnce: unknown;
  /** What somebody can see of it, in order. */
  readonly seen: readonly Seen[];
  /** The same as lines to read, one part after the other. */
  readonly lines: readonly string[];
  /** The lines as one text. */
  readonly text: string;
}

/** Somebody in a place, who types and clicks. Each resolves when the bot is at rest again. */
export interface Hand {
  readonly actor: Actor;
  type(command: string, text?: string): Promise<Outcome>;
  /** Writes a message to the bot: a mention of it in a channel, or a direct message; in a thread, where one is given. */
  say(text: string, threadTs?: string): Promise<Outcome>;
  /** Clicks what bears that title, or has that action, in what was seen; its option, where it is a menu. */
  click(on: Outcome | readonly Seen[], title: string): Promise<Outcome>;
  /** Fills in the window that was opened last, over what stands in it, and sends it in. */
  submit(on: Outcome | readonly Seen[], filled?: Readonly<Record<string, object>>): Promise<Outcome>;
  clickControl(click: Click): Promise<Outcome>;
  /** Sends a window in with these values. */
  send(window: ShownView, values: object): Promise<Outcome>;
  /** What a select offers for what was typed. */
  suggest(actionId: string, typed: string): Promise<Outcome>;
  openHome(): Promise<Outcome>;
}

/** The real bot between the sandbox and the stand-in of Slack, on a clock that stands still. */
export interface TestBot {
  readonly slack: Slack;
  readonly service: Sandbox;
  readonly clock: FakeClock;
  readonly settings: Settings;
  /** It runs in the process of the test, as if it had one of its own. */
  readonly process: TestProcess;
  readonly database: BotDatabase;
  /** What DATABASE_URL is. */
  readonly databasePlace: string;
  /** Kari in #stock. */
  readonly kari: Hand;
  /** Ola in #stock, who reads Norwegian and is no admin. */
  readonly ola: Hand;
  as(person: PersonName, place?: PlaceName): Hand;
  /** Something that Slack itself tells, or that a test has put together. */
  send(payload: Payload): Promise<Outcome>;
  /** Moves on to a local time, `2026-11-20 08:30` or `08:30` of the same day; whoever sleeps until then wakes on the way. */
  moveTo(time: string): Promise<void>;
  /** Moves on by so many seconds. */
  pass(seconds: number): Promise<void>;
  /** Resolves when the bot is at rest. */
  rest(): Promise<void>;
  /** Messages that stand in a channel, oldest first. */
  held(place: PlaceName | string): HeldMessage[];
  logLines(): LogLine[];
  logText(): string;
  /** Values of /metrics by their name with labels; needs `hasHealth`. */
  metrics(): Promise<ReadonlyMap<string, number>>;
  /** What /readyz says, its status first; needs `hasHealth`. */
  readyz(): Promise<string>;
  stop(): Promise<void>;
  /** Rejects when the bot that runs would end by itself. */
  unusable(): Promise<never>;
  /** Its process is gone, as by a power cut: nothing of it reaches the database or Slack any more. */
  end(): void;
  /** Stops it where it runs, and starts it again with the same database. */
  restart(settings?: Partial<Settings>): Promise<void>;
  /** A second bot on the same database, Slack and service. */
  replica(settings?: Partial<Settings>): Promise<TestBot>;
}

export type DatabaseKind = 'sqlite' | 'postgres';

/** What the tests run on; in the project `postgres` it is a server. */
export function databaseOfRun(): DatabaseKind {
  return inject('filledOnServer') === undefined ? 'sqlite' : 'postgres';
}

export interface TestBotOptions {
  /** What was before: `evening`, after three mornings; `morning`, after this one's digests; `empty`: no database yet. */
  readonly from?: FilledMoment | 'empty';
  /** That of the run when not set. */
  readonly database?: DatabaseKind;
  /** Local time at which it starts; that of `from` when not set. */
  readonly at?: string;
  readonly settings?: Partial<Settings>;
  /** Socket Mode in place of HTTP. */
  readonly isSocket?: boolean;
  readonly hasHealth?: boolean;
  /** Limits of Slack's methods. */
  readonly hasRates?: boolean;
  readonly service?: SandboxOptions;
  /** By how many milliseconds the service's clock is ahead of the bot's. */
  readonly serviceAheadMs?: number;
  /** True where something is sent that the bot has no listener for; else that fails the test. */
  readonly mayBeUnknown?: boolean;
  /** Done before it starts. */
  readonly before?: (world: { readonly slack: Slack; readonly service: Sandbox }) => void;
  /** Is given what closes it, where it outlives one test. */
  readonly onEnd?: (close: () => Promise<void>) => void;
  /** False leaves it to the test to start it, by `restart`. */
  readonly isStarted?: boolean;
}

/** What the bot logs of a click, form or command that no listener takes. */
const UNKNOWN = 'something came from Slack that nothing here is for';
const SECRET = 'signing-secret-of-the-tests';
const EMPTY_AT = '2026-11-20 08:45';
const LOOK_MS = 20;

export async function startTestBot(options: TestBotOptions = {}): Promise<TestBot> {
  const from = options.from ?? 'morning';
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-bot-'));
  const filled = from === 'empty' ? undefined : readFilled(inject('filled'), from);
  let rest = async () => {};
  const clock = createFakeClock(
    options.at === undefined ? (filled?.now ?? oslo(EMPTY_AT)) : oslo(options.at),
    () => rest(),
  );
  const database = await openDatabase(folder, clock, filled?.database, options);
  const world = await openTestWorld({
    ...options,
    folder,
    database,
    clock,
    messages: filled?.messages ?? [],
    ...(filled === undefined ? {} : { historyDays: FILLED_HISTORY_DAYS }),
  });
  (options.onEnd ?? onTestFinished)(() => world.close());
  rest = world.rest;
  options.before?.(world);
  const bot = await world.bot(options.settings);
  // The database was filled from a sandbox with another port.
  if (filled !== undefined)
    await database.execute(`update service_identity set base_url = '${world.service.url}'`);
  if (options.isStarted !== false) await bot.restart();
  return bot;
}

function openDatabase(
  folder: string,
  clock: FakeClock,
  filled: string | undefined,
  { from = 'morning', database: kind = databaseOfRun() }: TestBotOptions,
): Promise<BotDatabase> | BotDatabase {
  if (kind === 'sqlite') return createSqliteDatabase(folder, filled);
  const server = inject('postgresServer');
  const onServer = inject('filledOnServer');
  if (server === undefined || onServer === undefined)
    throw new Error('the tests of this project have no server');
  return createServerDatabase(server, from === 'empty' ? undefined : onServer[from], clock.right);
}

export interface TestWorld {
  readonly slack: Slack;
  readonly service: Sandbox;
  readonly productListFile: string;
  /** A bot that is not started yet. */
  bot(settings?: Partial<Settings>): Promise<TestBot>;
  /**
   * Resolves when no bot has anything under way, besides calls that the stand-in of Slack leaves hanging. What sleeps on the
   * clock sleeps on.
   */
  rest(): Promise<void>;
  close(): Promise<void>;
}

export interface TestWorldOptions
  extends Pick<
    TestBotOptions,
    'isSocket' | 'hasHealth' | 'hasRates' | 'mayBeUnknown' | 'service' | 'serviceAheadMs'
  > {
  /** Where the product list is; it goes with the world, as the database does. */
  readonly folder: string;
  readonly database: BotDatabase;
  readonly historyDays?: number;
  readonly clock: FakeClock;
  readonly messages: readonly HeldMessage[];
}

export async function openTestWorld(options: TestWorldOptions): Promise<TestWorld> {
  const { folder, database, clock } = options;
  // Slack and the service know the right time, whatever the bot's clock says.
  const now = () => clock.right() + (options.serviceAheadMs ?? 0);
  const service = await startSandbox({ ...FILLED_SANDBOX, compresses: false, ...options.service, now });
  const slack = await startSlack({
    clock: { now: clock.right, sleep: clock.sleep },
    messages: options.messages,
    ...(options.hasRates === undefined ? {} : { hasRates: options.hasRates }),
  });
  const productListFile = join(folder, 'products.csv');
  writeFileSync(productListFile, productListOf(service));
  const bots: TestBot[] = [];
  /** What is on its way to a bot. */
  const deliveries = createUnderWay();
  /** With what the bots have under way, each since its last start. */
  const underWay = new Map([['deliveries', deliveries]]);
  const rest = async () => {
    for (;;) {
      await turn();
      const working = [...underWay.values()].filter((each) => each.count() > 0);
      const counted = working.reduce((sum, each) => sum + each.count(), 0);
      if (counted <= hangingCalls()) return;
      // A call may be left hanging meanwhile, which nobody tells.
      await Promise.race([...working.map((each) => each.idle()), delay(LOOK_MS)]);
    }
  };

  const settingsOf = async (given: Partial<Settings>): Promise<Settings> => ({
    ...DEFAULT_SETTINGS,
    baseUrl: service.url,
    subscriptionKey: service.subscriptionKey,
    botToken: `xoxb-of-the-tests-${bots.length + 1}`,
    appToken: options.isSocket === true ? 'xapp-of-the-tests' : undefined,
    signingSecret: SECRET,
    slackApiUrl: slack.apiUrl,
    port: await freePort(),
    healthPort: options.hasHealth === true ? await freePort() : undefined,
    databaseUrl: database.place,
    salesHistoryDays: options.historyDays ?? 30,
    productListFile,
    digestChannels: [PLACES['#stock'].id],
    logLevel: 'debug',
    access: {
      ...DEFAULT_SETTINGS.access,
      holders: {
        ...DEFAULT_SETTINGS.access.holders,
        admin: { users: [PEOPLE.kari.id], groups: [], channels: [] },
      },
    },
    ...given,
  });
  const bot = async (given: Partial<Settings> = {}): Promise<TestBot> => {
    const settings = await settingsOf(given);
    const made = createTestBot({
      settings,
      database,
      clock,
      slack,
      service,
      rest,
      deliveries,
      underWay: () => {
        const own = createUnderWay();
        underWay.set(settings.botToken, own);
        return own;
      },
      replica: bot,
    });
    bots.push(made);
    return made;
  };

  return {
    slack,
    service,
    productListFile,
    bot,
    rest,
    async close() {
      for (const each of bots) await each.stop();
      await slack.close();
      await service.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      if (slack.unknownMethods.size > 0)
        throw new Error(`the stand-in of Slack does not know ${[...slack.unknownMethods].join(', ')}`);
      const unknown = bots.flatMap((each) => each.logLines()).find(({ msg }) => msg === UNKNOWN);
      if (unknown !== undefined && options.mayBeUnknown !== true)
        throw new Error(`${UNKNOWN}: ${JSON.stringify(unknown)}`);
    },
  };
}

function createTestBot({
  settings: first,
  database,
  clock,
  slack,
  service,
  rest,
  deliveries,
  underWay,
  replica,
}: {
  readonly settings: Settings;
  readonly database: BotDatabase;
  readonly clock: FakeClock;
  readonly slack: Slack;
  readonly service: Sandbox;
  readonly rest: TestWorld['rest'];
  readonly deliveries: Pick<UnderWay, 'track'>;
  /** Begins to count what the bot has under way. */
  readonly underWay: () => UnderWay;
  readonly replica: (settings?: Partial<Settings>) => Promise<TestBot>;
}): TestBot {
  const process = createTestProcess(database);
  let settings = first;
  let running: Bot | undefined;
  let logText = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logText += String(chunk);
      done();
    },
  });
  const delivery: Delivery =
    settings.appToken === undefined ? createHttpDelivery(settings) : createSocketDelivery(slack.sockets);

  const outcomeOf = async (work: () => Promise<unknown>): Promise<Outcome> => {
    const from = slack.seen.length;
    const atOnce = await work();
    await rest();
    const seen = slack.seen.slice(from);
    const lines = linesOf(atOnce, seen);
    return { atOnce, seen, lines, text: lines.join('\n') };
  };
  const send = (payload: Payload) => outcomeOf(() => deliveries.track(() => delivery.send(payload)));

  const as = (person: PersonName, place: PlaceName = '#stock'): Hand => {
    const actor: Actor = { person, place };
    return {
      actor,
      type: (command, text = '') => send(commandPayload(actor, command, text, slack.answerUrl())),
      say(text, threadTs) {
        slack.demand(place === 'direct' ? 'im:history' : 'app_mentions:read');
        const { ts } = slack.workspace.post({
          channel: PLACES[place].id,
          author: { user: PEOPLE[person].id },
          threadTs,
          text: place === 'direct' ? text : `<@${BOT_USER}> ${text}`,
          blocks: [],
          metadata: null,
        });
        return send(messagePayload(actor, text, ts, threadTs === undefined ? {} : { thread_ts: threadTs }));
      },
      click: (on, title) => send(clickPayload(actor, clickIn(seenIn(on), title), slack.answerUrl())),
      submit(on, filled = {}) {
        const window: ShownView = lastView(seenIn(on), 'seen' in on ? on.atOnce : undefined);
        return send(submissionPayload(actor, window, valuesOf(window.view, filled)));
      },
      clickControl: (click) => send(clickPayload(actor, click, slack.answerUrl())),
      send: (window, values) => send(submissionPayload(actor, window, values)),
      suggest: (actionId, typed) => send(suggestionPayload(actor, actionId, typed)),
      openHome: () => send(homeOpened(actor)),
    };
  };

  const health = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${settings.healthPort}${path}`);
    return `${response.status} ${await response.text()}`;
  };
  const testBot: TestBot = {
    slack,
    service,
    clock,
    get settings() {
      return settings;
    },
    process,
    database,
    databasePlace: settings.databaseUrl,
    kari: as('kari'),
    ola: as('ola'),
    as,
    send,
    async moveTo(time) {
      const instant = oslo(time.includes(' ') ? time : `${calendar.dayOf(clock.right())} ${time}`);
      if (instant < clock.right()) throw new Error(`it is past ${time} already`);
      await clock.advance(instant - clock.right());
    },
    pass: (seconds) => clock.advance(seconds * 1_000),
    rest,
    held: (place) => slack.workspace.held(isPlace(place) ? PLACES[place].id : place),
    logText: () => logText,
    logLines: () =>
      logText
        .split('\n')
        .filter((line) => line !== '')
        .map((line): LogLine => JSON.parse(line)),
    async metrics() {
      const lines = (await health('/metrics')).split('\n').filter((line) => /^[a-z]/.test(line));
      return new Map(
        lines.map((line) => {
          const at = line.lastIndexOf(' ');
          return [line.slice(0, at), Number(line.slice(at + 1))];
        }),
      );
    },
    readyz: () => health('/readyz'),
    async stop() {
      const bot = running;
      running = undefined;
      if (bot === undefined) return;
      const stopped = new AbortController();
      const stopping = bot
        .stop()
        .catch((error: unknown) => {
          // Nobody closes anything of a process that is gone.
          if (!process.isGone) throw error;
        })
        .finally(() => stopped.abort());
      // What hangs is given up after its patience, which the clock of the test counts until then.
      await Promise.race([stopping, clock.advance(20_000, stopped.signal)]);
      await stopping;
    },
    async unusable() {
      if (running === undefined) throw new Error('no bot runs');
      return running.unusable;
    },
    end() {
      process.end();
      slack.gone.add(settings.botToken);
    },
    async restart(fields = {}) {
      await testBot.stop();
      settings = { ...settings, ...fields };
      running = await startBot({
        settings,
        clock,
        monotonic: clock.monotonic,
        log: createLog('debug', secretsOf(settings), sink),
        // Waiting times between digests are the same each time.
        random: () => 0.5,
        workers: WORKERS_HERE,
        underWay: underWay(),
        throughDialect: process.throughDialect,
      });
      await rest();
    },
    async replica(fields) {
      const second = await replica(fields);
      await second.restart();
      return second;
    },
  };
  return testBot;
}

function seenIn(on: Outcome | readonly Seen[]): readonly Seen[] {
  return 'seen' in on ? on.seen : on;
}

const MAKERS = ['Fjord', 'Nordlys', 'Furu', 'Havn', 'Lyng', 'Granitt', 'Måke', 'Solvik', 'Tind', 'Bekk'];
const KINDS = ['Pale Ale', 'Pilsner', 'Riesling', 'Cider', 'Gin', 'Rioja', 'Aquavit'];

/** Somebody gives the bot a product list, and confirms it where it replaces another. */
export async function uploadList(hand: Hand, file: object): Promise<Outcome> {
  const form = await hand.click(await hand.openHome(), 'Upload a new list');
  const shown = await hand.submit(form, { file: { files: [file] } });
  return shown.text.includes('Nothing has changed yet') ? hand.submit(shown.seen) : shown;
}

/** The supplier's own products as a supplier would name them. */
export function namedProducts({
  truth,
}: Pick<Sandbox, 'truth'>): { id: string; name: string; group: string }[] {
  return truth
    .products()
    .filter(({ own }) => own)
    .map(({ productId, unitMillilitres }, at) => {
      const group = KINDS[at % KINDS.length] ?? '';
      const name = `${MAKERS[at % MAKERS.length]} ${group} ${unitMillilitres / 10} cl`;
      return { id: productId, name, group };
    });
}

/** Lead times and pack sizes: both, the first, or neither. */
const SUPPLY = ['5;12', '3;6', '10;24', '7;', ';'];

function productListOf(service: Sandbox): string {
  const lines = namedProducts(service).map(
    ({ id, name, group }, at) => `${id};${name};${group};${SUPPLY[at % SUPPLY.length]}`,
  );
  return ['number;name;group;lead time;pack size', ...lines].join('\n');
}
