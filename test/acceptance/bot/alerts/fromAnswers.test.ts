import { expect, test } from 'vitest';
import { namedProducts, startTestBot, type TestBot } from '../../../support/testBot.ts';

function someProduct(bot: TestBot) {
  const [first] = namedProducts(bot.service);
  if (first === undefined) throw new Error('the sandbox has no products of its own');
  return first;
}

const chosen = (value: string) => ({ selected_option: { value } });

test('"Alert me…" below an answer opens a form about what was asked, whose alert says how often it would have posted', async () => {
  const bot = await startTestBot();
  const { id, name } = someProduct(bot);
  const form = await bot.kari.click(await bot.kari.type('/stock', id), 'Alert me…');
  expect(form.text).toContain(`${id} ${name}`);
  const filled = { alert_when_number: { value: '1000000' } };
  const set = await bot.kari.submit(form, filled);
  expect(set.text).toContain(`Alert set: ${id} ${name} below 1,000,000 units. The app posts to you`);
  expect((await bot.kari.type('/digest', 'list')).text).toContain('below 1,000,000 units');
  expect((await bot.ola.type('/digest', 'liste')).text).not.toMatch(/1\s000\s000/);
  const sales = await bot.kari.type('/sales', `last month product:${id}`);
  const ofSales = await bot.kari.click(sales, 'Alert me…');
  expect(ofSales.text).toContain('The question also says: last month');
  const fall = await bot.kari.submit(ofSales, {
    alert_when_number: { value: '30' },
    post_where: chosen('here'),
    post_language: chosen('nb'),
  });
  expect(fall.text).toContain('down 30%');
  expect(fall.text).toContain('The app posts in <#C0STOCK>');
});

test('an alert that would have posted more than once a week offers one that would have posted about monthly', async () => {
  const bot = await startTestBot();
  const often = await bot.kari.type('/sales', 'by:product when up 20%');
  expect(often.text).toMatch(/It would have posted \d+ times since .*: .*\. The last: /);
  expect(often.text).toContain('That is more than once a week.');
  const calmer = await bot.kari.click(often, 'alert_do:line');
  expect(calmer.text).toMatch(/Alert set: .* up \d+% week on week/);
  const list = await bot.kari.type('/sales', 'alerts');
  expect(list.text).not.toContain('up 20% ');
  const never = await bot.kari.type('/sales', 'when up 900%');
  expect(never.text).toContain("It wouldn't have posted since");
});

test('the form of an alert says before it is set what it would have posted', async () => {
  const bot = await startTestBot();
  const empty = await bot.kari.click(await bot.kari.type('/sales', 'alert'), 'How often would it post?');
  expect(empty.text).toContain('Type a whole number from 1');
  await bot.kari.type('/sales', 'by:product when up 20%');
  const form = await bot.kari.click(await bot.kari.type('/sales', 'alerts'), 'Change');
  const asked = await bot.kari.click(form, 'How often would it post?');
  expect(asked.text).toMatch(/It would have posted \d+ times since .* That is more than once a week\./s);
  expect(asked.text).toMatch(/About once a month: up \d+% week on week/);
  expect((await bot.kari.submit(asked)).text).toContain('This alert is already set');
});

test('below the answer to a command that is too long for a menu, the same stands as buttons', async () => {
  const bot = await startTestBot();
  const ids = namedProducts(bot.service).map((each) => each.id);
  const many = Array.from({ length: 20 }, (_, at) => ids[at % ids.length] ?? '');
  const numbers = [...new Set([...many, ...bot.service.truth.productIds()])].slice(0, 40).join(' ');
  expect(numbers.length).toBeGreaterThan(150);
  const answer = await bot.kari.type('/stock', numbers);
  const alert = await bot.kari.submit(await bot.kari.click(answer, 'Alert me…'), {
    alert_when_number: { value: '7' },
  });
  expect(alert.text).toContain('below 7 units. The app posts to you');
  const digest = await bot.kari.submit(await bot.kari.click(answer, 'Post regularly…'));
  expect(digest.text).toContain(numbers.slice(0, 60));
  expect((await bot.kari.click(answer, 'Why these numbers?')).text).not.toBe('');
});

test('"Post regularly…" writes a question with a schedule; days that never change have none', async () => {
  const bot = await startTestBot();
  const answer = await bot.kari.type('/sales', 'last week by:store');
  const form = await bot.kari.click(answer, 'Post regularly…');
  expect(form.text).toContain('/sales last week by:store');
  const set = await bot.kari.submit(form, {
    digest_days: { selected_options: [{ value: '1' }, { value: '4' }] },
    digest_time: { selected_time: '07:30' },
    digest_language: chosen('nb'),
  });
  expect(set.text).toMatch(/Mon, Thu at 07:30.*Norwegian/s);
  expect(set.text).toContain('/sales last week by:store');
  const own = await bot.kari.submit(await bot.kari.click(answer, 'Post regularly…'), {
    digest_place: { selected_conversation: null },
  });
  expect(own.text).toMatch(
    /Your chat with the app gets the "sales last week by:store" digest.*every Monday/s,
  );
  const monthly = await bot.kari.submit(await bot.kari.click(answer, 'Post regularly…'), {
    digest_days: { selected_options: [{ value: 'month' }] },
    digest_name: { value: 'Shops' },
  });
  expect(monthly.text).toMatch(/is now called "Shops".*on the first working day of the month at 08:00/s);
  expect((await bot.kari.click(await bot.kari.type('/digest', 'status shops'), 'Change')).text).toMatch(
    /initial_options: month=/,
  );
  expect((await bot.kari.type('/sales', '1-10 november')).text).not.toContain('Post regularly…');
});

test.each([
  ['tell me when it is under 100', 'below 100 units'],
  ['si fra når den er under 100', 'below 100 units'],
  ['tell me when that runs out', 'out of stock'],
])('"%s" below an answer is about what was answered', async (said, rule) => {
  const bot = await startTestBot();
  const { id, name } = someProduct(bot);
  const own = bot.as('kari', 'direct');
  await own.say(`stock ${id}`);
  expect((await own.say(said)).text).toContain(`Alert set: ${id} ${name} ${rule}`);
});

test.each([
  ['low 7', 'below # days=has fewer days of cover than', 7],
  ['out', 'out=sells out or comes back', undefined],
  ['over 30', 'below # units=has fewer units than', undefined],
])('"Alert me…" below /stock %s begins with its threshold', async (typed, line, number) => {
  const bot = await startTestBot();
  const { text } = await bot.kari.click(await bot.kari.type('/stock', typed), 'Alert me…');
  expect(text).toContain(`initial_option: ${line}`);
  expect(/initial_value: (\d+)/.exec(text)?.[1]).toBe(number?.toString());
});
