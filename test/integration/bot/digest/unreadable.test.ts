import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startBeforeDigests, stockDigestsIn, toldToKari } from '../../../support/digestBot.ts';

test('what cannot be read costs its own digest alone until it is set right, and what a newer version made is left to it', async () => {
  const bot = await startBeforeDigests(['C0BROKEN', 'C0WELL']);
  await bot.database.execute("update digest_subscription set weekdays = '8' where channel_id = 'C0BROKEN'");
  for (const [day, kind] of [
    ['18', 'prices'],
    ['19', 'manual:prices:1'],
  ])
    await bot.database.execute(`update digest_run set kind = '${kind}', state = 'due'
      where channel_id = 'C0STOCK' and kind = 'stock' and business_date = '2026-11-${day}'`);
  await bot.pass(4 * 60);
  const counts = () => ['C0BROKEN', 'C0WELL'].map((id) => stockDigestsIn(bot, id).length);
  expect(counts()).toEqual([0, 1]);
  // Whoever subscribed sees it in Slack.
  expect(toldToKari(bot)).toEqual([]);
  const errors = bot.logLines().filter(({ level }) => level >= 50);
  expect(errors).toMatchObject([{ channel: 'C0BROKEN', field: 'weekdays', value: '8' }]);
  const { text } = await bot.kari.type('/digest', 'history');
  expect(text).toMatch(/Wed 18 Nov 2026, prices, .*/);
  const left = new DatabaseSync(bot.databasePlace, { readOnly: true });
  expect(
    left.prepare("select state, attempt from digest_run where kind like '%prices%'").all(),
  ).toMatchObject([{ state: 'due' }, { state: 'due' }]);
  left.close();

  await bot.database.execute(
    "update digest_subscription set weekdays = '1234567' where channel_id = 'C0BROKEN'",
  );
  await bot.pass(60);
  expect(counts()).toEqual([1, 1]);
});
