import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { oslo } from '../../../support/bot/time.ts';
import { startBeforeDigests, stockDigestsIn, toldToKari } from '../../../support/digestBot.ts';

const NOW = oslo('2026-11-20 08:49');
const DAY = 24 * 60 * 60 * 1_000;

/** Digests of a kind that this version does not know, in states that it does something about where it knows the kind. */
const RUNS = [
  { date: '2026-11-20', fields: { state: 'due', due_at: NOW } },
  { kind: 'manual:prices:1', date: '2026-11-20', fields: { state: 'due', due_at: NOW - DAY } },
  { date: '2026-11-19', fields: { state: 'due', due_at: NOW - DAY } },
  { date: '2026-11-18', fields: { state: 'sending', due_at: NOW - DAY, first_sent_at: NOW - DAY } },
  { date: '2026-11-17', fields: { state: 'unclear', due_at: NOW - DAY, check_at: NOW } },
  { date: '2026-11-16', fields: { state: 'sent', due_at: NOW - DAY, message_ts: '1.1', check_at: NOW } },
  { date: '2026-11-24', fields: { state: 'due', due_at: NOW + 4 * DAY } },
  { date: '2025-01-01', fields: { state: 'sent', due_at: NOW - 500 * DAY, message_ts: '1.2' } },
];

test('subscriptions and digests of a kind that only a newer version knows are left to it, and disturb nobody', async () => {
  const bot = await startBeforeDigests(['C0WELL']);
  const runsOf = (file: DatabaseSync) =>
    file.prepare("select * from digest_run where kind like '%prices%' order by id").all();
  const subscriptionsOf = (file: DatabaseSync) =>
    file.prepare("select * from digest_subscription where kind = 'prices'").all();
  const file = new DatabaseSync(bot.databasePlace);
  for (const channel of ['C0STOCK', 'C0WELL'])
    file
      .prepare(
        "insert into digest_subscription (team_id, channel_id, kind, active, created_at, weekdays) select team_id, ?, 'prices', 1, 1, 'no' from digest_subscription limit 1",
      )
      .run(channel);
  for (const { kind = 'prices', date, fields } of RUNS) {
    const columns = Object.keys(fields);
    file
      .prepare(
        `insert into digest_run (team_id, channel_id, kind, business_date, attempt, not_before, lease_until, checks, created_at, updated_at, ${columns.join(', ')})
         select team_id, 'C0WELL', ?, ?, 0, 0, 0, 0, 1, 1, ${columns.map(() => '?').join(', ')} from digest_subscription limit 1`,
      )
      .run(kind, date, ...Object.values(fields));
  }
  const before = { runs: runsOf(file), subscriptions: subscriptionsOf(file) };
  expect(before.runs).toHaveLength(RUNS.length);

  await bot.pass(4 * 60);
  expect(stockDigestsIn(bot, 'C0WELL')).toHaveLength(1);
  for (const text of ['status', 'history', 'list', 'now stock', 'unsubscribe both']) {
    const answer = await bot.as('kari', '#stock').type('/digest', text);
    expect(answer.text, text).not.toContain('prices');
  }
  expect((await bot.kari.openHome()).text).not.toContain('prices');
  expect({ runs: runsOf(file), subscriptions: subscriptionsOf(file) }).toEqual(before);
  file.close();
  expect(toldToKari(bot)).toEqual([]);
  expect(bot.logLines().filter(({ level }) => level >= 50)).toEqual([]);
});
