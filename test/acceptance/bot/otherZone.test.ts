import { createCalendar } from 'retail-data-client/calendar/calendar';
import { expect, test } from 'vitest';
import { calendar, oslo } from '../../support/bot/time.ts';
import { PATHS } from '../../support/mockedService.ts';
import { startTestBot } from '../../support/testBot.ts';

/** Ahead of Oslo, and behind it by parts of an hour. */
test.each(['Pacific/Auckland', 'America/St_Johns'])(
  'a service of %s is asked for the sales of a day from 07:45 there, and for its stock from 08:30',
  async (timeZone) => {
    const start = createCalendar(timeZone).instantOf('2026-11-20', '07:43');
    // The sandbox reckons in the time of Oslo, which is moved to show what clocks show there.
    const moved = oslo('2026-11-20 07:43') - start;
    const bot = await startTestBot({
      from: 'empty',
      at: `${calendar.dayOf(start)} ${calendar.timeOf(start)}`,
      serviceAheadMs: moved,
      service: { stores: 3, products: 4 },
      settings: { timeZone, digestChannels: [], salesHistoryDays: 1, salesRetentionDays: 2 },
    });
    /** The time there at which a day was first asked for. */
    const firstAsked = (path: string, parameter: string, day: string) => {
      const first = bot.service.requests.find((request) => {
        return request.path === path && request.query[parameter] === day;
      });
      return first === undefined ? undefined : calendar.timeOf(first.at);
    };
    const salesAsked = (day: string) => firstAsked(PATHS.dailySales, 'fromSalesDate', day);
    const stockAsked = (day: string) => firstAsked(PATHS.accumulatedStock, 'changedSince', day);
    expect([salesAsked('2026-11-18'), stockAsked('2026-11-19')]).toEqual(['07:43', '07:43']);

    await bot.pass(3 * 60);
    expect(salesAsked('2026-11-19')).toBe('07:45');
    // A bot that has just begun looks whether that of today is there already.
    bot.clock.set(oslo('2026-11-21 08:29') - moved);
    await bot.pass(3 * 60);
    expect(stockAsked('2026-11-21')).toMatch(/^08:3[01]$/);
  },
);
