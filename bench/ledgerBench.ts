import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { Clock } from 'retail-data-client';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { featureOf } from '../bot/ask/asking.ts';
import { createCommands } from '../bot/ask/commands.ts';
import type { Labels } from '../bot/ask/reader.ts';
import { composeDigests } from '../bot/composeDigests.ts';
import { figuresStamp } from '../bot/database/answerCache.ts';
import { createDatabaseClock } from '../bot/database/clock.ts';
import { type Database, openDatabase } from '../bot/database/connection.ts';
import { createWriteSheet } from '../bot/figures/sheet.ts';
import { createMetrics } from '../bot/health/metrics.ts';
import { languageFor } from '../bot/language/language.ts';
import { viewLedger } from '../bot/outbox/ledgerView.ts';
import { createFiguresReader } from '../bot/readers.ts';
import { createFiles } from '../bot/slack/files.ts';
import { RENDERINGS } from '../bot/slack/message.ts';
import { createOutbound } from '../bot/slack/messages.ts';
import { createRenderingLadder } from '../bot/slack/renderingLadder.ts';
import { createDigestAnswers } from '../bot/standing/answers.ts';
import { DIGEST_METRICS } from '../bot/standing/metrics.ts';
import { statusOf } from '../bot/standing/status.ts';
import { createSubscriptions } from '../bot/standing/subscriptions.ts';
import { askStock } from '../bot/stock/asking.ts';
import { stockGate } from '../bot/stock/gate.ts';
import { createWorkbooks } from '../bot/workbooks/workbooks.ts';
import { aligned, machineLine } from './report.ts';

export interface LedgerSize {
  readonly channels: number;
  readonly days: number;
  readonly runs: number;
}

export const FULL_LEDGER: LedgerSize = { channels: 1_000, days: 5 * 365, runs: 9 };
export const SHORT_LEDGER: LedgerSize = { channels: 50, days: 30, runs: 1 };

const MAX_RATIO = 10;
const TODAY = '2026-11-20';
const TEAM = 'T0BENCH';
const DAY_MS = 86_400_000;

const WORKS = ['a sweep', '/digest status', 'a scrape of the metrics'] as const;
type Work = (typeof WORKS)[number];
type Milliseconds = Readonly<Record<Work, number>>;

/**
 * A sweep, `/digest status` and a scrape of the metrics on a ledger of years, beside one that holds today's
 * digests alone, in the same run. Both have the same subscriptions, and nothing is due.
 */
export async function benchLedger(size: LedgerSize, onStep: (step: string) => void): Promise<string> {
  const short = await timed({ ...size, days: 1 }, onStep);
  const long = await timed(size, onStep);
  const rows = WORKS.map((work) => {
    const ratio = long[work] / short[work];
    return [
      work,
      short[work].toFixed(1),
      long[work].toFixed(1),
      ratio.toFixed(2),
      ratio <= MAX_RATIO ? 'met' : 'not met',
    ];
  });
  return [
    machineLine(),
    `Ledger: ${size.channels} channels, ${size.days} days of digests, beside one with a day. Medians of ${size.runs}.`,
    aligned([['work', 'one day, ms', `${size.days} days, ms`, 'ratio', `must be <= ${MAX_RATIO}`], ...rows]),
  ].join('\n');
}

async function timed(size: LedgerSize, onStep: (step: string) => void): Promise<Milliseconds> {
  const folder = await mkdtemp(join(tmpdir(), 'retail-data-bench-ledger-'));
  const database = await openDatabase(join(folder, 'bot.sqlite'));
  try {
    onStep(`a ledger of ${size.channels} channels and ${size.days} days`);
    await fill(database, size);
    const works = await openWorks(database);
    const medians: Partial<Record<Work, number>> = {};
    for (const work of WORKS) {
      onStep(work);
      medians[work] = await medianOf(size.runs, works[work]);
    }
    return medians as Milliseconds;
  } finally {
    await database.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The first time, which compiles statements and reads the file, is not counted. */
async function medianOf(runs: number, work: () => Promise<unknown>): Promise<number> {
  await work();
  const taken: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const begun = performance.now();
    await work();
    taken.push(performance.now() - begun);
  }
  return taken.toSorted((one, other) => one - other)[Math.floor(runs / 2)] ?? Number.NaN;
}

const calendar = createCalendar();
const now = calendar.instantOf(TODAY, '14:00');
const clock: Clock = { now: () => now, sleep: async () => {} };

const NUMBERS_ONLY: Labels = { label: (id) => id, nameOf: () => undefined };

async function openWorks(database: Database): Promise<Record<Work, () => Promise<unknown>>> {
  const log = pino({ level: 'silent' });
  // Nothing is due, so Slack is never called.
  const slack = { botToken: 'xoxb-bench', slackApiUrl: 'http://127.0.0.1:9/' };
  const time = createDatabaseClock(database, clock);
  const figures = createFiguresReader(database, calendar);
  const nameless = { ...NUMBERS_ONLY, called: () => [], named: () => [], like: () => [] };
  const stock = askStock({
    stock: figures,
    directory: { all: async () => [], stored: () => undefined, refresh: async () => {} },
    idsNamed: () => [],
    lack: async () => undefined,
  });
  const answers = createDigestAnswers({
    commands: createCommands([featureOf(stock)], []),
    gates: [stockGate(database, calendar)],
    vocabulary: { products: nameless, stores: nameless },
    calendar,
    clock,
    products: NUMBERS_ONLY,
    stores: NUMBERS_ONLY,
    storeNames: { areKnown: () => true, fetch: async () => {} },
    figuresStamp: () => figuresStamp(database),
  });
  const digests = composeDigests({
    time,
    ledgerBegan: viewLedger(time, () => 0),
    subscriptions: createSubscriptions(database, {
      digestTime: '08:30',
      timeZone: calendar.timeZone,
      deadline: '12:00',
      language: 'en',
    }),
    admins: async () => [],
    beforeRecording: async () => {},
    random: Math.random,
    isSuspended: () => false,
    onPosted: () => {},
    clocks: {
      verdict: async () => 'right',
      problem: () => undefined,
      corrections: () => 0,
      offsets: () => undefined,
    },
    oldDays: { deletableBefore: async (_what, _oldest, before) => before },
    database,
    calendar,
    clock,
    log,
    outbound: createOutbound(slack),
    writeSheet: createWriteSheet(createWorkbooks(log)),
    files: createFiles(slack),
    ladder: createRenderingLadder(RENDERINGS, clock.now),
    answers,
    products: NUMBERS_ONLY,
    stores: NUMBERS_ONLY,
    personalRights: async () => undefined,
    onStored: () => {},
    owner: 'bench',
    wake: () => {},
    signal: new AbortController().signal,
  });
  const { runs, subscriptions } = digests;
  const language = languageFor('en');
  const parts = {
    subscriptions,
    answers,
    runs,
    time,
    readerFor: () => ({
      language,
      rendering: 'plain' as const,
      timeZone: calendar.timeZone,
      today: '2026-11-20',
      products: NUMBERS_ONLY,
      stores: NUMBERS_ONLY,
    }),
    access: { requireIn: async () => {}, isAllowedIn: async () => true },
    calendar,
  } as const;
  const channelId = 'C000001';
  const metrics = await createMetrics(async () => true);
  metrics.add(DIGEST_METRICS, digests);
  return {
    'a sweep': () => digests.outbox.sweep(),
    '/digest status': async () =>
      statusOf(
        { teamId: TEAM, language } as Parameters<typeof statusOf>[0],
        await subscriptions.of({ teamId: TEAM, channelId }),
        { channelId, content: undefined },
        parts,
      ),
    'a scrape of the metrics': metrics.text,
  };
}

/** Every channel has had its digest on each of these days, today's included. */
async function fill(database: Database, { channels, days }: LedgerSize): Promise<void> {
  const dueToday = calendar.instantOf(TODAY, '08:30');
  await sql`
    with recursive channel(n) as (select 1 union all select n + 1 from channel where n < ${channels})
    insert into digest_subscription (team_id, channel_id, kind, question, cadence, active, created_at, weekdays, counts_from)
    select ${TEAM}, printf('C%06d', n), 'stock', '/stock mine', 'daily', 1, 0, '1234567', 0 from channel`.execute(
    database,
  );
  await sql`
    with recursive
      channel(n) as (select 1 union all select n + 1 from channel where n < ${channels}),
      day(back) as (select ${days - 1} union all select back - 1 from day where back > 0)
    insert into digest_run
      (team_id, channel_id, kind, business_date, state, due_at, attempt, not_before, first_sent_at, last_sent_at,
       message_ts, created_at, updated_at)
    select ${TEAM}, printf('C%06d', n), 'stock', date(${TODAY}, -back || ' days'), 'sent', ${dueToday} - back * ${DAY_MS},
      1, 0, ${dueToday} - back * ${DAY_MS}, ${dueToday} - back * ${DAY_MS}, '1.1', 0, 0
    from day cross join channel`.execute(database);
}
