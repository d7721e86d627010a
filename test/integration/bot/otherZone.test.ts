import { createCalendar } from 'retail-data-client/calendar/calendar';
import { startSandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { startBot } from '../../../bot/app.ts';
import { freePort } from '../../../bot/demo/standIn.ts';
import { DEFAULT_SETTINGS } from '../../../bot/settings/settings.ts';
import { newDatabaseFile, openTestDatabase } from '../../support/bot/databases.ts';
import { createRecordingLog } from '../../support/bot/recordingLog.ts';
import { startSlackDouble } from '../../support/bot/slackDouble.ts';
import { calendar, oslo } from '../../support/bot/time.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { PATHS } from '../../support/mockedService.ts';
import { until } from '../../support/until.ts';

/** Ahead of Oslo, behind it by parts of an hour, and ahead by parts of an hour. */
test.each(['Pacific/Auckland', 'America/St_Johns', 'Asia/Kathmandu'])(
  'a service of %s is asked for the sales of a day from 07:45 there, and for its stock from 08:30',
  async (timeZone) => {
    const start = createCalendar(timeZone).instantOf('2026-11-20', '07:43');
    // The sandbox reckons in the time of Oslo, which is moved to show what clocks show there.
    const moved = oslo('2026-11-20 07:43') - start;
    const clock = createFakeClock(start);
    const sandbox = await startSandbox({ now: () => clock.now() + moved, stores: 4, products: 6 });
    onTestFinished(() => sandbox.close());
    const slack = await startSlackDouble(0, clock.now);
    const settings = {
      ...DEFAULT_SETTINGS,
      timeZone,
      baseUrl: sandbox.url,
      subscriptionKey: sandbox.subscriptionKey,
      botToken: 'xoxb-test',
      appToken: undefined,
      signingSecret: 'signing-secret',
      slackApiUrl: slack.url,
      port: await freePort(),
      databaseUrl: newDatabaseFile(),
      salesHistoryDays: 1,
      salesRetentionDays: 2,
    };
    const { log } = createRecordingLog();
    const bot = await startBot({ settings, clock, log, stockOnThread: false, monotonic: clock.monotonic });
    onTestFinished(() => bot.stop(0));

    /** The time there at which a day was first asked for. */
    const firstAsked = (path: string, parameter: string, day: string) => {
      const first = sandbox.requests.find((request) => {
        return request.path === path && request.query[parameter] === day;
      });
      return first === undefined ? undefined : calendar.timeOf(first.at);
    };
    const salesAsked = (day: string) => firstAsked(PATHS.dailySales, 'fromSalesDate', day);
    const stockAsked = (day: string) => firstAsked(PATHS.accumulatedStock, 'changedSince', day);
    const passFrom = (dayAndTime: string, asked: () => string | undefined) => {
      clock.set(oslo(dayAndTime) - moved);
      return until('the question', async () => {
        await clock.advance(1_000);
        return asked();
      });
    };

    const database = await openTestDatabase(settings.databaseUrl);
    await until('the sales that are there', () =>
      database.selectFrom('sales_day').select('sales_date').executeTakeFirst(),
    );
    expect([salesAsked('2026-11-18'), stockAsked('2026-11-19')]).toEqual(['07:43', '07:43']);
    // To the minute is the calendar's to test: a busy machine may be some of them late.
    expect(await passFrom('2026-11-20 07:44', () => salesAsked('2026-11-19'))).toMatch(/^07:4[5-9]$/);
    // A bot that has just begun looks whether that of today is there already.
    expect(await passFrom('2026-11-21 08:29', () => stockAsked('2026-11-21'))).toMatch(/^08:3\d$/);
  },
);
