import { startSandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { calendar, oslo } from '../../../support/bot/time.ts';
import { downUntil } from '../../../support/digestBot.ts';
import { FILLED_SANDBOX } from '../../../support/filled.ts';
import { armAlerts } from '../../../support/storedData.ts';
import { namedProducts, startTestBot } from '../../../support/testBot.ts';

const [DAY, NEXT_DAY] = ['2026-11-19', '2026-11-20'];
const HEADING = 'Sales alerts for Fri 20 Nov 2026';

/** Stores whose sales of a week, in per cent of the week before, fall to a whole number or below on the next day. */
async function storesThatFall(): Promise<{ readonly storeId: string; readonly line: number }[]> {
  const service = await startSandbox({ ...FILLED_SANDBOX, now: () => oslo('2026-11-21 08:40') });
  onTestFinished(() => service.close());
  const unitsUpTo = (last: string) => {
    const sales = service.truth.sales(calendar.addDays(last, -6), last);
    const byStore = Map.groupBy(sales, ({ storeId }) => storeId);
    return (storeId: string) =>
      (byStore.get(storeId) ?? []).reduce((sum, { salesQuantity }) => sum + salesQuantity, 0);
  };
  const changesOn = (day: string) => {
    const [units, before] = [unitsUpTo(day), unitsUpTo(calendar.addDays(day, -7))];
    return (storeId: string) => (units(storeId) / before(storeId) - 1) * 100;
  };
  const [now, next] = [changesOn(DAY), changesOn(NEXT_DAY)];
  const stores = new Set(service.truth.sales(DAY, DAY).map(({ storeId }) => storeId));
  return [...stores].flatMap((storeId) => {
    const line = Math.ceil(next(storeId));
    return line < 0 && now(storeId) > line ? [{ storeId, line }] : [];
  });
}

test('an alert of sales rings once by the sales of a day, apart from alerts of stock', async () => {
  const bot = await startTestBot();
  const [one, two] = await storesThatFall();
  if (one === undefined || two === undefined) throw new Error('no two stores of the sandbox fall');
  const set = await bot.kari.type('/sales', `alert store:${one.storeId} ${one.line}% week on week`);
  expect(set.text).toMatch(/Alert set: Sales in .* down \d+% week on week\. The app posts in this channel/);
  expect(set.text).not.toContain('Already');
  await bot.kari.type('/sales', `alert store:${two.storeId} ned ${-two.line} %`);
  const norwegian = await bot.ola.type(
    '/sales',
    `varsle meg butikk:${one.storeId} ${one.line} % uke mot uke`,
  );
  expect(norwegian.text).toMatch(
    /Varselet er satt opp: Salg i .* ned \d+\u00a0% uke mot uke\. Appen sender til deg/,
  );
  const [product] = namedProducts(bot.service);
  await bot.kari.type('/stock', `alert ${product?.id} below 1000000`);
  await armAlerts(bot, { onlyItems: true });

  const calls = bot.service.requests.length;
  await bot.pass(120);
  expect(bot.service.requests).toHaveLength(calls);
  await downUntil(bot, '2026-11-21 08:40');
  await bot.pass(120);
  const texts = bot.held('#stock').map(({ text }) => text.split(': ')[0] ?? '');
  expect(texts.filter((text) => text.includes('alerts for'))).toEqual([
    HEADING,
    'Stock alerts for Sat 21 Nov 2026',
  ]);
  const rung = JSON.stringify(
    bot
      .held('#stock')
      .filter(({ text }) => text.startsWith(HEADING))
      .map(({ blocks }) => blocks),
  );
  expect(rung.match(/fewer units than the week before\. The threshold is −\d+%/g)).toHaveLength(2);
  expect(bot.held('D0OLA').map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Salgsvarsler for fre\. 20\. nov\. 2026: Salg i .* færre enheter enn uken før/),
  ]);
  await bot.restart();
  await bot.pass(300);
  expect(bot.held('#stock').filter(({ text }) => text.startsWith(HEADING))).toHaveLength(1);

  const list = await bot.kari.type('/sales', 'alerts');
  const details = await bot.kari.click(list, 'Details');
  expect(details.text).toContain('last posted for Fri 20 Nov 2026');
  expect(details.text).toMatch(
    /Beyond the threshold now: .* \(−[\d.]+%, [\d.]+ percentage points below the threshold\)/,
  );
  expect((await bot.kari.click(list, 'Show data')).text).toMatch(/Compared with /);
});

test('an alert that is beyond its line already says so, and a channel has a most of them', async () => {
  const bot = await startTestBot();
  const already = await bot.kari.type('/sales', 'alert up 1%');
  expect(already.text).toMatch(/Already beyond the threshold: Sales \(\+[\d.]+%\)\./);
  for (let set = 2; set <= 20; set += 1) await bot.kari.type('/sales', `alert +${set}%`);
  const refused = await bot.ola.type('/sales', 'varsle -30 %');
  expect(refused.text).toContain('opptil 20 varsler');
  const other = await bot.kari.type('/sales', 'alert -30% month on month');
  expect(other.text).toContain('"month on month". Leave it out. Try: `/sales alert -30%`');
});

test('an alert of sales is set and changed by its form', async () => {
  const bot = await startTestBot();
  const filled = (direction: string, percent: string) => ({
    alert_when: { selected_option: { value: direction } },
    alert_when_number: { value: percent },
  });
  const form = await bot.kari.type('/sales', 'alert');
  expect(form.text).toContain('title "Sales alert"');
  const wrong = await bot.kari.submit(form, filled('-#%', '101'));
  expect(JSON.stringify(wrong.atOnce)).toContain('up to -100%');
  expect((await bot.kari.submit(form, filled('+#%', '101'))).text).toContain('Sales up 101% week on week');
  const opened = await bot.kari.click(await bot.kari.type('/sales', 'alerts'), 'Change');
  expect(opened.text).toContain('initial_option: +#%=rise by per cent');
  expect((await bot.kari.submit(opened, filled('-#%', '40'))).text).toContain('Sales down 40% week on week');
  expect((await bot.kari.type('/sales', 'alerts')).text).not.toContain('101%');
});

test('names stay names in the form of an alert, and what it leaves out stays', async () => {
  const bot = await startTestBot();
  const set = await bot.kari.type('/sales', 'alert gin without oslo -30%');
  expect(set.text).toMatch(/Gin \(\d+ products\), without 0101 Oslo Torggata down 30%/);
  const form = await bot.kari.click(await bot.kari.type('/sales', 'alerts'), 'Change');
  const changed = await bot.kari.submit(form, { alert_when_number: { value: '35' } });
  expect(changed.text).toMatch(/Gin \(\d+ products\), without 0101 Oslo Torggata down 35%/);
});

test('a message that asks for an alert is about sales where it says so', async () => {
  const bot = await startTestBot();
  const direct = bot.as('ola', 'direct');
  for (const said of [
    'varsle meg når salget i torggata faller med 30 %',
    'alert me when sales in torggata fall by more than 30%',
    'Sales alert torggata -30%',
    '/sales alert torggata -30% week on week',
  ]) {
    expect((await direct.say(said)).text, said).toMatch(
      /Salg i 0101 Oslo Torggata ned 30\u00a0% uke mot uke/,
    );
  }
  const more = await direct.say('alert me if oslo torggata sells 50% more than last week');
  expect(more.text).toMatch(/Salg i 0101 Oslo Torggata opp 50\u00a0% uke mot uke/);
  const month = await direct.say('/sales gin forrige måned når opp 25 %');
  expect(month.text).toContain('(forrige måned)');
});

test('an alert about yesterday keeps it, and says nothing of Sundays', async () => {
  const bot = await startTestBot();
  const direct = bot.as('ola', 'direct');
  expect((await direct.say('si fra når salget i går er ned 20 %')).text).toContain('(i går)');
  const set = await bot.kari.type('/sales', 'yesterday when below 1 litre');
  expect(set.text).toMatch(/Sales below 1\.0 l.*\n.*It wouldn't have posted since/);
});
