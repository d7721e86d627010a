import type { TruthSale } from 'retail-data-client/sandbox';
import { describe, expect, test } from 'vitest';
import { linesOf } from '../../../support/slack/screen.ts';
import { namedProducts, startTestBot, type TestBot, type TestBotOptions } from '../../../support/testBot.ts';

/** A bot of a small supplier, of which forty days are stored. */
function startSmall(at: string, { settings, service, ...options }: TestBotOptions = {}): Promise<TestBot> {
  return startTestBot({
    from: 'empty',
    at,
    ...options,
    service: { stores: 7, products: 12, ...service },
    settings: { digestChannels: [], salesHistoryDays: 40, ...settings },
  });
}

type Days = readonly [from: string, to: string];

/** The figures of a period, added up in integers from the rows of the service. */
function summed(sales: readonly TruthSale[]) {
  return {
    millilitres: sales.reduce((sum, { millilitres }) => sum + millilitres, 0),
    units: sales.reduce((sum, { salesQuantity }) => sum + salesQuantity, 0),
    openDays: new Set(sales.map(({ salesDate }) => salesDate)).size,
  };
}

type Sum = ReturnType<typeof summed>;

/** "+4.1%"; per open day where the periods have different numbers of them. */
function percent(of: 'millilitres' | 'units', now: Sum, before: Sum): string {
  const change = (now[of] * before.openDays) / (before[of] * now.openDays) - 1;
  const tenths = Math.round(change * 1_000) / 10;
  const each = now.openDays === before.openDays ? '' : ' per open day';
  return `${tenths > 0 ? '+' : tenths < 0 ? '−' : '±'}${Math.abs(tenths).toFixed(1)}%${each}`;
}

const litres = (millilitres: number) =>
  (millilitres / 1_000).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** What a digest and its command say of a period and the ones it is compared with. */
function comparedIn(now: Sum, before: Sum, year: Sum): RegExp {
  const units = (of: Sum) => of.units.toLocaleString('en');
  const days = (of: Sum) =>
    now.openDays === of.openDays ? '' : `; ${now.openDays} open days, previously ${of.openDays}`;
  return new RegExp(
    [
      `: ${litres(now.millilitres)} l (${percent('millilitres', now, before)})*`,
      `${units(now)} units (${percent('units', now, before)}) of ~`,
      `Compared with ~: ${litres(before.millilitres)} l, ${units(before)} units${days(before)}`,
      `Compared with ~: ${litres(year.millilitres)} l (${percent('millilitres', now, year)}), ${units(year)} units (${percent('units', now, year)})${days(year)}`,
    ]
      .map((line) => line.replace(/[+*().]/g, '\\$&').replace('~', '[^\n]*'))
      .join('\n *'),
  );
}

interface Period {
  readonly at: string;
  readonly kind: 'weekly' | 'monthly';
  readonly typed: string;
  readonly days: Days;
  readonly before: Days;
  readonly year: Days;
  readonly yearName: string;
}

const WEEK = { kind: 'weekly', typed: 'last week' } as const;
const MONTH = { kind: 'monthly', typed: 'last month' } as const;
const PERIODS: Readonly<Record<string, Period>> = {
  'week 53, with New Year': {
    ...WEEK,
    at: '2027-01-05 09:00',
    days: ['2026-12-28', '2027-01-03'],
    before: ['2026-12-21', '2026-12-27'],
    year: ['2025-12-29', '2026-01-04'],
    yearName: '29 Dec 2025 – 4 Jan 2026',
  },
  'week 19, after that of 1 May': {
    ...WEEK,
    at: '2026-05-12 09:00',
    days: ['2026-05-04', '2026-05-10'],
    before: ['2026-04-27', '2026-05-03'],
    year: ['2025-05-05', '2025-05-11'],
    yearName: '5–11 May 2025',
  },
  'week 52, with Christmas': {
    ...WEEK,
    at: '2026-12-29 09:00',
    days: ['2026-12-21', '2026-12-27'],
    before: ['2026-12-14', '2026-12-20'],
    year: ['2025-12-22', '2025-12-28'],
    yearName: '22–28 Dec 2025',
  },
  'week 12, with Easter, against Easter': {
    ...WEEK,
    at: '2027-03-30 09:00',
    days: ['2027-03-22', '2027-03-28'],
    before: ['2027-03-15', '2027-03-21'],
    year: ['2026-03-30', '2026-04-05'],
    yearName: '30 Mar – 5 Apr 2026',
  },
  'a month whose first days are older than what is stored': {
    ...MONTH,
    at: '2026-11-20 09:00',
    days: ['2026-10-01', '2026-10-31'],
    before: ['2026-09-01', '2026-09-30'],
    year: ['2025-10-01', '2025-10-31'],
    yearName: '1–31 Oct 2025',
  },
};

/** Its sentences, table and chart; not what frames them. */
function figuresIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const first = lines.findIndex((line) => line.startsWith('*Sales'));
  const end = lines.findIndex((line, at) => at > first && /^(?:\[|~ (?:as of|fetched))/.test(line));
  return lines.slice(first, end);
}

/** What a digest shows in Slack, line by line. */
const shown = (bot: TestBot, before: number) => linesOf(undefined, bot.slack.seen.slice(before)).join('\n');

test.each(Object.entries(PERIODS))(
  'a digest of %s has the figures of its commands, which are those of the rows',
  async (_, { at, kind, typed, days, before, year, yearName }) => {
    const bot = await startSmall(at);
    const { truth } = bot.service;
    const [now, then, earlier] = [days, before, year].map((of) => truth.sales(...of));
    const [sum, sumThen, sumYear] = [now, then, earlier].map((of) => summed(of ?? []));
    if (now === undefined || sum === undefined || sumThen === undefined || sumYear === undefined) return;
    const seen = bot.slack.seen.length;
    const { text } = await bot.kari.type('/digest', `now ${kind} sales`);
    expect(text).toContain(`Posted the ${kind} sales digest`);
    const digest = shown(bot, seen);
    expect(digest).toMatch(comparedIn(sum, sumThen, sumYear));
    expect(digest).toContain(`Compared with ${yearName} (`);
    expect(digest).not.toContain('No sales have arrived');

    // The best product and its change.
    const byProduct = Map.groupBy(now, ({ productId }) => productId);
    const [[best, ofBest]] = [...byProduct]
      .map(([id, of]) => [id, summed(of)] as const)
      .toSorted(([, one], [, other]) => other.millilitres - one.millilitres) as [[string, Sum]];
    const bestThen = summed((then ?? []).filter(({ productId }) => productId === best));
    const change = percent(
      'millilitres',
      { ...ofBest, openDays: sum.openDays },
      { ...bestThen, openDays: sumThen.openDays },
    );
    const name = namedProducts(bot.service).find(({ id }) => id === best)?.name;
    expect(digest).toMatch(new RegExp(`${name} .*\\| ${change.replace(/^\+/, '\\+').split(' ')[0]} `));

    // The command says the same, line by line.
    await bot.pass(60);
    const answer = await bot.kari.type('/sales', typed);
    expect(figuresIn(answer.text)).toEqual(figuresIn(digest));
    const compared = await bot.kari.type('/sales', `compare ${days.join('..')} with ${before.join('..')}`);
    expect(compared.text).toContain(`(${percent('millilitres', sum, sumThen)})`);
    const withYear = await bot.kari.type('/sales', `compare ${days.join('..')} with last year`);
    expect(withYear.text).toContain(`(${percent('millilitres', sum, sumYear)})`);
  },
);

describe('days that the service does not give', () => {
  test('are named, and those that are stored are shown, without a sum, change or rank', async () => {
    const bot = await startSmall('2026-11-20 09:00');
    bot.service.fail({
      operation: 'dailySales',
      fault: { kind: 'status', status: 503 },
      times: Number.POSITIVE_INFINITY,
    });
    const seen = bot.slack.seen.length;
    await bot.kari.type('/digest', 'now monthly sales');
    await bot.pass(40);
    const digest = shown(bot, seen);
    expect(digest).toContain(':warning: No sales have arrived for 1–3 Oct, 5–10 Oct.');
    expect(digest).not.toMatch(/Compared|%|units? of|Top stores|Fell/);
    const onDay = summed(bot.service.truth.sales('2026-10-12', '2026-10-12'));
    expect(digest).toMatch(new RegExp(`Mon 12 Oct 2026 *\\| ${litres(onDay.millilitres)} `));
  });
});

test('2 January is not compared with Boxing Day, when stores were closed', async () => {
  const bot = await startSmall('2027-01-04 09:00');
  await bot.kari.type('/digest', 'subscribe sales');
  const { text } = await bot.kari.type('/digest', 'preview sales');
  const { millilitres } = summed(bot.service.truth.sales('2027-01-02', '2027-01-02'));
  expect(text).toContain(`Sat 2 Jan: ${litres(millilitres)} l*`);
  expect(text).toContain('No change is shown. Stores were closed on Sat 26 Dec 2026.');
  const compared = await bot.kari.type('/sales', 'compare 2027-01-02 with 2026-12-26');
  expect(compared.text).toContain('No change is shown. Stores were closed on Sat 26 Dec 2026.');
  for (const each of [text, compared.text]) expect(each).not.toMatch(/[+−±][0-9.,]+( l\b|%)/);
  const norwegian = await bot.ola.type('/sales', 'sammenlign 2027-01-02 med 2026-12-26');
  expect(norwegian.text).toContain('Endringen vises ikke. Butikkene var stengt lør. 26. des. 2026.');
});

test('the digest of a day names what rose as well as what fell', async () => {
  const bot = await startSmall('2026-11-20 09:00');
  const { truth } = bot.service;
  const of = (day: string) => Map.groupBy(truth.sales(day, day), ({ productId }) => productId);
  const [now, then] = [of('2026-11-19'), of('2026-11-12')];
  const changes = [...new Set([...now.keys(), ...then.keys()])]
    .map((id) => ({
      id,
      by: summed(now.get(id) ?? []).millilitres - summed(then.get(id) ?? []).millilitres,
    }))
    .toSorted((one, other) => other.by - one.by);
  const nameOf = (of: (typeof changes)[number] | undefined) =>
    namedProducts(bot.service).find(({ id }) => id === of?.id)?.name;
  const [rise, fall] = [nameOf(changes[0]), nameOf(changes.at(-1))];
  const { text } = await bot.kari.type('/digest', 'preview sales');
  expect(text).toMatch(new RegExp(`Rose most\\*?: ${rise} \\(\\+[0-9.]+\u00a0l\\)`));
  expect(text).toMatch(new RegExp(`Fell most\\*?: ${fall} \\(−[0-9.]+\u00a0l\\)`));
  expect(text).toContain('Stores that rose most');
  expect(figuresIn((await bot.kari.type('/sales', 'yesterday')).text)).toEqual(figuresIn(text));
});
