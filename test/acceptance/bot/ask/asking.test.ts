import { describe, expect, test } from 'vitest';
import { textAt } from '../../../../bot/demo/slack/fields.ts';
import { clickIn, isAtHome, linesOf, valuesOf } from '../../../support/slack/screen.ts';
import { type Outcome, startTestBot, type TestBot } from '../../../support/testBot.ts';

const option = (value: string) => ({ selected_option: { value, text: { type: 'plain_text', text: value } } });
const options = (...values: string[]) => ({
  selected_options: values.map((value) => ({ value, text: { type: 'plain_text', text: value } })),
});

/** The window in front, as it is read. */
function windowIn({ seen }: Outcome): string {
  const view = seen.findLast((each) => each.kind === 'view' && !isAtHome(each));
  const lines = linesOf(undefined, view === undefined ? [] : [view]);
  return lines.filter((line) => !line.includes('The form wrote')).join('\n');
}

/** Types a question, asks it again on App Home, and opens its form there. */
async function changeOf(bot: TestBot, text: string, hand = bot.kari) {
  // Later than another question before.
  await bot.pass(1);
  await hand.type('/sales', text);
  const answered = await hand.click(await hand.openHome(), 'home_ask:0');
  return { answered, form: await hand.click(answered, 'form_change') };
}

/** Clicks "More options" with something filled in; gives the form that takes its place. */
async function more({ kari }: TestBot, form: Outcome, filled: object): Promise<Outcome> {
  const click = clickIn(form.seen, 'form_more');
  if (click.on.kind !== 'view') throw new Error('not in a window');
  const view = { ...click.on.view, state: { values: valuesOf(click.on.view, filled) } };
  return kari.clickControl({ ...click, on: { ...click.on, view } });
}

const COMPARED = 'compare 2026-11-09..2026-11-15 with 2026-10-12..2026-10-18';

describe('a question that is changed in its form', () => {
  test('stays the same in all it says when nothing is changed', async () => {
    const bot = await startTestBot();
    for (const [at, text] of [
      'last week without store:0143 top 3 by:product',
      'returns last week by:store',
      'compare last week with last year by:weekday',
      'oktober without product:1101 by:month',
      'last week by:store by:week',
      '2026-11-12..2026-11-14 product:1101 store:0143',
    ].entries()) {
      // App Home has the six newest of a person.
      const hand = bot.as(at < 3 ? 'kari' : 'per');
      const { answered, form } = await changeOf(bot, text, hand);
      expect(windowIn(await hand.submit(form)), text).toBe(windowIn(answered));
      // The same question, so no second one among the recent.
      expect((await hand.openHome()).text.split('home_ask:'), text).toHaveLength((at % 3) + 2);
    }
  });

  test('is otherwise in what was changed, and in that alone', async () => {
    const bot = await startTestBot();
    for (const [filled, text, said, gone] of [
      [{ period: option('last week') }, '2026-11-12..2026-11-14', 'Sales, 9–15 Nov', '12–14 Nov'],
      [{ rows: option('by:store') }, COMPARED, '12–18 Oct', '2–8 Nov'],
      [{ compare: option('before') }, COMPARED, '2–8 Nov', '12–18 Oct'],
      [{ compare: option('nothing') }, COMPARED, 'Sales, 9–15 Nov', '12–18 Oct'],
    ] as const) {
      const { form } = await changeOf(bot, text);
      const answer = windowIn(await bot.kari.submit(form, filled));
      expect(answer, JSON.stringify(filled)).toContain(said);
      expect(answer.split('\n').find((line) => /\d l\b/.test(line))).not.toContain(gone);
    }
  });

  test('keeps what the form can not show, and says so', async () => {
    const bot = await startTestBot();
    const sides = await changeOf(bot, '2026-11-12..2026-11-14 store:0143 vs store:0101');
    expect(sides.form.text).toContain('The question also says: store:0143 vs store:0101');
    expect(windowIn(await bot.kari.submit(sides.form))).toBe(windowIn(sides.answered));
  });
});

test('"More options" keeps what was picked and cleared, and the days that were asked for', async () => {
  const bot = await startTestBot();
  const { form } = await changeOf(bot, '2026-11-12..2026-11-14 product:1101 by:store');
  const whole = await more(bot, form, { product: options('90210', '1101'), store: options('0143') });
  expect(whole.text).toContain('Your question: Thu 12 Nov 2026 – Sat 14 Nov 2026');
  expect(whole.text).toMatch(/initial_options: 90210=90210 \S.* \| 1101=1101 \S/);
  expect(whole.text).toMatch(/initial_options: 0143=0143 \S/);
  const answer = windowIn(await bot.kari.submit(whole));
  for (const part of ['12–14 Nov', '90210', '0143']) expect(answer).toContain(part);
  const cleared = await more(bot, form, { product: options(), period: option('last week') });
  expect(cleared.text).not.toContain('initial_options: 1101');
  expect(windowIn(await bot.kari.submit(cleared))).toContain('9–15 Nov');
});

test('a form is checked in the language it was opened in', async () => {
  const bot = await startTestBot();
  const noDays = { digest_days: options() };
  const form = await bot.kari.type('/digest');
  const home = await bot.kari.openHome();
  await bot.kari.click(home, 'Norsk');
  expect(JSON.stringify((await bot.kari.submit(form, noDays)).atOnce)).toContain('Select at least one day.');
  const norwegian = await bot.kari.submit(await bot.kari.type('/digest'), noDays);
  expect(JSON.stringify(norwegian.atOnce)).toMatch(/"digest_days":"(?!Tick)/);
});

test('a suggested command is asked by a click, and stands among the recent questions only then', async () => {
  const { kari } = await startTestBot();
  const mistaken = await kari.type('/sales', 'yesterday by:stroe');
  expect((await kari.openHome()).text).not.toContain('home_ask');
  expect((await kari.click(mistaken, '/sales yesterday by:store')).text).toContain('Sales, Thu 19 Nov:');
  expect((await kari.openHome()).text).toContain('home_ask:0');
});

test('the form of a mistake has what was understood, where no command can be suggested too', async () => {
  const { kari } = await startTestBot();
  for (const text of [
    '2026-11-09..2026-11-15 product:1101 by:stroe',
    'akvavitten 2026-11-09..2026-11-15 per butikk',
  ]) {
    const form = await kari.click(await kari.type('/sales', text), 'Open form');
    expect(form.text).toContain('Your question: Mon 9 Nov 2026 – Sun 15 Nov 2026');
  }
});

test('a hundred products can be typed, stand in the form of a digest, and are sent in again', async () => {
  const bot = await startTestBot();
  const kari = bot.as('kari', '#second');
  const hundred = bot.service.truth
    .products()
    .map(({ productId }) => productId)
    .slice(0, 100);
  const typed = await kari.type('/digest', `subscribe products:${hundred.join(',')}`);
  expect(typed.text).toContain('gets the stock digest');
  const form = await kari.type('/digest');
  const kept = textAt(form.seen.find((each) => each.kind === 'view')?.view, 'callback_id');
  expect(kept).toBe('form_digest');
  const saved = await kari.submit(form);
  expect(saved.text).toContain('Nothing has changed');
  expect((await kari.type('/sales', `last week product:${hundred.join(',')}`)).text).toMatch(/\d l\b/);
});
