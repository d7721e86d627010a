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

/** What is seen in front of App Home, which lists what was asked last. */
function shownIn({ atOnce, seen }: Outcome): string[] {
  return linesOf(
    atOnce,
    seen.filter((each) => !isAtHome(each)),
  );
}

const QUESTIONS: readonly (readonly [command: string, filling: Filling])[] = [
  ['/stock', { what: chosen('out'), scope: chosen('all') }],
  ['/stock', { what: chosen('low'), days: text('14') }],
  ['/stock', { what: chosen('over') }],
  ['/stock', { what: chosen('changes'), products: allChosen('1101', '00345') }],
  ['/stock', { products: allChosen('1101', '00345') }],
  ['/sales', { period: chosen('last week'), by: chosen('store') }],
  ['/sales', { from: day('2026-11-17') }],
  [
    '/sales',
    { from: day('2026-11-02'), to: day('2026-11-08'), by: chosen('weekday'), compare: chosen('before') },
  ],
  ['/sales', { period: chosen('last week'), compare: chosen('year_before') }],
  ['/sales', { period: chosen('last week'), by: chosen('store'), and: chosen('week') }],
  ['/sales', { period: chosen('last 30 days'), figures: chosen('returned'), top: text('5') }],
  ['/sales', { period: chosen('last week'), top: text('3'), without_products: allChosen('00345') }],
  ['/sales', { share: allChosen('yes'), stores: allChosen('143', '602'), without_stores: allChosen('0094') }],
  ['/sales', { products: allChosen('00345', '1101'), period: chosen('this month'), by: chosen('month') }],
  ['/stores', { store: chosen('143') }],
  ['/stores', { words: text('oslo'), open: chosen('now') }],
  ['/stores', { open: chosen('tomorrow'), at: { selected_time: '14:00' }, near: text('Oslo') }],
  ['/stores', { at: { selected_time: '12:00' }, near: text('Bergen') }],
];

test('a question that is to be changed stands in its form as it was asked', async () => {
  const bot = await startTestBot();
  for (const [command, filling] of QUESTIONS) {
    const about = `${command} ${JSON.stringify(filling)}`;
    const answer = await bot.kari.submit(await open(bot, command), filling);
    expect.soft(answer.text, about).toContain('Change the question');
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
  ['/sales', { products: allChosen('1101', 'not a number') }, 'products', /from the list/],
  ['/sales', { without_stores: allChosen('<!here>') }, 'without_stores', /from the list/],
  ['/sales', { top: text('101') }, 'top', /1 to 100/],
  ['/sales', { top: text('0') }, 'top', /1 to 100/],
  ['/sales', { share: allChosen('yes'), compare: chosen('before') }, 'share', /for one period/],
  ['/sales', { and: chosen('week'), compare: chosen('before') }, 'and', /by one grouping/],
  ['/sales', { figures: chosen('returned'), compare: chosen('before') }, 'compare', /can't be compared/],
  ['/stock', { what: chosen('out'), products: allChosen('no number') }, 'products', /from the list/],
  ['/stock', { what: chosen('low'), days: text('0') }, 'days', /1 to 365/],
  ['/stock', { what: chosen('low'), days: text('2.5') }, 'days', /whole number/],
  ['/stores', {}, 'words', /Fill in at least one field/],
  ['/stores', { store: chosen('143'), words: text('oslo') }, 'store', /not both/],
  ['/stores', { store: chosen('143'), open: chosen('7') }, 'store', /not both/],
  ['/stores', { near: text('59.91') }, 'near', /city or a store/],
  ['/stores', { open: chosen('now'), at: { selected_time: '18:00' } }, 'at', /Choose a day/],
  ['/stores', { at: { selected_time: '25:00' } }, 'at', /Choose a time/],
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
    { what: {}, days: {} },
    { what: [], near: [] },
    ...Object.values(FOREIGN).map((near) => ({ near: text(near) })),
  ];
  for (const command of ['/stock', '/sales', '/stores']) {
    for (const filling of odd) {
      const form = await bot.kari.type(command);
      const window = form.seen.findLast((each) => each.kind === 'view');
      if (window?.kind !== 'view') throw new Error('no form');
      const values = Object.fromEntries(
        Object.entries(filling).map(([block, state]) => [block, { [block]: state }]),
      );
      const { atOnce, seen } = await bot.kari.send(window, values, false);
      expect.soft([atOnce, seen.length], command).not.toEqual([undefined, 0]);
    }
  }
  expect(bot.logLines().filter(({ level }) => level === 50)).toEqual([]);
});
