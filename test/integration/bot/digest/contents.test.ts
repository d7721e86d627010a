import { describe, expect, test } from 'vitest';
import { composeDigests } from '../../../../bot/composeDigests.ts';
import { createStockDigestReader } from '../../../../bot/digest/figures.ts';
import { createThreadFiles } from '../../../../bot/digest/threadFiles.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import type { SettingsChange } from '../../../../bot/parser/digestQuestion.ts';
import { MINE } from '../../../../bot/products/choice.ts';
import { openProductList } from '../../../../bot/products/productList.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';
import { createStockReader } from '../../../../bot/questions/stockReader.ts';
import type { SentFile } from '../../../../bot/slack/files.ts';
import { RENDERINGS } from '../../../../bot/slack/message.ts';
import { createOutbound } from '../../../../bot/slack/messages.ts';
import { createRenderingLadder } from '../../../../bot/slack/renderingLadder.ts';
import { saveSnapshot } from '../../../../bot/stock/snapshots.ts';
import { digestSheet } from '../../../../bot/views/digest/sheet.ts';
import { openTestDatabase, stockRow } from '../../../support/bot/databases.ts';
import { readerOfSales, type SalesHeld } from '../../../support/bot/digest/salesDouble.ts';
import { NUMBERS_ONLY } from '../../../support/bot/numbersOnly.ts';
import { text } from '../../../support/bot/products/listFiles.ts';
import { createRecordingLog } from '../../../support/bot/recordingLog.ts';
import { startSlackDouble } from '../../../support/bot/slackDouble.ts';
import { calendar, createSetClock, oslo } from '../../../support/bot/time.ts';
import { DELETED_AT_ONCE, UNJUDGED_CLOCKS } from '../../../support/bot/unjudgedClocks.ts';

const DEFAULTS = { digestTime: '08:30', timeZone: 'Europe/Oslo', deadline: '12:00', language: 'en' } as const;

async function open(held: SalesHeld = {}) {
  const database = await openTestDatabase();
  const slack = await startSlackDouble();
  const recording = createRecordingLog();
  const clock = { ...createSetClock(oslo('2026-11-20 08:00')), sleep: async () => {} };
  const products = await createProductNames([{ id: '1101', name: 'Pale <Ale>', group: 'Craft beer' }]);
  const sales = readerOfSales(held);
  const figures = { ...sales, ...createStockDigestReader({ database, sales, calendar }) };
  const log = recording.log;
  const signal = new AbortController().signal;
  const outbound = createOutbound({ botToken: 'xoxb-test', slackApiUrl: slack.url });
  const bot = composeDigests({
    clocks: UNJUDGED_CLOCKS,
    oldDays: DELETED_AT_ONCE,
    database,
    calendar,
    clock,
    log,
    outbound,
    ladder: createRenderingLadder(RENDERINGS, () => clock.now()),
    figures,
    products,
    stores: NUMBERS_ONLY,
    defaults: DEFAULTS,
    owner: 'test',
    runLogged: async (_what, work) => work(),
    signal,
  });
  const files: { threadTs: string; fileName: string; text: string }[] = [];
  const outcomes: SentFile[] = [];
  const sendFiles = createThreadFiles({
    database,
    clock,
    log,
    signal,
    outbound,
    figures,
    products,
    sheet: (source, rows, language) => digestSheet(source, rows, language, products, NUMBERS_ONLY),
    files: {
      async replyTo(channelId, threadTs, { fileName, text }) {
        files.push({ threadTs, fileName, text });
        return outcomes.shift() ?? { kind: 'sent', channelId };
      },
    },
  });
  return {
    database,
    slack,
    read: bot.read,
    recording,
    figures,
    files,
    outcomes,
    sendFiles,
    subscribe: (change: SettingsChange, kind: 'stock' | 'sales' = 'stock', seesSales = true) =>
      bot.subscriptions.subscribe(
        { teamId: 'T0', channelId: 'C0', kind },
        { change, owner: 'U0', seesSales, language: languageFor('en'), now: clock.now() },
      ),
    save: (day: string, stock: Record<string, number>) =>
      saveSnapshot(
        database,
        day,
        Object.entries(stock).map(([id, units]) => stockRow(id, units)),
        clock.now(),
      ),
    async sweepAt(time: string) {
      clock.set(oslo(time));
      await bot.scheduler.sweep();
    },
  };
}

test('a digest is of the products of its subscription, named and escaped, with nothing of it in the metadata', async () => {
  const { subscribe, save, sweepAt, slack } = await open();
  await subscribe({ products: { kind: 'group', group: 'Craft beer' }, language: 'nb' });
  await save('2026-11-19', { 1101: 12_340, 90210: 70_000 });
  await save('2026-11-20', { 1101: 0, 90210: 50_000 });
  await sweepAt('2026-11-20 08:31');
  const [posted] = slack.posted;
  expect(JSON.stringify(posted?.blocks)).toMatch(/−12\s340/);
  expect(posted?.text).not.toContain('50');
  expect(JSON.stringify(posted)).not.toContain('90210');
  expect(JSON.stringify(posted?.blocks)).toContain('1101 Pale <Ale>');
  expect(JSON.stringify(posted?.metadata)).not.toMatch(/1101|Pale|Craft/);
});

test("a new product list changes which products are one's own at once, also one of the same length", async () => {
  const { database, read, save, recording } = await open();
  const list = await openProductList(database, { now: () => 1 }, recording.log);
  const stock = createStockReader({ database, sales: readerOfSales({}), calendar });
  await save('2026-11-20', { 1101: 10, 90210: 700 });
  const units = async () => {
    const dataDay = '2026-11-20';
    const source = { teamId: 'T0', channelId: 'C0', content: 'stock', dataDay, dataFrom: dataDay } as const;
    const digest = await read({ ...source, products: MINE, language: 'en', showsSales: true });
    const overview = { command: 'stock', kind: 'overview', scope: 'mine' } as const;
    const answer = await stock.stockFigures(overview, true, 100);
    return [digest?.kind === 'stock' && digest.stock.totals.units, answer?.totals.units];
  };
  await list.importProductList(async () => text('1101;Pale Ale'), 'first.csv', 'U1');
  expect(await units()).toEqual([10, 10]);
  await list.importProductList(async () => text('90210;Sider'), 'second.csv', 'U1');
  expect(await units()).toEqual([700, 700]);
});

describe('the stock of the day', () => {
  const day = { business_date: '2026-11-20', probes: 3, lease_until: 0, answered: 0, next_probe_at: 0 };

  test('that was taken before its hour is not posted before it is whole, but at the deadline, and it says so', async () => {
    const { database, subscribe, save, sweepAt, slack } = await open();
    await subscribe({});
    await save('2026-11-19', { 1101: 3 });
    await save('2026-11-20', { 1101: 2 });
    await database
      .insertInto('stock_day')
      .values({ ...day, state: 'waiting' })
      .execute();
    await sweepAt('2026-11-20 11:59');
    expect(slack.posted).toEqual([]);
    await sweepAt('2026-11-20 12:00');
    expect(slack.posted[0]?.text).toContain(
      'Showing stock for Fri 20 Nov 2026. Stock for Fri 20 Nov 2026 is still being loaded.',
    );
  });

  test('that is still coming at the deadline is not taken for an update that is missing', async () => {
    const { database, subscribe, save, sweepAt, slack } = await open();
    await subscribe({});
    await save('2026-11-19', { 1101: 3 });
    await database
      .insertInto('stock_day')
      .values({ ...day, state: 'waiting', seen: '{"total":7}' })
      .execute();
    await sweepAt('2026-11-20 11:59');
    expect(slack.posted).toEqual([]);
    await sweepAt('2026-11-20 12:00');
    expect(slack.posted[0]?.text).toMatch(
      /^Showing stock for Thu 19 Nov 2026\. Stock for Fri 20 Nov 2026 is still being loaded\. Stock digest/,
    );
  });

  test('that was read once more does not make the service late', async () => {
    const { database, subscribe, save, sweepAt, slack } = await open();
    await subscribe({});
    await sweepAt('2026-11-20 09:01');
    await save('2026-11-20', { 1101: 3 });
    const came_at = oslo('2026-11-20 08:31');
    await database
      .insertInto('stock_day')
      .values({ ...day, state: 'fresh', came_at })
      .execute();
    await sweepAt('2026-11-20 09:40');
    expect(slack.posted[0]?.text).toContain("This digest is late: the app couldn't post it at 08:30.");
  });
});

test('the sales digest waits for the sales of yesterday, then comes late and says so', async () => {
  const days: Record<string, Record<string, number>> = { '2026-11-12': { 1101: 8_000 } };
  const { subscribe, sweepAt, slack } = await open({ days, readAt: oslo('2026-11-20 09:40') });
  await subscribe({}, 'sales');
  await sweepAt('2026-11-20 08:31');
  expect(slack.posted).toEqual([]);
  days['2026-11-19'] = { 1101: 10_000 };
  await sweepAt('2026-11-20 09:41');
  await sweepAt('2026-11-20 09:42');
  expect(slack.posted).toHaveLength(1);
  expect(slack.posted[0]?.text).toMatch(
    /^This digest is late: at 08:30 the app didn't have the sales of Thu 19 Nov 2026 from the data service yet\. Sales digest · Thu 19 Nov 2026: 10\.00 litres \(\+25\.0% compared with Thu 12 Nov 2026: 8\.000\)/,
  );
});

test('a day without sales is told at its time; the deadline brings older ones', async () => {
  const closed = await open({ days: { '2026-11-19': {}, '2026-11-18': { 1101: 1 } } });
  await closed.subscribe({}, 'sales');
  await closed.sweepAt('2026-11-20 08:31');
  expect(closed.slack.posted[0]?.text).toContain('Sales digest · Thu 19 Nov 2026: No sales');

  const behind = await open({ days: { '2026-11-18': { 1101: 1_000 } } });
  await behind.subscribe({}, 'sales');
  await behind.sweepAt('2026-11-20 11:59');
  expect(behind.slack.posted).toEqual([]);
  await behind.sweepAt('2026-11-20 12:00');
  expect(behind.slack.posted[0]?.text).toContain("Sales for Thu 19 Nov 2026 aren't available yet");
});

/** Sales of each day from Monday 9 to Monday 23 November 2026, on which stores are closed on Sundays. */
const TWO_WEEKS = Object.fromEntries(
  Array.from({ length: 15 }, (_, at) => `2026-11-${String(9 + at).padStart(2, '0')}`).map((day, at) => [
    day,
    at % 7 === 6 ? {} : { 1101: (at + 1) * 1_000 },
  ]),
);

test('a sales digest of weekdays has Friday and Saturday on Monday, in its file too', async () => {
  const { subscribe, sweepAt, sendFiles, files, slack } = await open({ days: TWO_WEEKS });
  await subscribe({ weekdays: '12345' }, 'sales');
  await sweepAt('2026-11-20 08:31');
  await sweepAt('2026-11-21 08:31');
  await sweepAt('2026-11-22 08:31');
  await sweepAt('2026-11-23 08:31');
  expect(slack.posted).toHaveLength(2);
  // 12 and 13 litres beside 5 and 6.
  expect(slack.posted[1]?.text).toMatch(
    /^Sales digest · Fri 20 Nov 2026 – Sat 21 Nov 2026: 25\.00 litres \(\+127\.3% compared with Fri 13 Nov 2026 – Sat 14 Nov 2026: 11\.00\)/,
  );
  await sendFiles();
  expect(files.map(({ fileName }) => fileName)).toEqual(['sales-2026-11-20-to-2026-11-21.csv']);
  expect(files[0]?.text).toContain('1101,Pale <Ale>,2026-11-20..2026-11-21,25,');
});

test('a sales digest waits for the last of its days, and at the deadline has those that are there', async () => {
  const { '2026-11-21': saturday, ...days } = TWO_WEEKS;
  const { subscribe, sweepAt, slack } = await open({ days });
  await subscribe({ weekdays: '12345' }, 'sales');
  await sweepAt('2026-11-20 08:31');
  await sweepAt('2026-11-23 11:59');
  expect(slack.posted).toHaveLength(1);
  await sweepAt('2026-11-23 12:00');
  expect(slack.posted[1]?.text).toMatch(
    /^Showing sales for Fri 20 Nov 2026\. Sales for Sat 21 Nov 2026 aren't available yet/,
  );
  expect(saturday).toBeDefined();
});

test('a daily sales digest does not come for a day on which stores were closed; the next one names it', async () => {
  const { subscribe, sweepAt, slack, database } = await open({ days: TWO_WEEKS });
  await subscribe({}, 'sales');
  for (const day of ['20', '21', '22', '23', '24']) await sweepAt(`2026-11-${day} 08:31`);
  expect(slack.posted.map(({ text }) => /^Sales digest · (\w+)/.exec(String(text))?.[1])).toEqual([
    'Thu',
    'Fri',
    'Sat',
    'Mon',
  ]);
  expect(JSON.stringify(slack.posted[3]?.blocks)).toContain('stores were closed on 22 Nov');
  expect(JSON.stringify(slack.posted[2]?.blocks)).not.toContain('stores were closed');
  const runs = await database.selectFrom('digest_run').select(['business_date', 'state']).execute();
  expect(runs).toContainEqual({ business_date: '2026-11-23', state: 'closed' });
  const totals = await database.selectFrom('digest_total').selectAll().execute();
  expect(totals).toContainEqual({ state: 'missed', digests: 0 });
});

test('a Sunday with sales counts as open', async () => {
  const { subscribe, sweepAt, slack } = await open({
    days: { ...TWO_WEEKS, '2026-11-22': { 1101: 500 } },
  });
  await subscribe({ weekdays: '12345' }, 'sales');
  await sweepAt('2026-11-20 08:31');
  await sweepAt('2026-11-23 08:31');
  expect(slack.posted[1]?.text).toMatch(/^Sales digest · Fri 20 Nov 2026 – Sun 22 Nov 2026: 25\.50 litres/);
});

test('the file with every product follows in the thread, once', async () => {
  const { subscribe, save, sweepAt, sendFiles, files } = await open();
  await subscribe({ products: { kind: 'all' } });
  await save('2026-11-20', { 1101: 0, 90210: 50_000 });
  await sendFiles();
  expect(files).toEqual([]);
  await sweepAt('2026-11-20 08:31');
  await sendFiles();
  await sendFiles();
  expect(files).toHaveLength(1);
  expect(files[0]?.fileName).toBe('stock-2026-11-20.csv');
  expect(files[0]?.text.split('\r\n').slice(1, 3)).toEqual([
    '1101,Pale <Ale>,2026-11-20,0,,,,,0',
    '90210,,2026-11-20,50000,,,,,3',
  ]);
});

test('the file of a digest without sales has neither days of cover nor items sold', async () => {
  const means = [
    {
      productId: '1101',
      millilitres: 1,
      quantity: 9,
      firstSold: '2026-11-01',
    },
  ];
  const heads: (string | undefined)[] = [];
  for (const seesSales of [true, false]) {
    const { subscribe, save, sweepAt, sendFiles, files } = await open({ means });
    await subscribe({ products: { kind: 'all' } }, 'stock', seesSales);
    await save('2026-11-20', { 1101: 10 });
    await sweepAt('2026-11-20 08:31');
    await sendFiles();
    heads.push(files[0]?.text.split('\r\n')[0]);
  }
  expect(heads[0]).toMatch(/daysOfCover,itemsSoldInWindow/);
  expect(heads[1]).toMatch(/unitsWeekAgo,storesWithStock$/);
});

test.each([
  ['has been shared with another organisation since', { is_ext_shared: true }, 'shared_channel'],
  ['has lost the app since', { is_member: false }, 'not_in_channel'],
])('no file follows into a channel that %s', async (_, change, code) => {
  const { subscribe, save, sweepAt, sendFiles, files, slack, recording } = await open();
  await subscribe({});
  await save('2026-11-20', { 1101: 1 });
  await sweepAt('2026-11-20 08:31');
  slack.setChannel('C0', change);
  await sendFiles();
  await sweepAt('2026-11-20 08:40');
  slack.setChannel('C0', {});
  await sendFiles();
  expect(files).toEqual([]);
  const told = recording.lines().filter(({ msg }) => msg.includes('was not sent'));
  expect(told).toMatchObject([{ code }]);
});

test('a file waits until Slack shows the channel', async () => {
  const { subscribe, save, sweepAt, sendFiles, files, slack } = await open();
  await subscribe({});
  await save('2026-11-20', { 1101: 1 });
  await sweepAt('2026-11-20 08:31');
  slack.refuse('conversations.info', 'internal_error');
  await sendFiles();
  expect(files).toEqual([]);
  slack.allow('conversations.info');
  await sweepAt('2026-11-20 08:35');
  await sendFiles();
  expect(files).toHaveLength(1);
});

test('a file is given up two hours after its digest, and the log says so once', async () => {
  const { subscribe, save, sweepAt, sendFiles, files, database, slack, recording } = await open();
  await subscribe({});
  await save('2026-11-20', { 1101: 1 });
  await sweepAt('2026-11-20 08:31');
  slack.refuse('conversations.info', 'internal_error');
  for (const time of ['08:32', '10:30']) {
    await sweepAt(`2026-11-20 ${time}`);
    await sendFiles();
  }
  slack.allow('conversations.info');
  for (const time of ['10:32', '12:00']) {
    await sweepAt(`2026-11-20 ${time}`);
    await sendFiles();
  }
  expect(files).toEqual([]);
  const states = await database.selectFrom('digest_source').select('file_state').execute();
  expect(states).toEqual([{ file_state: 'failed' }]);
  expect(recording.lines().filter(({ msg }) => msg.includes('within two hours'))).toHaveLength(1);
});

test('a file whose figures cannot be read is tried again, and holds up no other', async () => {
  const days = { '2026-11-19': { 1101: 1_000 } };
  const { subscribe, save, sweepAt, sendFiles, files, database, figures, recording } = await open({ days });
  const readRows = figures.stockDigestRows;
  await subscribe({});
  await subscribe({}, 'sales');
  await save('2026-11-20', { 1101: 1 });
  await sweepAt('2026-11-20 08:31');
  figures.stockDigestRows = () => Promise.reject(new Error('the database is away'));
  await sendFiles();
  expect(files.map(({ fileName }) => fileName)).toEqual(['sales-2026-11-19.csv']);
  expect(recording.errors()).toEqual([expect.stringContaining('could not be read; it is tried again')]);
  figures.stockDigestRows = readRows;
  // Nobody knows any more what the digest was made from.
  await database.updateTable('digest_source').set({ products: '{"kind":"odd"}' }).execute();
  await sweepAt('2026-11-20 08:34');
  await sendFiles();
  expect(recording.errors()).toHaveLength(2);
  await database.updateTable('digest_source').set({ products: null }).execute();
  await sweepAt('2026-11-20 08:45');
  await sendFiles();
  expect(files.map(({ fileName }) => fileName)).toEqual(['sales-2026-11-19.csv', 'stock-2026-11-20.csv']);
});

test('a file that nobody can read is given up at the fifth time', async () => {
  const { subscribe, save, sweepAt, sendFiles, database, figures, recording } = await open();
  await subscribe({});
  await save('2026-11-20', { 1101: 1 });
  figures.stockDigestRows = () => Promise.reject(new Error('the database is away'));
  for (let minute = 31; minute < 60; minute += 1) {
    await sweepAt(`2026-11-20 08:${minute}`);
    await sendFiles();
  }
  expect(await database.selectFrom('digest_source').select(['file_state', 'file_attempt']).execute()).toEqual(
    [{ file_state: 'failed', file_attempt: 5 }],
  );
  expect(recording.errors()).toHaveLength(5);
});

test('without the right to send files digests come all the same, and the log says so once', async () => {
  const { subscribe, save, sweepAt, sendFiles, files, outcomes, recording, slack } = await open();
  await subscribe({});
  outcomes.push({ kind: 'refused', code: 'missing_scope' }, { kind: 'refused', code: 'missing_scope' });
  for (const day of ['2026-11-20', '2026-11-21']) {
    await save(day, { 1101: 1 });
    await sweepAt(`${day} 08:31`);
    await sendFiles();
    await sendFiles();
  }
  expect(slack.posted).toHaveLength(2);
  expect(files).toHaveLength(2);
  expect(recording.lines().filter(({ msg }) => msg.includes('without their file'))).toHaveLength(1);
});

test.each([
  [{ kind: 'unclear' }, 1],
  [{ kind: 'refused', code: 'ratelimited' }, 2],
] as const)('a file that ends as %j is sent %i times', async (outcome, times) => {
  const { subscribe, save, sweepAt, sendFiles, files, outcomes } = await open();
  await subscribe({});
  await save('2026-11-20', { 1101: 1 });
  outcomes.push(outcome);
  await sweepAt('2026-11-20 08:31');
  await sendFiles();
  await sweepAt('2026-11-20 08:40');
  await sendFiles();
  await sendFiles();
  expect(files).toHaveLength(times);
});
