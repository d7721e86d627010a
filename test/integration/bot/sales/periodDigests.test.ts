import { describe, expect, test } from 'vitest';
import { PLACES, type PlaceName } from '../../../../bot/demo/slack/cast.ts';
import { oslo } from '../../../support/bot/time.ts';
import { downUntil } from '../../../support/digestBot.ts';
import { linesOf } from '../../../support/slack/screen.ts';
import { digestsOf, forgetSalesOf } from '../../../support/storedData.ts';
import { namedProducts, startTestBot, type TestBot, type TestBotOptions } from '../../../support/testBot.ts';

/** Digests that stand in a channel, in either language. */
const digestsIn = (bot: TestBot, place: PlaceName = '#second') =>
  bot
    .held(place)
    .filter(({ text, threadTs }) => threadTs === undefined && /(Sales digest|Salgsrapport) · /.test(text));

/** A bot of a supplier that is small enough to be read for a year, with a digest in its second channel. */
async function startSmall(
  at: string,
  digest: string,
  { settings, service, ...options }: TestBotOptions = {},
): Promise<TestBot> {
  const bot = await startTestBot({
    from: 'empty',
    at,
    ...options,
    service: { stores: 7, products: 12, ...service },
    settings: { digestChannels: [], salesHistoryDays: 40, ...settings },
  });
  await bot.as('kari', '#second').type('/digest', `subscribe ${digest}`);
  return bot;
}

/** From two minutes before that time to two minutes after it; the bot was down until then. */
async function passTime(bot: TestBot, time: string): Promise<void> {
  await bot.stop();
  bot.clock.set(oslo(time) - 2 * 60_000);
  await bot.restart();
  await bot.pass(4 * 60);
}

test('the weekly digest is subscribed in both languages, waits for Saturday, and comes once', async () => {
  const bot = await startTestBot({ settings: { digestChannels: [] }, at: '2026-11-20 12:00' });
  const answer = await bot.as('kari', '#second').type('/digest', 'subscribe weekly sales');
  expect(answer.text).toContain('every Monday at 08:00');
  expect(answer.text).toContain('Mon 23 Nov 2026, 08:00');
  const norwegian = await bot.as('ola', '#second').type('/digest', 'status ukesalg');
  expect(norwegian.text).toContain('*Ukentlig salgsrapport*');
  await downUntil(bot, '2026-11-23 07:58');
  expect(digestsIn(bot)).toEqual([]);
  await bot.moveTo('2026-11-23 08:02');
  const [digest, ...more] = digestsIn(bot);
  expect(more).toEqual([]);
  // Sunday settles at noon; it isn't waited for.
  expect(digest?.at).toBeLessThan(oslo('2026-11-23 08:02'));
  expect(digest?.text).toContain('Sales digest · Week 47');
  // The year before isn't stored; it is read for the digest.
  expect(digest?.text).toMatch(
    /Compared with 17–23 Nov 2025 \(same weekdays, 52 weeks earlier\): [0-9,.]+ l \([+−]/,
  );
  await bot.pass(3_600);
  expect(digestsIn(bot)).toHaveLength(1);
  const file = bot.slack.seen.find(
    (seen) => seen.kind === 'file' && JSON.stringify(seen).includes(PLACES['#second'].id),
  );
  expect(file).toBeDefined();
});

test.each([
  ['begins on a Saturday', '2026-07-30', ['2026-08-01'], '2026-08-03', 'Jul 2026'],
  [
    'begins with New Year before a weekend',
    '2026-12-29',
    ['2027-01-01', '2027-01-02'],
    '2027-01-04',
    'Dec 2026',
  ],
  ['begins on Easter Sunday', '2029-03-28', ['2029-04-02'], '2029-04-03', 'Mar 2029'],
])(
  'the monthly digest of a month that %s comes on its first working day',
  async (_, from, closed, day, name) => {
    const bot = await startSmall(`${from} 12:00`, 'monthly');
    for (const each of closed) await passTime(bot, `${each} 08:00`);
    expect(digestsIn(bot)).toEqual([]);
    await passTime(bot, `${day} 08:00`);
    const [digest, ...more] = digestsIn(bot);
    expect(more).toEqual([]);
    expect(digest?.text).toMatch(new RegExp(`^Sales digest · ${name}: `));
    const [month = '', year] = name.split(' ');
    expect(digest?.text).toMatch(
      new RegExp(`${month} ${Number(year) - 1} \\(same month, previous year\\): [0-9,.]+ l \\([+−]`),
    );
  },
);

describe('sales that the service has late', () => {
  /** A bot on Monday at 08:02, whose service has been away since Saturday noon. */
  async function startLate(): Promise<TestBot> {
    const bot = await startSmall('2026-11-21 12:00', 'weekly');
    bot.service.fail({
      operation: 'dailySales',
      fault: { kind: 'status', status: 503 },
      times: Number.POSITIVE_INFINITY,
    });
    await passTime(bot, '2026-11-23 08:00');
    expect(digestsIn(bot)).toEqual([]);
    return bot;
  }

  test('are waited for, and the digest says that it is late', async () => {
    const bot = await startLate();
    bot.service.clearFaults();
    await passTime(bot, '2026-11-23 10:00');
    const [digest, ...more] = digestsIn(bot);
    expect(more).toEqual([]);
    expect(digest?.text).toMatch(
      /^This digest is late: not all sales for these days had arrived at 08:00\. Sales digest · Week 47/,
    );
    expect(digest?.text).not.toContain('No sales have arrived');
  });

  test('are waited for until the deadline; then the digest has the days there are, without a sum, change or rank', async () => {
    const bot = await startLate();
    await downUntil(bot, '2026-11-23 11:58');
    await bot.pass(60);
    expect(digestsIn(bot)).toEqual([]);
    await bot.moveTo('12:02');
    const [digest, ...more] = digestsIn(bot);
    expect(more).toEqual([]);
    expect(digest?.text).toContain('Not all sales for these days have arrived.');
    expect(digest?.text).toMatch(
      /Week 47 \(16–22 Nov 2026\): Sales, 16–22 Nov\. No sales have arrived for 21 Nov\.$/,
    );
    const blocks = JSON.stringify(digest?.blocks);
    expect(blocks).toMatch(/Fri 20 Nov 2026.*Thu 19 Nov 2026.*Mon 16 Nov 2026/);
    expect(blocks).not.toMatch(/Compared|%|units of|Top stores|Fell most/);
    const asked = await bot.as('kari', '#second').type('/sales', 'last week');
    expect(asked.text).toContain('No sales have arrived for 21 Nov.');
    expect(asked.text).toContain('Fri 20 Nov 2026');
    expect(asked.text).not.toMatch(/Compared|%|units of|Top stores|Fell most/);
    bot.service.clearFaults();
    await passTime(bot, '2026-11-23 14:00');
    expect(digestsIn(bot)).toHaveLength(1);
  });

  test('come without a word when a whole day had none, which the digest names', async () => {
    const bot = await startSmall('2026-11-21 12:00', 'weekly', { service: { emptyDays: ['2026-11-21'] } });
    await passTime(bot, '2026-11-23 08:00');
    expect(JSON.stringify(digestsIn(bot)[0]?.blocks)).toContain('days without sales: 21 Nov');
  });
});

test('of a year that is stored it compares and ranks, and says what is new and what stopped', async () => {
  const bot = await startSmall('2026-11-21 12:00', 'weekly', {
    settings: { salesHistoryDays: 400, salesRetentionDays: 430 },
  });
  await bot.as('kari', '#second').type('/digest', 'subscribe monthly');
  const own = bot.service.truth.products().flatMap(({ own, productId }) => (own ? [productId] : []));
  const [fresh, stopped] = own;
  await forgetSalesOf(bot, fresh, `< '2026-11-16'`);
  await passTime(bot, '2026-11-23 07:50');
  await forgetSalesOf(bot, stopped, `between '2026-11-16' and '2026-11-22'`);
  await bot.moveTo('08:02');
  const shown = (at: number) => {
    const ts = digestsIn(bot)[at]?.ts;
    const lines = linesOf(
      undefined,
      bot.slack.seen.filter((seen) => seen.kind === 'message' && seen.ts === ts),
    );
    return lines.join('\n');
  };
  const sums = (each: string) =>
    `: [0-9,.]+ l \\([+−][0-9.]+%${each}\\)\\*\n {2}[0-9,]+ units \\([+−][0-9.]+%${each}\\) of [0-9]+ products? in [0-9]+ stores\n`;
  const earlier = '[0-9,.]+ l, [0-9,]+ units';
  const year = '[0-9,.]+ l \\([+−][0-9.]+%\\), [0-9,]+ units \\([+−][0-9.]+%\\)';
  const week = shown(0);
  expect(week).toContain('# Sales digest · Week 47 (16–22 Nov 2026)\n');
  expect(week).toMatch(new RegExp(`\\*Sales, 16–22 Nov${sums('')}`));
  expect(week).toMatch(new RegExp(`Compared with 9–15 Nov \\(same weekdays, previous week\\): ${earlier}\n`));
  expect(week).toMatch(new RegExp(`Compared with 17–23 Nov 2025 \\(.*\\): ${year}\n`));
  const products = namedProducts(bot.service);
  const nameOf = (of: string | undefined) => products.find(({ id }) => id === of)?.name ?? '';
  expect(week).toMatch(
    new RegExp(`New or back on sale\\* \\(not sold in the 13 weeks before\\): ${nameOf(fresh)} `),
  );
  expect(week).toMatch(
    new RegExp(`Stopped selling\\* \\(with litres in the 4 weeks before\\): ${nameOf(stopped)} `),
  );
  expect(week).toMatch(/Litres per week.*\n.*Sold: (W\d\d=[0-9.]+, ){12}W47=/);

  await passTime(bot, '2026-12-01 08:00');
  const month = shown(1);
  expect(month).toContain('# Sales digest · Nov 2026\n');
  // November has 25 open days, October 27.
  expect(month).toMatch(new RegExp(`\\*Sales, 1–30 Nov${sums(' per open day')}`));
  expect(month).toMatch(
    new RegExp(`Compared with 1–31 Oct \\(previous month\\): ${earlier}; 25 open days, previously 27\n`),
  );
  expect(month).toMatch(new RegExp(`Compared with 1–30 Nov 2025 \\(same month, previous year\\): ${year}\n`));
  expect(month).toMatch(/Litres per month.*\n.*Sold: Nov 2025=(.*, ){12}Nov 2026=/);
});

test('the form leaves the time open: a digest comes at the time of its kind until somebody chooses another', async () => {
  const bot = await startTestBot({ settings: { digestChannels: [] }, at: '2026-11-20 12:00' });
  const hand = bot.as('kari', '#second');
  const time = (chosen: string | null) => ({ digest_time: { selected_time: chosen } });
  const weekly = { digest_content: { selected_option: { value: 'weekly-sales' } } };
  const form = await hand.type('/digest');
  expect(form.text).toContain('Leave it empty for 08:30 (08:00 for weekly sales and monthly sales).');
  expect((await hand.submit(form, weekly)).text).toContain('every Monday at 08:00');
  const own = await hand.submit(await hand.type('/digest'), time('09:15'));
  expect(own.text).toContain('every Monday at 09:15');
  const opened = await hand.type('/digest');
  expect(opened.text).toContain('initial_time: 09:15');
  expect((await hand.submit(opened)).text).toContain('every Monday at 09:15');
  expect((await hand.submit(await hand.type('/digest'), time(null))).text).toContain('every Monday at 08:00');
  expect(await digestsOf(bot, PLACES['#second'].id)).toMatchObject([{ kind: 'weekly-sales', time: null }]);
});
