import { expect, test } from 'vitest';
import { openDatabase } from '../../../../bot/database/connection.ts';
import { MIGRATIONS } from '../../../../bot/database/migrations.ts';
import { TEAM } from '../../../../bot/demo/slack/cast.ts';
import { oslo } from '../../../support/bot/time.ts';
import { stockDigestsIn } from '../../../support/digestBot.ts';
import { startTestBot } from '../../../support/testBot.ts';

/** The last version whose outbox knew digests only. */
const FORMER = '2026-12-01-requests-and-shares';
const DAY = '2026-11-20';
const DUE = oslo(`${DAY} 08:30`);

/** What the former version has left, with its digest in the channel or not. */
const LEFT = [
  { channel: 'C0SENT', isThere: true, fields: { state: 'sent', message_ts: '1.1' } },
  { channel: 'C0LOST', isThere: true, fields: { state: 'unclear', check_at: DUE } },
  {
    channel: 'C0SENDING',
    isThere: true,
    fields: { state: 'sending', lease_owner: 'gone', lease_until: DUE },
  },
  { channel: 'C0GONE', isThere: false, fields: { state: 'sending', lease_owner: 'gone', lease_until: DUE } },
  { channel: 'C0DUE', isThere: false, fields: { state: 'due' } },
] as const;

test('after an upgrade what was sent is not posted again, and what was not is posted once, with its old mark', async () => {
  const bot = await startTestBot({ from: 'empty', isStarted: false, at: `${DAY} 08:49` });
  const former = Object.entries(MIGRATIONS).filter(([name]) => name <= FORMER);
  await (await openDatabase(bot.databasePlace, { migrations: Object.fromEntries(former) })).destroy();
  for (const { channel, isThere, fields } of LEFT) {
    bot.slack.workspace.addChannel(channel);
    await insert('digest_subscription', {
      ...{ team_id: TEAM, channel_id: channel, kind: 'stock', digest_time: '08:30', active: 1 },
      ...{ created_at: DUE - 1, counts_from: DUE - 1, weekdays: '1234567', shows_sales: 1 },
    });
    await insert('digest_run', {
      ...{ team_id: TEAM, channel_id: channel, kind: 'stock', business_date: DAY, due_at: DUE, attempt: 1 },
      ...{ not_before: 0, lease_until: 0, checks: 0, created_at: DUE, updated_at: DUE },
      ...(fields.state === 'due' ? {} : { first_sent_at: DUE, last_sent_at: DUE }),
      ...fields,
    });
    if (!isThere) continue;
    const event_payload = { key: `${TEAM}:${channel}:stock:${DAY}` };
    bot.slack.workspace.post({
      channel,
      threadTs: undefined,
      text: 'Stock digest · of the former version',
      blocks: [],
      metadata: { event_type: 'retail_data_digest', event_payload },
    });
  }

  await bot.restart();
  await bot.pass(8 * 60);
  for (const { channel, isThere } of LEFT) {
    const [digest, ...more] = stockDigestsIn(bot, channel);
    expect(more, channel).toEqual([]);
    expect(digest?.text.includes('of the former version'), channel).toBe(isThere);
    expect(digest?.metadata, channel).toEqual({
      event_type: 'retail_data_digest',
      event_payload: { key: `${TEAM}:${channel}:stock:${DAY}` },
    });
  }
  expect(
    await bot.database.read(
      "select channel_id, state from digest_run where kind = 'stock' and channel_id <> 'C0STOCK' order by id",
    ),
  ).toEqual(LEFT.map(({ channel }) => ({ channel_id: channel, state: 'sent' })));
  // Counted as digests by the triggers of before and of now.
  expect(await bot.database.read("select digests from digest_total where state = 'sent'")).toEqual([
    { digests: await sentIn() },
  ]);

  function insert(table: string, row: Readonly<Record<string, string | number>>): Promise<void> {
    const values = Object.values(row).map((value) => (typeof value === 'number' ? value : `'${value}'`));
    return bot.database.execute(
      `insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`,
    );
  }
  async function sentIn(): Promise<unknown> {
    const [row] = await bot.database.read("select count(*) as sent from digest_run where state = 'sent'");
    return row?.sent;
  }
});
