import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { oslo } from '../../support/bot/time.ts';
import { startTestBot, type TestBot } from '../../support/testBot.ts';

const DAY = 24 * 60 * 60 * 1_000;
const OK = '200';
const OFFSET = 'retail_bot_clock_offset_seconds{clock="process"}';

/** Beginnings of the digests that #stock got since a mark. */
const digestsSince = (bot: TestBot, mark: number) =>
  bot
    .held('#stock')
    .slice(mark)
    .filter(({ blocks }) => blocks.length > 0)
    .map(({ text }) => /(Stock|Sales) digest · \w+ \d+ \w+/.exec(text)?.[0])
    .toSorted();
const FRIDAY = ['Sales digest · Thu 19 Nov', 'Stock digest · Fri 20 Nov'];
const SATURDAY = ['Sales digest · Fri 20 Nov', 'Stock digest · Sat 21 Nov'];

test('a clock that is wrong for 90 seconds before the digests loses nothing and posts nothing of another day', async () => {
  const bot = await startTestBot({ from: 'evening', at: '2026-11-20 08:22', hasHealth: true });
  await bot.moveTo('08:23');
  const mark = bot.held('#stock').length;
  expect((await bot.metrics()).get(OFFSET)).toBe(0);
  const week = (await bot.kari.type('/sales', '2026-11-12..2026-11-18')).text;

  for (const [words, days, rightAt] of [
    ['500 days ahead of', 500, '08:26'],
    ['1 day behind', -1, '08:29'],
  ] as const) {
    bot.clock.setAhead(days * DAY);
    await bot.pass(90);
    const problem = `the clock of this machine is ${words} Slack's`;
    expect(await bot.readyz()).toMatch(new RegExp(`^503[^]*^clock: not ready: ${problem}$`, 'm'));
    expect((await bot.metrics()).get(OFFSET)).toBeCloseTo((days * DAY) / 1_000, -1);
    const error = bot.logLines().findLast(({ msg }) => msg.startsWith('the clock is wrong'));
    expect(error?.msg).toContain(problem);
    expect(bot.held('#stock')).toHaveLength(mark);

    bot.clock.setAhead(0);
    await bot.moveTo(rightAt);
    expect((await bot.readyz()).slice(0, 3)).toBe(OK);
    expect(bot.logLines().filter(({ msg }) => msg.startsWith('the clock is right again'))).toHaveLength(
      days > 0 ? 1 : 2,
    );
  }
  expect(bot.logLines().filter(({ msg }) => msg.startsWith('the clock is wrong'))).toHaveLength(2);
  await bot.moveTo('08:35');
  expect(digestsSince(bot, mark)).toEqual(FRIDAY);
  expect((await bot.kari.type('/sales', '2026-11-12..2026-11-18')).text).toBe(week);
  expect((await bot.kari.type('/stock', '1101 2026-11-17..2026-11-20')).text).toMatch(
    /Fri 20 Nov 2026 .*Thu 19 Nov 2026 .*Wed 18 Nov 2026 .*Tue 17 Nov 2026 /s,
  );
});

test('a bot that starts with a wrong clock begins once it is right, with the digests of the day', async () => {
  const bot = await startTestBot({
    from: 'evening',
    at: '2026-11-20 08:45',
    hasHealth: true,
    isStarted: false,
  });
  const mark = bot.held('#stock').length;
  bot.clock.setAhead(31 * DAY);
  await bot.restart();
  await bot.moveTo('08:47');
  expect((await bot.readyz()).slice(0, 3)).toBe('503');
  expect(bot.held('#stock')).toHaveLength(mark);
  expect(bot.service.requests.filter(({ path }) => /stock|sales/.test(path))).toEqual([]);
  bot.clock.setAhead(0);
  await bot.moveTo('08:50');
  expect(digestsSince(bot, mark)).toEqual(FRIDAY);
});

test('what a clock that is a day ahead has recorded while nobody told the time keeps no digest from coming', async () => {
  const bot = await startTestBot({
    from: 'evening',
    at: '2026-11-20 08:19',
    settings: { salesHistoryDays: 2 },
  });
  bot.slack.setClockOffset(undefined);
  await bot.moveTo('08:20');
  bot.clock.setAhead(DAY + 4 * 60 * 60 * 1_000);
  // Past the deadline of that day, as it seems: with the data there is.
  await bot.pass(120);
  const early = bot.held('#stock').length;
  bot.clock.setAhead(0);
  bot.slack.setClockOffset(0);
  bot.clock.set(oslo('2026-11-20 08:29'));
  await bot.moveTo('08:36');
  expect(digestsSince(bot, early)).toEqual(FRIDAY);
  expect(bot.logText()).toContain('a digest was recorded before its time');
  const friday = bot.held('#stock').length;
  bot.clock.set(oslo('2026-11-21 08:29'));
  await bot.moveTo('08:36');
  expect(digestsSince(bot, friday)).toEqual(SATURDAY);
});

test('what a clock days ahead has recorded as missed comes once the clock is right', async () => {
  const bot = await startTestBot({
    from: 'evening',
    at: '2026-11-20 08:27',
    settings: { salesHistoryDays: 2 },
  });
  bot.slack.setClockOffset(undefined);
  await bot.moveTo('08:28');
  bot.clock.setAhead(2 * DAY + 4 * 60 * 60 * 1_000);
  await bot.pass(4 * 60);
  expect(bot.logText()).toContain('a digest was missed');
  const early = bot.held('#stock').length;
  bot.clock.setAhead(0);
  bot.slack.setClockOffset(0);
  await bot.moveTo('08:45');
  expect(digestsSince(bot, early)).toEqual(FRIDAY);
});

test('a clock that goes wrong while the sales of the past are read ends the reading', async () => {
  const bot = await startTestBot({
    from: 'empty',
    service: { stores: 7, products: 12 },
    settings: { salesHistoryDays: 20 },
    before: ({ service }) =>
      service.fail({
        operation: 'dailySales',
        fault: { kind: 'status', status: 401 },
        times: Number.POSITIVE_INFINITY,
      }),
  });
  bot.service.clearFaults();
  const mark = bot.service.requests.length;
  const days = () => new Set(bot.service.requests.slice(mark).map(({ query }) => query.fromSalesDate)).size;
  // Between two days the bot asks its database which is next.
  bot.process.listen(() => {
    if (days() > 4) bot.clock.setAhead(31 * DAY);
  });
  await bot.pass(5 * 60);
  expect(days()).toBeGreaterThan(4);
  expect(days()).toBeLessThan(8);
});

test('more than a week of sales or stock that is too old goes a day after the log has said so', async () => {
  const bot = await startTestBot({
    at: '2026-11-20 11:50',
    isStarted: false,
    settings: { salesRetentionDays: 100 },
  });
  const query = <Result>(work: (database: DatabaseSync) => Result) => {
    const database = new DatabaseSync(bot.databasePlace);
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  query((database) => {
    for (const day of ['2026-07-01', '2026-07-02', '2026-07-10'])
      database
        .prepare(
          'insert into sales_day (sales_date, read_at, rows, millilitres, quantity, returned_millilitres, returned_quantity) values (?, ?, 0, 0, 0, 0, 0)',
        )
        .run(day, oslo(`${day} 23:00`));
    for (const day of ['2026-06-01', '2026-07-01']) {
      const { lastInsertRowid } = database
        .prepare("insert into stock_generation (state) values ('held')")
        .run();
      database
        .prepare('insert into stock_snapshot values (?, ?, ?, 0, 0, null)')
        .run(day, lastInsertRowid, oslo(`${day} 09:00`));
    }
  });
  const oldDays = () =>
    query((database) =>
      database
        .prepare(
          "select sales_date as day from sales_day where sales_date < '2026-08-01' union all select business_date from stock_snapshot where business_date < '2026-08-01' order by day",
        )
        .all()
        .map(({ day }) => day),
    );
  const warnings = () => bot.logLines().filter(({ msg }) => msg.includes('more than a week of them'));
  await bot.restart();
  await bot.pass(60);
  expect(oldDays()).toHaveLength(5);
  expect(warnings()).toHaveLength(2);
  expect(bot.logText()).toContain('sales from 2026-07-01 on');
  bot.clock.set(oslo('2026-11-21 11:40'));
  await bot.pass(60);
  expect(oldDays()).toHaveLength(5);
  bot.clock.set(oslo('2026-11-21 12:29'));
  await bot.pass(60);
  expect(oldDays()).toEqual([]);
  expect(warnings()).toHaveLength(2);
});
