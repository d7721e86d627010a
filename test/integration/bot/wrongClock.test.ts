import { startSandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { startBot } from '../../../bot/app.ts';
import type { Database } from '../../../bot/database/connection.ts';
import { freePort } from '../../../bot/demo/standIn.ts';
import { DEFAULT_SETTINGS } from '../../../bot/settings/settings.ts';
import { saveSnapshot } from '../../../bot/stock/snapshots.ts';
import { newDatabaseFile, openTestDatabase, stockRow, storedStockDays } from '../../support/bot/databases.ts';
import { CHANNEL_ID } from '../../support/bot/payloadBodies.ts';
import { createRecordingLog } from '../../support/bot/recordingLog.ts';
import { startSlackDouble } from '../../support/bot/slackDouble.ts';
import { oslo } from '../../support/bot/time.ts';
import { createFlowingClock } from '../../support/faults/flowingClock.ts';
import { until } from '../../support/until.ts';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
const FIRST = '2026-11-19';
const SECOND_DAY = '2026-11-20';
const THIRD = '2026-11-21';
const HISTORY_DAYS = 12;

/** The started bot, whose clock can be wrong, between a Slack and a service that know the true time. */
async function startMorning({
  at = `${FIRST} 08:20`,
  ahead = 0,
  before = async (_database: Database): Promise<unknown> => undefined,
} = {}) {
  const clock = createFlowingClock({ real: Date.now(), time: oslo(at), rate: 0, jump: ahead });
  const trueNow = () => clock.monotonic();
  let tellsTime = true;
  const sandbox = await startSandbox({ now: trueNow, stores: 4, products: 6 });
  onTestFinished(() => sandbox.close());
  const slack = await startSlackDouble(0, () => (tellsTime ? trueNow() : undefined));
  const recording = createRecordingLog();
  const settings = {
    ...DEFAULT_SETTINGS,
    baseUrl: sandbox.url,
    subscriptionKey: sandbox.subscriptionKey,
    botToken: 'xoxb-test',
    appToken: undefined,
    signingSecret: 'signing-secret',
    slackApiUrl: slack.url,
    port: await freePort(),
    healthPort: await freePort(),
    databaseUrl: newDatabaseFile(),
    digestChannels: [CHANNEL_ID],
    salesHistoryDays: HISTORY_DAYS,
    salesRetentionDays: HISTORY_DAYS,
  };
  const database = await openTestDatabase(settings.databaseUrl);
  await before(database);
  const bot = await startBot({
    settings,
    clock,
    log: recording.log,
    stockOnThread: false,
    monotonic: clock.monotonic,
  });
  onTestFinished(() => bot.stop(0));
  const move = (milliseconds: number) => {
    const { jump } = clock.reading();
    clock.read({ real: Date.now(), time: trueNow() + milliseconds, rate: 0, jump });
  };
  /** Until nothing has reached Slack or the service for a moment. */
  const quiet = async () => {
    const seen = () => slack.methods.length + sandbox.requests.length;
    for (let before = -1; before !== seen(); ) {
      before = seen();
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };
  const salesDays = async () => {
    const rows = await database
      .selectFrom('sales_day')
      .select(['sales_date', 'rows'])
      .orderBy('sales_date')
      .execute();
    return rows.map((row) => `${row.sales_date} ${row.rows}`);
  };
  return {
    slack,
    recording,
    database,
    salesDays,
    /** What Slack and the service know moves on, and the bot's clock with it. */
    async passTo(dayAndTime: string) {
      // The rest of a day is of no interest; a lease must not end while something is sent.
      const far = oslo(dayAndTime) - trueNow() - 12 * 60 * SECOND;
      if (far > 0) move(far);
      while (trueNow() < oslo(dayAndTime)) {
        move(Math.min(15 * SECOND, oslo(dayAndTime) - trueNow()));
        await quiet();
      }
    },
    setClock(jump: number) {
      clock.read({ real: Date.now(), time: trueNow(), rate: 0, jump });
    },
    tellTime(tells: boolean) {
      tellsTime = tells;
    },
    digests: () => slack.posted.filter(({ channel }) => channel === CHANNEL_ID).map(({ text }) => text),
    async ready() {
      const answer = await fetch(`http://127.0.0.1:${settings.healthPort}/readyz`);
      return { status: answer.status, clock: /^clock: (.*)$/m.exec(await answer.text())?.[1] };
    },
    async offset() {
      const text = await (await fetch(`http://127.0.0.1:${settings.healthPort}/metrics`)).text();
      return /^retail_bot_clock_offset_seconds\{clock="process"\} (.*)$/m.exec(text)?.[1];
    },
    /** Until the channel has so many; on a busy machine that takes longer than a moment without calls. */
    untilDigests: (count: number) =>
      until(`${count} digests`, async () => {
        move(SECOND);
        const posted = slack.posted.filter(({ channel }) => channel === CHANNEL_ID).length;
        return posted >= count ? true : undefined;
      }),
    untilHistory: (days = HISTORY_DAYS) =>
      until('the sales of the past', async () => {
        move(15 * SECOND);
        return (await salesDays()).length === days ? true : undefined;
      }),
  };
}

test.each([
  ['1 day ahead of', 1],
  ['31 days ahead of', 31],
  ['500 days ahead of', 500],
  ['1 day behind', -1],
])(
  'a clock that is %s the true time for 90 seconds before the digest loses nothing and posts nothing of another day',
  async (words, days) => {
    const world = await startMorning();
    await world.untilHistory();
    await world.passTo(`${FIRST} 08:50`);
    await world.untilDigests(1);
    expect(world.digests()).toHaveLength(1);
    await world.passTo(`${SECOND_DAY} 08:25`);
    expect(await world.ready()).toEqual({ status: 200, clock: 'ok' });
    expect(await world.offset()).toBe('0');
    const sales = await world.salesDays();

    world.setClock(days * DAY);
    await world.passTo(`${SECOND_DAY} 08:26`);
    const problem = `the clock of this machine is ${words} Slack's`;
    expect(await world.ready()).toEqual({ status: 503, clock: `not ready: ${problem}` });
    expect(Number(await world.offset())).toBeCloseTo((days * DAY) / SECOND, -1);
    const errors = world.recording.errors().filter((msg) => msg.startsWith('the clock is wrong'));
    expect(errors).toEqual([expect.stringContaining(problem)]);
    expect(world.digests()).toHaveLength(1);
    expect(await world.salesDays()).toEqual(expect.arrayContaining(sales));

    world.setClock(0);
    await world.passTo(`${SECOND_DAY} 08:28`);
    expect(await world.ready()).toEqual({ status: 200, clock: 'ok' });
    expect(world.recording.text()).toContain('the clock is right again');
    await world.passTo(`${SECOND_DAY} 08:50`);
    await world.untilDigests(2);
    expect(world.digests()).toEqual([expect.anything(), expect.stringContaining('Fri 20 Nov 2026')]);
    expect(await world.salesDays()).toEqual(expect.arrayContaining(sales.slice(1)));
    await world.passTo(`${THIRD} 08:50`);
    await world.untilDigests(3);
    expect(world.digests()).toEqual([
      expect.anything(),
      expect.anything(),
      expect.stringContaining('Sat 21 Nov 2026'),
    ]);
  },
  60_000,
);

test('a bot that starts with a wrong clock begins once it is right, with the digest of the day', async () => {
  const world = await startMorning({ at: `${SECOND_DAY} 08:45`, ahead: 31 * DAY });
  await world.passTo(`${SECOND_DAY} 08:47`);
  expect((await world.ready()).status).toBe(503);
  expect(world.digests()).toEqual([]);
  expect(await world.salesDays()).toEqual([]);
  world.setClock(0);
  await world.passTo(`${SECOND_DAY} 09:00`);
  await world.untilDigests(1);
  expect(world.digests()).toEqual([expect.stringContaining('Fri 20 Nov 2026')]);
});

test.each([1, 31])(
  'what a clock that is %i days ahead has recorded while nobody told the time keeps no digest from coming',
  async (days) => {
    const world = await startMorning();
    await world.untilHistory();
    await world.passTo(`${FIRST} 08:50`);
    await world.untilDigests(1);
    world.tellTime(false);
    await world.passTo(`${SECOND_DAY} 08:20`);
    world.setClock(days * DAY + 4 * 60 * 60 * SECOND);
    await world.passTo(`${SECOND_DAY} 08:22`);
    // Past the deadline of that day, as it seems: with the figures that there are.
    const early = world.digests().length;
    const recorded = await world.database.selectFrom('digest_run').select('business_date').execute();
    expect(
      recorded
        .map(({ business_date }) => business_date)
        .toSorted()
        .at(-1),
    ).toBe(days === 1 ? THIRD : '2026-12-21');

    world.setClock(0);
    world.tellTime(true);
    await world.passTo(`${SECOND_DAY} 08:50`);
    await world.untilDigests(early + 1);
    expect(world.digests().slice(early)).toEqual([expect.stringContaining('Fri 20 Nov 2026')]);
    await world.passTo(`${THIRD} 08:50`);
    await world.untilDigests(early + 2);
    expect(world.digests().slice(early + 1)).toEqual([expect.stringContaining('Sat 21 Nov 2026')]);
    expect(world.recording.text()).toContain('a digest was recorded before its time');
  },
  60_000,
);

test('more than a week of sales or stock that is too old goes a day after the log has said so', async () => {
  const tooOld = ['2026-10-01', '2026-10-02', '2026-11-01'];
  const world = await startMorning({
    async before(database) {
      const nothing = { rows: 0, millilitres: 0, quantity: 0, returned_millilitres: 0, returned_quantity: 0 };
      for (const day of tooOld) {
        await database
          .insertInto('sales_day')
          .values({ sales_date: day, generation: null, read_at: oslo(`${day} 23:00`), ...nothing })
          .execute();
      }
      for (const day of ['2026-06-01', '2026-07-01', '2026-11-18']) {
        await saveSnapshot(database, day, [stockRow('1101', 12)], oslo(`${day} 09:00`));
      }
    },
  });
  const oldDays = async () => {
    const stock = (await storedStockDays(world.database)).filter((day) => day < '2026-08');
    const sales = (await world.salesDays()).map((day) => day.slice(0, 10));
    return [...stock.toSorted(), ...sales.filter((day) => tooOld.includes(day))];
  };
  const warnings = () =>
    world.recording.lines().filter(({ msg }) => msg.includes('more than a week of them')).length;
  await world.untilHistory(HISTORY_DAYS + tooOld.length);
  await world.passTo(`${FIRST} 12:10`);
  expect(await oldDays()).toEqual(['2026-06-01', '2026-07-01', ...tooOld]);
  expect(warnings()).toBe(2);
  expect(world.recording.text()).toContain('sales from 2026-10-01 on');
  await world.passTo(`${SECOND_DAY} 09:20`);
  await world.passTo(`${SECOND_DAY} 12:10`);
  await until('the old days are gone', async () => ((await oldDays()).length === 0 ? true : undefined));
  expect(warnings()).toBe(2);
}, 60_000);
