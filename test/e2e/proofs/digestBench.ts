import { randomUUID } from 'node:crypto';
import type { Clock } from 'retail-data-client';
import { type Calendar, createCalendar } from 'retail-data-client/calendar/calendar';
import { PortableClient } from 'retail-data-client/client/client';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { type Sandbox, startSandbox } from 'retail-data-client/sandbox';
import { createUndiciTransport } from 'retail-data-client/transport/undici';
import { composeDigests, type Digests } from '../../../bot/composeDigests.ts';
import { createDatabaseClock } from '../../../bot/database/clock.ts';
import { type Database, openDatabase } from '../../../bot/database/connection.ts';
import { TEAM } from '../../../bot/demo/slack/cast.ts';
import { type Slack, startSlack } from '../../../bot/demo/slack/slack.ts';
import { createWriteSheet } from '../../../bot/figures/sheet.ts';
import { viewLedger } from '../../../bot/outbox/ledgerView.ts';
import { EVERYTHING } from '../../../bot/parse/selection.ts';
import { createLog } from '../../../bot/process/log.ts';
import { createFiles } from '../../../bot/slack/files.ts';
import { section } from '../../../bot/slack/message.ts';
import { createOutbound } from '../../../bot/slack/messages.ts';
import { createRenderingLadder } from '../../../bot/slack/renderingLadder.ts';
import { createAlertStore } from '../../../bot/standing/alertStore.ts';
import { createDailyJudging } from '../../../bot/standing/judgeDaily.ts';
import type { Measure, Rule } from '../../../bot/standing/line.ts';
import type { AlertSubject } from '../../../bot/standing/subject.ts';
import { createSubscriptions } from '../../../bot/standing/subscriptions.ts';
import { STOCK_MEASURES } from '../../../bot/stock/alerts.ts';
import { stockWantedUntil } from '../../../bot/stock/digestReadiness.ts';
import { syncStock } from '../../../bot/stock/import/sync.ts';
import { createWorkbooks } from '../../../bot/workbooks/workbooks.ts';
import { accessOf } from '../../support/bot/accessOf.ts';
import { alertSubjects } from '../../support/bot/alertSubjects.ts';
import { NUMBERS_ONLY } from '../../support/bot/numbersOnly.ts';
import { untilAborted } from '../../support/bot/time.ts';
import { DELETED_AT_ONCE, UNJUDGED_CLOCKS } from '../../support/bot/unjudgedClocks.ts';
import { happenAt, type Passing, type Point } from '../../support/faults/points.ts';
import { createTestProcess, shareConnection } from '../../support/faults/process.ts';
import { type FaultyService, startFaultyService } from '../processes/faultyService.ts';
import { digestAnswersOf } from './answers.ts';
import { guardStates } from './guardStates.ts';

/** What really is: the time of Slack and the service, which the bot's own clock may be wrong about. */
export interface TrueTime extends Clock {
  set(instant: number): void;
}

/** Every sleep is over at once, and the time it took has passed: nothing waits for the wall. */
export function createTrueTime(startAt: number): TrueTime {
  let now = startAt;
  return {
    now: () => now,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      now += Math.max(0, milliseconds);
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
    set(instant) {
      now = instant;
    },
  };
}

/**
 * The digests of the bot in this process, between the sandbox and a Slack, for tests of thousands of days. After a crash
 * whatever the process held is lost, and what it had written stays.
 */
export interface DigestBench {
  readonly time: TrueTime;
  readonly calendar: Calendar;
  readonly database: Database;
  readonly slack: Slack;
  readonly service: FaultyService;
  /** By how much the bot's clock is ahead of the truth. */
  skew: number;
  /** Until then the service shows what it had at that instant; undefined for up to date. */
  frozenAt: number | undefined;
  /** One round as the bot makes it each minute. */
  tick(): Promise<void>;
  /** The process ends at that point; a new one goes on in the round after. Never without a point. */
  dieAt(point: Point | undefined): void;
  /** A feature of the bot enqueues a message to be posted once. */
  enqueue(key: string, channelId: string): Promise<void>;
  /** Somebody sets an alert, which fires by its next figure. */
  setAlert(key: string, channelId: string): Promise<void>;
  /** Slack tells the bot of a change in that channel. */
  channelReturned(channelId: string): Promise<void>;
  now(): number;
  /** The stock of that day, as the service has it: equal for days between which none has changed. */
  stockOn(day: string): string;
  close(): Promise<void>;
}

/** The sandbox of all benches in this process: its data follow from the time it is asked at. */
export interface SharedService {
  readonly sandbox: Sandbox;
  now: () => number;
}

export async function startSharedService(): Promise<SharedService> {
  const shared: { sandbox?: Sandbox; now: () => number } = { now: () => 0 };
  const sandbox = await startSandbox({
    now: () => shared.now(),
    stores: 3,
    products: 4,
    // Each bench counts its calls itself; their times are not in order here.
    throttle: { perMinute: 1_000_000, perDay: 100_000_000 },
  });
  return Object.assign(shared, { sandbox });
}

/** Alerts whose figure is beyond the line each time it is read; each line of a message ends with its mark. */
function firing(calendar: Calendar, now: () => number): AlertSubject {
  const { stock } = alertSubjects();
  const { units } = STOCK_MEASURES;
  if (units === undefined) throw new Error('stock has units');
  const markOf = ({ days = '' }: Rule) => days;
  const words: Measure['words'] = (t) => ({
    ...units.words(t),
    rule: (subject) => subject,
    crossed: (_name, _crossed, { days = '' }) => `${days}!`,
  });
  return {
    ...stock,
    measures: { units: { ...units, words } },
    wholeDay: async () => calendar.dayOf(now()),
    figures: async () => ({ day: calendar.dayOf(now()), figures: new Map([['', 0]]) }),
    postAt: (day) => calendar.instantOf(day, '08:00'),
    words: (t) => ({
      ...stock.words(t),
      subject: markOf,
      item: () => '',
      heading: (day) => `Alerts for ${day}`,
    }),
  };
}

/** The stored rule of a mark. */
const ruleOfMark = (mark: string): Rule => ({
  measure: 'units',
  is: 'below',
  line: 1,
  days: mark,
  selection: EVERYTHING,
});

const PEOPLE = {
  person: async (userId: string) =>
    ({ userId, teamIds: [TEAM], standing: 'member', groupIds: [], locale: undefined }) as const,
  place: async (channelId = '') => ({ kind: 'channel', channelId, shared: false }) as const,
};

interface RunningDigests extends Passing {
  readonly digests: Digests;
  round(): Promise<void>;
  end(): void;
}

export async function openDigestBench(
  shared: SharedService,
  options: {
    readonly startAt: number;
    readonly channelIds: readonly string[];
    /** Numbers from 0 up to 1 for everything in the bot that is left to chance. */
    readonly random: () => number;
  },
): Promise<DigestBench> {
  const time = createTrueTime(options.startAt);
  const calendar = createCalendar();
  const memory = shareConnection();
  const database = await openDatabase(':memory:', memory);
  await guardStates(database);
  const slack = await startSlack({ clock: time, channelIds: options.channelIds, hasRates: true });
  const service = await startFaultyService({ upstream: shared.sandbox.url, clock: time });
  const { subscriptionKey } = shared.sandbox;
  const transport = createUndiciTransport({ baseUrl: service.url, subscriptionKey });
  const log = createLog('silent');
  let processes = 0;
  let running: RunningDigests | undefined;

  const bench: DigestBench = {
    time,
    calendar,
    database,
    slack,
    service,
    skew: 0,
    frozenAt: undefined,
    now: () => time.now() + bench.skew,
    dieAt(point) {
      running ??= startProcess();
      const dying = running;
      dying.process.listen(undefined);
      slack.listen(undefined);
      if (point !== undefined) happenAt(dying, point, () => dying.end());
    },
    stockOn(day) {
      const { now } = shared;
      shared.now = () => calendar.instantOf(day, '12:00');
      const stock = shared.sandbox.truth.stock();
      shared.now = now;
      return JSON.stringify(stock.map(({ productId, stock: units }) => [productId, units]));
    },
    async tick() {
      shared.now = () => bench.frozenAt ?? time.now();
      running ??= startProcess();
      await running.round();
    },
    async enqueue(key, to) {
      running ??= startProcess();
      const feature = running;
      const content = { text: key, blocks: [section(key)] };
      const message = { teamId: TEAM, key, to, content, notBefore: time.now() };
      const enqueue = () => feature.digests.outbox.enqueue(message);
      await enqueue().catch(async (error: unknown) => {
        // As a job does: a round that ended with its process is done again by the next one.
        if (running === feature) throw error;
        await bench.enqueue(key, to);
      });
    },
    async setAlert(key, target) {
      const { id } = await database
        .insertInto('alert')
        .values({
          team_id: TEAM,
          target,
          owner: 'U0OWNER',
          language: 'en',
          subject: 'stock',
          rule: JSON.stringify(ruleOfMark(key)),
          created_at: time.now(),
          judged_day: null,
          fired_day: null,
          muted_until: null,
          paused_reason: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const armed = { alert_id: id, item: '', state: 'armed', figure: 1 };
      await database.insertInto('alert_state').values(armed).execute();
    },
    async channelReturned(channelId) {
      running ??= startProcess();
      await running.digests.outbox.channelReturned(channelId);
    },
    async close() {
      await transport.close();
      await slack.close();
      await service.close();
      await database.destroy();
    },
  };

  const clock: Clock = { now: () => bench.now(), sleep: (ms, signal) => time.sleep(ms, signal) };
  const rateLimiter = createInProcessRateLimiter(clock);
  const client = new PortableClient({ transport, clock, rateLimiter, random: options.random });
  /** What a process of the bot holds, and its round. */
  const startProcess = (): RunningDigests => {
    processes += 1;
    const settings = { botToken: `xoxb-model-${processes}` };
    const process = createTestProcess();
    const database = memory.as(process);
    let isGone = false;
    const sleep: Clock['sleep'] = async (milliseconds, signal) => {
      // Nobody's time passes while somebody sleeps who is gone.
      if (isGone) throw new Error('this process is gone');
      await time.sleep(milliseconds, signal);
    };
    const owner = randomUUID();
    const clockOfProcess = { now: clock.now, sleep };
    const databaseTime = createDatabaseClock(database, clockOfProcess);
    const access = { ...settings, slackApiUrl: slack.apiUrl };
    const digests = composeDigests({
      time: databaseTime,
      ledgerBegan: viewLedger(databaseTime, () => 0),
      subscriptions: createSubscriptions(database, {
        digestTime: '08:30',
        timeZone: calendar.timeZone,
        deadline: '12:00',
        language: 'en',
      }),
      admins: async () => [],
      beforeRecording: async () => {},
      isSuspended: () => false,
      onPosted: () => {},
      clocks: UNJUDGED_CLOCKS,
      oldDays: DELETED_AT_ONCE,
      database,
      calendar,
      clock: clockOfProcess,
      log,
      outbound: createOutbound(access),
      writeSheet: createWriteSheet(createWorkbooks(log)),
      files: createFiles(access),
      ladder: createRenderingLadder(['text'], clock.now),
      answers: digestAnswersOf(database, calendar),
      products: NUMBERS_ONLY,
      stores: NUMBERS_ONLY,
      personalRights: async () => undefined,
      onStored: () => {},
      owner,
      wake: () => {},
      signal: new AbortController().signal,
      random: options.random,
    });
    const subjects = [firing(calendar, clock.now)];
    const judge = createDailyJudging({
      database,
      subjects,
      store: createAlertStore(database, subjects),
      people: PEOPLE,
      policy: { ...accessOf({}), teams: [TEAM] },
      calendar,
      time: databaseTime,
      outbox: digests.outbox,
      unjudged: { note: () => {} },
    });
    const intake = {
      client,
      database,
      calendar,
      log,
      time: { now: async () => clock.now() },
      leaseClock: { now: () => clock.now(), sleep: untilAborted },
      owner,
    };
    const round = async () => {
      const now = clock.now();
      const subscribed = await digests.subscriptions.active();
      try {
        await syncStock(intake, now, stockWantedUntil(subscribed, calendar, now));
      } catch {
        // As in the bot: what fails once is tried again in its next round.
      }
      await judge();
      await digests.outbox.sweep();
    };
    return {
      slack,
      settings,
      process,
      digests,
      end() {
        isGone = true;
        process.end();
        slack.gone.add(settings.botToken);
        // The next round is that of a new process, which knows nothing of this one.
        running = undefined;
      },
      round: () =>
        round().catch((error: unknown) => {
          if (!isGone) throw error;
        }),
    };
  };
  return bench;
}
