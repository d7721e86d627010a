import filesystem, { statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { oslo } from '../../../support/bot/time.ts';
import { breakTable } from '../../../support/storedData.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

const ALWAYS = Number.POSITIVE_INFINITY;
const AWAY = { fault: { kind: 'status', status: 503 }, times: ALWAYS } as const;

/** Lines of the log about an outage. */
function outagesIn(bot: TestBot): string[] {
  return bot.logLines().flatMap(({ outage, msg }) => (outage === undefined ? [] : [msg]));
}

test('a bot is ready while Slack accepts it and it sweeps', async () => {
  const bot = await startTestBot({ from: 'evening', at: '2026-11-20 08:29', hasHealth: true });
  expect(await bot.readyz()).toMatch(/^200 /);

  const refusal = { kind: 'say', error: 'account_inactive' } as const;
  bot.slack.faults.add({ fault: refusal, name: 'chat.postMessage', times: ALWAYS });
  bot.slack.faults.add({ fault: refusal, name: 'auth.test', times: ALWAYS });
  await bot.moveTo('08:31');
  expect(await bot.readyz()).toMatch(/^503 .*slack: not ready: [^\n]*account_inactive/s);
  expect((await bot.metrics()).get('retail_bot_slack_up')).toBe(0);
  bot.slack.faults.clear();
  await bot.moveTo('08:42');
  expect(await bot.readyz()).toMatch(/^200 /);
  expect((await bot.metrics()).get('retail_bot_slack_up')).toBe(1);

  // A clock that jumps wakes nobody: nothing has been swept since.
  bot.clock.set(bot.clock.now() + 4 * 60_000);
  expect(await bot.readyz()).toMatch(/^503 .*sweeper: not ready/s);
  await bot.pass(60);
  expect(await bot.readyz()).toMatch(/^200 /);
});

test('digests that Slack does not take are told half an hour after they were due', async () => {
  const bot = await startTestBot({ from: 'evening', at: '2026-11-20 08:29', hasHealth: true });
  const fault = { kind: 'say', error: 'fatal_error' } as const;
  bot.slack.faults.add({ fault, name: 'chat.postMessage', times: ALWAYS });
  await bot.moveTo('08:59');
  expect(await bot.readyz()).toMatch(/^200 .*messages: ok/s);
  expect((await bot.metrics()).get('retail_bot_messages_overdue')).toBe(0);
  await bot.moveTo('09:01');
  expect(await bot.readyz()).toMatch(
    /^200 .*messages: 2 due for more than 30 minutes, and Slack has not taken them \(fatal_error\)$/ms,
  );
  expect((await bot.metrics()).get('retail_bot_messages_overdue')).toBe(2);
  bot.slack.faults.clear();
  await bot.moveTo('09:15');
  expect(await bot.readyz()).toMatch(/^200 .*messages: ok/s);
  expect((await bot.metrics()).get('retail_bot_messages_overdue')).toBe(0);
});

test('digests that wait for their data are not told as overdue', async () => {
  const settings = { digestDeadline: '12:00' };
  const bot = await startTestBot({ from: 'evening', at: '2026-11-20 08:29', hasHealth: true, settings });
  bot.service.fail(AWAY);
  const before = bot.held('#stock').length;
  await bot.moveTo('09:02');
  // The sales were there before.
  const posted = bot.held('#stock').slice(before);
  expect(posted.filter(({ text }) => text.startsWith('Stock digest'))).toEqual([]);
  expect((await bot.metrics()).get('retail_bot_digest_runs{state="due"}')).toBeGreaterThan(0);
  expect((await bot.metrics()).get('retail_bot_messages_overdue')).toBe(0);
});

test('a bot whose connection to Slack has ended, and cannot be opened again, is not ready', async () => {
  const bot = await startTestBot({ isSocket: true, hasHealth: true });
  expect(await bot.readyz()).toMatch(/^200 /);
  bot.slack.faults.add({
    fault: { kind: 'statusBefore', status: 503 },
    name: 'apps.connections.open',
    times: ALWAYS,
  });
  bot.slack.sockets.drop();
  await expect.poll(() => bot.readyz()).toMatch(/^503 .*connection: not ready/s);
});

test('a bot whose imports fail is not ready until one succeeds', async () => {
  const bot = await startTestBot({ from: 'evening', at: '2026-11-20 08:29', hasHealth: true });
  const mend = await breakTable(bot, 'stock');
  await bot.moveTo('08:33');
  // Most rounds find nothing due: they aren't an import.
  for (let round = 0; round < 16; round += 1) {
    expect(await bot.readyz(), `round ${round}`).toMatch(
      /^503 .*import: not ready: reading the stock failed/s,
    );
    await bot.pass(15);
  }
  await mend();
  await bot.moveTo('08:45');
  expect(await bot.readyz()).toMatch(/^200 /);
});

test('a disk with no room for an import is told although a row still fits, and so is its end', async () => {
  const bot = await startTestBot({ database: 'sqlite', hasHealth: true });
  const disk = await filesystem.promises.statfs('/');
  const free = vi.spyOn(filesystem.promises, 'statfs').mockResolvedValue(Object.assign(disk, { bavail: 0 }));
  const letFree = () => {
    free.mockRestore();
    syncBuiltinESMExports();
  };
  onTestFinished(letFree);
  syncBuiltinESMExports();
  await bot.pass(15);
  expect(await bot.readyz()).toMatch(
    /^503 .*database: not ready: DATABASE_URL is the SQLite file \S+, but its disk is full \(0 MB free\)\. Free space on its disk\.$/ms,
  );
  expect((await bot.metrics()).get('retail_bot_database_writable')).toBe(0);
  expect(outagesIn(bot)).toEqual([expect.stringMatching(/^an outage of the database has begun: .*full/)]);
  letFree();
  await bot.pass(15);
  expect(await bot.readyz()).toMatch(/^200 /);
});

test('metrics tell the room that the file takes, and neither they nor /readyz wait for another that writes', async () => {
  const bot = await startTestBot({ database: 'sqlite', hasHealth: true });
  const other = new DatabaseSync(bot.databasePlace);
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  const metrics = await bot.metrics();
  expect(await bot.readyz()).toMatch(/^200 /);
  other.exec('rollback');
  const bytes = (name: string) => metrics.get(`retail_bot_${name}_bytes`);
  expect(bytes('database')).toBe(statSync(bot.databasePlace).size);
  expect(bytes('database_wal')).toBe(statSync(`${bot.databasePlace}-wal`).size);
  expect(bytes('disk_free')).toBeGreaterThan(0);
});

test('a service that rejects the key is named, and makes nobody unready', async () => {
  const bot = await startTestBot({ hasHealth: true });
  expect(await bot.readyz()).toContain('\nservice: ok\n');
  bot.service.fail({ fault: { kind: 'status', status: 401 }, times: ALWAYS });
  await bot.kari.type('/sales', '2026-08-03..2026-08-09');
  await bot.pass(15);
  expect(await bot.readyz()).toMatch(
    /^200 .*\nservice: the service rejects RETAIL_DATA_SUBSCRIPTION_KEY for daily sales; answers come from what is held\n/s,
  );
  // What failed before a start may have failed with another key.
  bot.service.clearFaults();
  await bot.restart();
  expect(await bot.readyz()).toContain('\nservice: ok\n');
});

test('an outage of the service is one error when it begins and one line when it is over', async () => {
  const bot = await startTestBot();
  bot.service.fail(AWAY);
  await bot.kari.type('/sales', '2026-08-03..2026-08-09');
  await bot.pass(180);
  expect(outagesIn(bot)).toEqual([
    expect.stringMatching(/^an outage of the service has begun: the last call failed for daily sales /),
  ]);
  bot.service.clearFaults();
  await bot.kari.type('/sales', '2026-08-03..2026-08-09');
  await bot.pass(60);
  expect(outagesIn(bot).slice(1)).toEqual(['the outage of the service is over']);
});

test('a Slack that nobody uses is called once a minute, so that its outage begins and ends', async () => {
  const bot = await startTestBot();
  const before = bot.slack.calls.length;
  await bot.pass(180);
  expect(bot.slack.methods().slice(before)).toEqual(['auth.test', 'auth.test', 'auth.test']);
  expect(outagesIn(bot)).toEqual([]);
  bot.slack.faults.add({ fault: { kind: 'resetBefore' }, name: 'auth.test', times: 1 });
  await bot.pass(180);
  const told = outagesIn(bot);
  expect(told[0]).toMatch(/^an outage of Slack has begun: /);
  expect(told.at(-1)).toBe('the outage of Slack is over');
});

test('metrics compare the newest day with the one before', async () => {
  const bot = await startTestBot({ hasHealth: true });
  const metrics = await bot.metrics();
  const { truth } = bot.service;
  for (const [day, date] of [
    ['newest', '2026-11-19'],
    ['before', '2026-11-18'],
  ] as const) {
    const { length } = truth.sales(date, date);
    expect(metrics.get(`retail_bot_day_rows{kind="sales",day="${day}"}`)).toBe(length);
  }
  const products = truth.products().length;
  expect(metrics.get('retail_bot_day_rows{kind="stock",day="newest"}')).toBe(products);
  expect(metrics.get('retail_bot_stock_gate{state="fresh"}')).toBe(1);
});

test('metrics expect the days that the chain and the service have', async () => {
  const bot = await startTestBot({ hasHealth: true });
  for (const [now, stock, sales] of [
    ['2026-11-22 13:00', '2026-11-21', '2026-11-21'], // a Sunday
    ['2026-11-23 08:29', '2026-11-21', '2026-11-21'], // a Monday before the refresh
    ['2026-11-23 08:30', '2026-11-23', '2026-11-21'],
    ['2026-11-24 08:30', '2026-11-24', '2026-11-23'],
    ['2027-03-29 13:00', '2027-03-27', '2027-03-27'], // Easter Monday
    ['2027-03-30 08:30', '2027-03-30', '2027-03-27'],
  ] as const) {
    bot.clock.set(oslo(now));
    const metrics = await bot.metrics();
    for (const [kind, day] of Object.entries({ stock, sales })) {
      const name = `retail_bot_expected_day_timestamp_seconds{kind="${kind}"}`;
      expect(metrics.get(name), `${kind} at ${now}`).toBe(oslo(`${day} 00:00`) / 1_000);
    }
  }
});

test('a downtime shows for a day, also at the first scrape after it', async () => {
  const bot = await startTestBot({
    from: 'evening',
    at: '2026-11-23 10:00',
    hasHealth: true,
    // To read the days costs time, and changes nothing here.
    before: ({ service }) => service.fail({ fault: { kind: 'status', status: 401 }, times: ALWAYS }),
  });
  await bot.pass(120);
  const missed = async () => (await bot.metrics()).get('retail_bot_digest_missed{reason="notRunning"}');
  // Those of three days, of stock and of sales.
  expect(await missed()).toBe(6);
  bot.clock.set(oslo('2026-11-24 09:59'));
  expect(await missed()).toBe(6);
  bot.clock.set(oslo('2026-11-24 10:03'));
  expect(await missed()).toBe(0);
});
