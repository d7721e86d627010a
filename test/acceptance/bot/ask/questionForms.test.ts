import { expect, test } from 'vitest';
import { FOREIGN } from '../../../support/bot/foreignText.ts';
import { isAtHome, linesOf } from '../../../support/slack/screen.ts';
import { type Outcome, startTestBot, type TestBot } from '../../../support/testBot.ts';

type Filling = Readonly<Record<string, object>>;

const words = (value: string) => ({ text: { type: 'plain_text', text: value }, value });
const chosen = (value: string) => ({ selected_option: words(value) });
const allChosen = (...values: string[]) => ({ selected_options: values.map(words) });
const day = (date: string) => ({ selected_date: date });
const text = (value: string) => ({ value });

/** Opens the form with all its fields. */
async function open(bot: TestBot, command: string): Promise<Outcome> {
  const form = await bot.kari.type(command);
  return command === '/sales' ? bot.kari.click(form, 'form_more') : form;
}

/** What is seen in front of App Home, without the command, whose days are fixed once it is changed. */
function shownIn({ atOnce, seen }: Outcome): string[] {
  return linesOf(
    atOnce,
    seen.filter((each) => !isAtHome(each)),
  ).filter((line) => !line.includes('The form wrote'));
}

const QUESTIONS: readonly (readonly [command: string, filling: Filling, written: string])[] = [
  ['/stock', { list: chosen('out'), scope: chosen('all') }, '/stock out all'],
  ['/stock', { list: chosen('low #'), list_number: text('14') }, '/stock low 14'],
  ['/stock', { list: chosen('low # units') }, '/stock low 100 units'],
  ['/stock', { list: chosen('over #') }, '/stock over 30'],
  [
    '/stock',
    { list: chosen('changes'), product: allChosen('1101', '00345') },
    '/stock changes product:1101,00345',
  ],
  ['/stock', { product: allChosen('1101', '00345') }, '/stock product:1101,00345'],
  ['/stock', {}, '/stock mine'],
  ['/sales', { period: chosen('last week'), rows: chosen('by:store') }, '/sales last week by:store'],
  ['/sales', { from: day('2026-11-17') }, '/sales 2026-11-17..2026-11-19'],
  [
    '/sales',
    {
      from: day('2026-11-02'),
      to: day('2026-11-08'),
      rows: chosen('by:weekday'),
      compare: chosen('before'),
    },
    '/sales compare 2026-11-02..2026-11-08 by:weekday',
  ],
  [
    '/sales',
    { period: chosen('last week'), compare: chosen('year_before') },
    '/sales compare last week with last year',
  ],
  ['/sales', { compare: chosen('year_before') }, '/sales compare latest day with last year'],
  [
    '/sales',
    { period: chosen('last 30 days'), returns: allChosen('yes'), top: text('5') },
    '/sales last 30 days top:5 returns',
  ],
  [
    '/sales',
    { share: allChosen('yes'), store: allChosen('143', '602') },
    '/sales latest day store:143,602 percent',
  ],
  [
    '/sales',
    { product: allChosen('00345', '1101'), period: chosen('this month'), rows: chosen('by:month') },
    '/sales this month product:00345,1101 by:month',
  ],
];

test('a question that is to be changed stands in its form as it was asked', async () => {
  const bot = await startTestBot();
  for (const [command, filling, written] of QUESTIONS) {
    const about = `${command} ${JSON.stringify(filling)}`;
    const answer = await bot.kari.submit(await open(bot, command), filling);
    expect.soft(answer.text, about).toContain('Change the question');
    expect.soft(answer.text, about).toContain(`The form wrote \`${written}\``);
    const again = await bot.kari.submit(await bot.kari.click(answer, 'Change the question'));
    expect.soft(shownIn(again), about).toEqual(shownIn(answer));
  }
  expect(bot.slack.calls.filter(({ error }) => error !== undefined)).toEqual([]);
});

const MISTAKES: readonly (readonly [command: string, filling: Filling, field: string, sentence: RegExp])[] = [
  ['/sales', { to: day('2026-11-17') }, 'from', /first day/],
  ['/sales', { from: day('2026-11-17'), to: day('2026-11-12') }, 'to', /Put the earlier date first/],
  ['/sales', { from: day('2026-11-20') }, 'from', /Sales for Fri 20 Nov 2026 arrive on Sat 21 Nov 2026/],
  ['/sales', { from: day('2024-01-01') }, 'from', /longer than two years/],
  ['/sales', { product: allChosen('1101', 'not a number') }, 'product', /not a number/],
  ['/sales', { store: allChosen('<!here>') }, 'store', /<!here>/],
  ['/sales', { product: allChosen('group:nowhere') }, 'product', /nowhere/],
  ['/sales', { top: text('101') }, 'top', /1 to 100/],
  ['/sales', { top: text('0') }, 'top', /1 to 100/],
  ['/sales', { share: allChosen('yes'), compare: chosen('before') }, 'share', /for one period/],
  ['/stock', { list: chosen('out'), product: allChosen('no number') }, 'product', /no number/],
  ['/stock', { list: chosen('low #'), list_number: text('0') }, 'list_number', /1 to 365/],
  ['/stock', { list: chosen('low #'), list_number: text('2.5') }, 'list_number', /2.5/],
  ['/stock', { list: chosen('out'), list_number: text('7') }, 'list_number', /Clear the number/],
];

test('what is wrong is said under its field', async () => {
  const bot = await startTestBot();
  for (const [command, filling, field, sentence] of MISTAKES) {
    const { atOnce } = await bot.kari.submit(await open(bot, command), filling);
    expect.soft(atOnce, `${command} ${JSON.stringify(filling)}`).toEqual({
      response_action: 'errors',
      errors: { [field]: expect.stringMatching(sentence) },
    });
  }
});

test('what was never filled in, or is of another kind, is answered all the same', async () => {
  const bot = await startTestBot();
  const odd = [
    { list: {}, list_number: {} },
    { list: [], product: [] },
    ...Object.values(FOREIGN).map((top) => ({ top: text(top) })),
  ];
  for (const command of ['/stock', '/sales']) {
    for (const filling of odd) {
      const form = await bot.kari.type(command);
      const window = form.seen.findLast((each) => each.kind === 'view');
      if (window?.kind !== 'view') throw new Error('no form');
      const values = Object.fromEntries(
        Object.entries(filling).map(([block, state]) => [block, { [block]: state }]),
      );
      const { atOnce, seen } = await bot.kari.send(window, values);
      expect.soft([atOnce, seen.length], command).not.toEqual([undefined, 0]);
    }
  }
  expect(bot.logLines().filter(({ level }) => level === 50)).toEqual([]);
});

test('a form that Slack does not open in time says what can be typed instead', async () => {
  const bot = await startTestBot();
  bot.slack.faults.add({ fault: { kind: 'say', error: 'expired_trigger_id' }, name: 'views.open', times: 9 });
  for (const [command, text] of [
    ['/stock', ''],
    ['/sales', ''],
    ['/digest', ''],
    ['/stock', 'alert'],
    ['/sales', 'alert'],
  ] as const) {
    const { text: said } = await bot.kari.type(command, text);
    expect(said, command).toContain("Slack didn't open the form in time.");
  }
});

test('a button that opens a form says so too, when Slack does not open it in time', async () => {
  const bot = await startTestBot();
  const opens = [
    [await bot.kari.type('/sales', 'help'), 'Open form'],
    [await bot.kari.type('/digest', 'help'), 'Open form'],
    [await bot.kari.type('/sales', 'lst wek'), 'Open form'],
  ] as const;
  bot.slack.faults.add({ fault: { kind: 'say', error: 'expired_trigger_id' }, name: 'views.open', times: 9 });
  for (const [shown, title] of opens) {
    expect((await bot.kari.click(shown, title)).text).toContain("Slack didn't open the form in time.");
  }
});

test('a form that stays open over midnight asks about the day on which it is sent in', async () => {
  const bot = await startTestBot({ at: '2026-11-22 23:50' });
  const [form, other] = [await open(bot, '/sales'), await open(bot, '/sales')];
  const sunday = await bot.kari.submit(form, { period: chosen('this week') });
  expect(sunday.text).toContain('The form wrote `/sales this week`');
  await bot.moveTo('2026-11-23 00:10');
  const monday = await bot.kari.submit(other, { period: chosen('this week') });
  expect(monday.atOnce).toMatchObject({ response_action: 'errors', errors: { period: expect.anything() } });
  const week = await bot.kari.submit(other, { period: chosen('last week') });
  expect(week.text).toContain('The form wrote `/sales last week`');
  expect(week.text).toContain('*Sales, 16–21 Nov');
});

test('a group is found among the products, chosen, written, and stands in the form again', async () => {
  const bot = await startTestBot();
  expect((await bot.kari.suggest('pick_product', 'gi')).text).toContain('Group: Gin');
  const answer = await bot.kari.submit(await open(bot, '/sales'), {
    period: chosen('last week'),
    product: allChosen('group:Gin'),
  });
  expect(answer.text).toContain('The form wrote `/sales last week group:Gin`');
  expect((await bot.kari.click(answer, 'Change the question')).text).toMatch(
    /initial_options: group:\S+=Group: Gin/,
  );
});
