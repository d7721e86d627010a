import { expect, test } from 'vitest';
import { oslo } from '../../../support/bot/time.ts';
import { downUntil } from '../../../support/digestBot.ts';
import { PLACES, type PlaceName } from '../../../support/slack/cast.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

/** Digests that stand in a channel, in either language. */
const digestsIn = (bot: TestBot, place: PlaceName) =>
  bot
    .held(place)
    .filter(({ text, threadTs }) => threadTs === undefined && /(Sales digest|Salgsrapport) · /.test(text));

test('the weekly digest is subscribed in both languages, waits for Saturday, and comes once', async () => {
  const bot = await startTestBot({ settings: { digestChannels: [] }, at: '2026-11-20 12:00' });
  const answer = await bot.as('kari', '#second').type('/digest', 'subscribe weekly sales');
  expect(answer.text).toContain('every Monday at 08:00');
  expect(answer.text).toContain('Mon 23 Nov 2026, 08:00');
  const norwegian = await bot.as('ola', '#second').type('/digest', 'status ukesalg');
  expect(norwegian.text).toContain('*Ukesalg*');
  await downUntil(bot, '2026-11-23 07:58');
  expect(digestsIn(bot, '#second')).toEqual([]);
  await bot.moveTo('2026-11-23 08:02');
  const [digest, ...more] = digestsIn(bot, '#second');
  expect(more).toEqual([]);
  // Sunday settles at noon; it isn't waited for.
  expect(digest?.at).toBeLessThan(oslo('2026-11-23 08:02'));
  expect(digest?.text).toContain('Sales digest · Week 47');
  expect(digest?.text).toContain('The week before');
  expect(digest?.text).toContain('no data for 2025');
  await bot.pass(3_600);
  expect(digestsIn(bot, '#second')).toHaveLength(1);
  const file = bot.slack.seen.find(
    (seen) => seen.kind === 'file' && JSON.stringify(seen).includes(PLACES['#second'].id),
  );
  expect(file).toBeDefined();
});
