import { expect, test } from 'vitest';
import { PLACES, TEAM } from '../../../../bot/demo/slack/cast.ts';
import { eventPayload } from '../../../../bot/demo/slack/payloads.ts';
import { downUntil } from '../../../support/digestBot.ts';
import { happenAt } from '../../../support/faults/points.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

const CHANNEL = PLACES['#second'].id;
const POST = 'chat.postMessage';

/** A bot of a small supplier on Friday 20 November, whose second channel gets a digest. */
async function startWith(settings: string): Promise<TestBot> {
  const bot = await startTestBot({
    from: 'empty',
    at: '2026-11-20 12:00',
    service: { stores: 7, products: 12 },
    settings: { digestChannels: [] },
  });
  await bot.as('kari', '#second').type('/digest', `subscribe ${settings}`);
  return bot;
}

/** The periods whose digests were posted. */
const periodsIn = (bot: TestBot) =>
  bot.held(CHANNEL).flatMap(({ text }) => /Sales digest · (Week \d+|\w+ \d{4})/.exec(text)?.[1] ?? []);

async function passes(bot: TestBot, time: string): Promise<void> {
  await downUntil(bot, `${time}:58`);
  await bot.pass(4 * 60);
}

test('weekdays that change after the digest of a week was posted bring it no second one', async () => {
  const bot = await startWith('weekly');
  await passes(bot, '2026-11-23 07');
  expect(periodsIn(bot)).toEqual(['Week 47']);
  const changed = await bot.as('kari', '#second').type('/digest', 'subscribe weekly wednesday');
  expect(changed.text).toContain('Next: Wed 2 Dec 2026, 08:00');
  await passes(bot, '2026-11-25 07');
  expect(periodsIn(bot)).toEqual(['Week 47']);
  // And back: the week after is told on the first of its days.
  await bot.as('kari', '#second').type('/digest', 'subscribe weekly monday');
  await passes(bot, '2026-11-30 07');
  expect(periodsIn(bot)).toEqual(['Week 47', 'Week 48']);
});

test('nor do those of a month', async () => {
  const bot = await startWith('monthly');
  await passes(bot, '2026-12-01 07');
  await bot.as('kari', '#second').type('/digest', 'subscribe monthly saturday');
  await passes(bot, '2026-12-05 07');
  expect(periodsIn(bot)).toEqual(['Nov 2026']);
  // A Saturday before the month's first working day.
  await passes(bot, '2027-01-02 07');
  expect(periodsIn(bot)).toEqual(['Nov 2026', 'Dec 2026']);
});

test('a digest that its channel did not take on Monday comes when the channel is back in the same week', async () => {
  const bot = await startWith('weekly');
  bot.slack.workspace.change(CHANNEL, { archived: true });
  await passes(bot, '2026-11-23 07');
  expect(periodsIn(bot)).toEqual([]);
  await downUntil(bot, '2026-11-25 10:00');
  bot.slack.workspace.change(CHANNEL, { archived: false });
  await bot.send(eventPayload({ type: 'channel_unarchive', channel: CHANNEL, user: 'U0KARI' }));
  await bot.pass(60);
  expect(periodsIn(bot)).toEqual(['Week 47']);
  const { text } = await bot.as('kari', '#second').type('/digest', 'status');
  expect(text).toContain('Mon 23 Nov 2026, weekly sales, scheduled: posted Wed 25 Nov 2026, 10:0');
});

test.each([
  ['weekly', '2026-11-23', 'Week 47'],
  ['monthly', '2026-12-01', 'Nov 2026'],
] as const)(
  'a %s digest comes once when its process is gone after Slack took it',
  async (kind, day, period) => {
    const bot = await startWith(kind);
    await downUntil(bot, `${day} 07:58`);
    happenAt(bot, { at: 'answer', number: 2 }, () => bot.end());
    await bot.pass(2 * 60);
    const other = await bot.replica();
    await bot.stop();
    await other.replica();
    await other.pass(3 * 60);
    expect(periodsIn(bot)).toEqual([period]);
    const posts = bot.slack.calls.filter(({ method, channel }) => method === POST && channel === CHANNEL);
    expect(posts).toHaveLength(1);
    expect(JSON.stringify(bot.held(CHANNEL)[0]?.metadata)).toContain(
      `${TEAM}:${CHANNEL}:${kind}-sales:${day}`,
    );
  },
);
