import { describe, expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import type { QuestionModalContext } from '../../../../bot/modals/questionModal.ts';
import { QUESTION_MODALS } from '../../../../bot/modals/questionModals.ts';
import { buildWholeSalesModal } from '../../../../bot/modals/sales.ts';
import { formatCommand } from '../../../../bot/parser/formatCommand.ts';
import { parseSales } from '../../../../bot/parser/sales.ts';
import type { Names } from '../../../../bot/products/names.ts';
import type { FiguresQuestion } from '../../../../bot/questions/answer.ts';
import { allChosen, chosen, stateOf } from '../../../support/bot/filledForm.ts';
import { FOREIGN } from '../../../support/bot/foreignText.ts';
import { NO_VOCABULARY } from '../../../support/bot/parser/reading.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';
import { limitBreachesOf } from '../../../support/slack/limits.ts';

const moment = { calendar, now: oslo('2026-11-20 09:00'), language: languageFor('en') };
const look: QuestionModalContext = { ...moment, names: NO_VOCABULARY, seesSales: true, inChannel: true };

function readBack(question: FiguresQuestion, changes = {}, at: QuestionModalContext = look) {
  const form = QUESTION_MODALS[question.command];
  return form.read({ state: { values: stateOf(form.build(at, question), changes) } }, moment);
}

/** With all its fields, as "More options" opens it. */
const wholeSales = (at: QuestionModalContext = look) =>
  buildWholeSalesModal(at, { state: { values: {} } }, 'none');

/** What a modal of sales says besides: the command with the days in digits. */
const asked = (question: FiguresQuestion) => ({
  question,
  ...(question.command === 'sales' ? { command: formatCommand(question) } : {}),
});

const sales = { command: 'sales', productIds: [], storeIds: [], by: 'product' } as const;
const search = { command: 'stores', kind: 'search', openNow: false } as const;
const week = { from: '2026-11-09', to: '2026-11-15' };
const hundred = Array.from({ length: 100 }, (_, at) => String(90_000 + at));
const QUESTIONS: readonly FiguresQuestion[] = [
  { command: 'stock', kind: 'overview', scope: 'mine' },
  { command: 'stock', kind: 'out', scope: 'all' },
  { command: 'stock', kind: 'low', scope: 'mine', days: 14 },
  { command: 'stock', kind: 'changes', scope: 'all' },
  { command: 'stock', kind: 'over', scope: 'all', days: 30 },
  { command: 'stock', kind: 'out', scope: 'mine', of: { ids: ['1101', '00345'], names: [] } },
  { command: 'stock', kind: 'low', scope: 'all', days: 14, of: { ids: ['1101'], names: [] } },
  { command: 'stock', kind: 'products', productIds: ['1101', '00345'] },
  { ...sales, kind: 'sales', days: week },
  { ...sales, kind: 'sales', days: { from: '2026-11-19', to: '2026-11-19' }, by: 'store' },
  { ...sales, kind: 'sales', days: week, productIds: ['1101'], storeIds: ['143', '150'], by: 'day' },
  { ...sales, kind: 'compare', days: week, against: { from: '2026-11-02', to: '2026-11-08' }, by: 'week' },
  { ...sales, kind: 'compare', days: week, against: { from: '2026-10-05', to: '2026-10-06' } },
  { ...sales, kind: 'sales', days: week, by: 'month' },
  { ...sales, kind: 'compare', days: week, against: { from: '2025-11-10', to: '2025-11-16' }, by: 'weekday' },
  { ...sales, kind: 'sales', days: week, without: { productIds: ['1101'], storeIds: [] } },
  { ...sales, kind: 'sales', days: week, without: { productIds: hundred, storeIds: ['143'] }, top: 10 },
  { ...sales, kind: 'sales', days: week, top: 100, returns: true },
  { ...sales, kind: 'sales', days: week, bottom: 5 },
  { ...sales, kind: 'sales', days: week, by: 'store', and: 'week' },
  { ...sales, kind: 'sales', days: week, by: 'store', share: true },
  { ...sales, kind: 'sales', days: week, productIds: hundred, storeIds: hundred },
  { command: 'stock', kind: 'products', productIds: hundred },
  { command: 'stores', kind: 'number', storeId: '143' },
  { command: 'stores', kind: 'search', words: 'oslo', openNow: true },
  { ...search, words: 'oslo', open: { day: 'today' } },
  { ...search, words: 'oslo', open: { day: 'tomorrow', time: '18:00' } },
  { ...search, words: '', open: { day: 7, time: '09:30' } },
  { ...search, words: '', near: { words: 'oslo' } },
  { ...search, words: 'x'.repeat(200), open: { day: 1 }, near: { words: 'Oslo S' } },
  {
    command: 'stores',
    kind: 'search',
    words: '',
    openNow: false,
    near: { latitude: 59.91, longitude: 10.75 },
  },
];

describe('a form that is filled in beforehand', () => {
  test.each(QUESTIONS.map((question) => [JSON.stringify(question), question] as const))(
    'asks the same when it is sent in as it stands: %s',
    (_, question) => {
      expect(readBack(question)).toEqual(asked(question));
    },
  );

  test.each(Object.entries(FOREIGN))('keeps within what Slack takes with names that are %s', (_, name) => {
    const names: Names = { nameOf: () => name, named: () => [], like: () => [] };
    for (const question of QUESTIONS) {
      for (const inChannel of [true, false]) {
        const at = { ...look, inChannel, names: { products: names, stores: names } };
        expect(limitBreachesOf(QUESTION_MODALS[question.command].build(at, question), 'modal')).toEqual([]);
        expect(readBack(question, {}, at)).toEqual(asked(question));
      }
    }
  });
});

describe('a form that nothing was changed in', () => {
  test.each(['stock', 'sales'] as const)('/%s asks what its command asks by itself', (command) => {
    const form = QUESTION_MODALS[command];
    expect(form.read({ state: { values: stateOf(form.build(look)) } }, moment)).toEqual({
      question:
        command === 'stock'
          ? { command, kind: 'overview', scope: 'mine' }
          : { ...sales, kind: 'sales', days: { from: '2026-11-19', to: '2026-11-19' } },
      ...(command === 'sales' ? { command: '/sales by:product' } : {}),
    });
  });

  test('/stores asks for something to look for', () => {
    const form = QUESTION_MODALS.stores;
    const state = { values: stateOf(form.build(look)) };
    expect(form.read({ state }, moment)).toEqual({
      mistakes: { words: 'Fill in at least one field, such as a store, a name or a city.' },
    });
  });
});

test('the periods say which days they are, and each is read as these days', () => {
  const form = QUESTION_MODALS.sales;
  const drawn = JSON.stringify(form.build(look));
  expect(drawn).toContain('Newest day: Thu 19 Nov 2026');
  expect(drawn).toContain('Last week: 9 Nov – 15 Nov');
  const values = stateOf(wholeSales(), { period: chosen('last week'), compare: chosen('before') });
  expect(form.read({ state: { values } }, moment)).toEqual({
    question: { ...sales, kind: 'compare', days: week, against: { from: '2026-11-02', to: '2026-11-08' } },
    command: '/sales compare last week by:product',
  });
});

test('the later of two periods stands first, and a period is not compared with itself', () => {
  const question: FiguresQuestion = {
    ...sales,
    kind: 'compare',
    days: week,
    against: { from: '2026-10-05', to: '2026-10-11' },
  };
  const earlier = { from: { selected_date: '2026-09-07' }, to: { selected_date: '2026-09-13' } };
  expect(readBack(question, earlier)).toEqual(
    asked({ ...question, days: question.against, against: { from: '2026-09-07', to: '2026-09-13' } }),
  );
  const same = { from: { selected_date: '2026-10-05' }, to: { selected_date: '2026-10-11' } };
  expect(readBack(question, same)).toEqual({ mistakes: { compare: expect.stringMatching(/the same days/) } });
});

test('a question about more than a picker holds is not asked about others unnoticed', () => {
  const many = [...hundred, '1', '2'];
  for (const question of [
    { ...sales, kind: 'sales', days: week, productIds: many, storeIds: many },
    { command: 'stock', kind: 'products', productIds: many },
  ] satisfies FiguresQuestion[]) {
    const view = QUESTION_MODALS[question.command].build(look, question);
    expect(limitBreachesOf(view, 'modal')).toEqual([]);
    const picker = view.blocks.find(({ block_id: id }) => id === 'products');
    expect(picker).toMatchObject({
      optional: false,
      hint: { text: expect.stringContaining('covers 102, more than the 100 that fit') },
    });
    expect(JSON.stringify(picker)).not.toContain('initial_options');
  }
});

test('periods to date are compared with as many days of the one before, on the first of a month too', () => {
  const context = { ...look, now: oslo('2026-11-02 09:00') };
  for (const [compare, against] of [
    ['before', '2026-10-01'],
    ['year_before', '2025-11-01'],
  ] as const) {
    const values = stateOf(wholeSales(context), {
      period: chosen('this month'),
      compare: chosen(compare),
    });
    expect(QUESTION_MODALS.sales.read({ state: { values } }, context)).toMatchObject({
      question: {
        kind: 'compare',
        days: { from: '2026-11-01', to: '2026-11-01' },
        against: { from: against, to: against },
      },
    });
  }
});

test('a period that is counted from today gives the command that asks for it anew', () => {
  const { build, read } = QUESTION_MODALS.sales;
  const drawn = wholeSales();
  const periods = drawn.blocks.find(({ block_id: id }) => id === 'period');
  const phrases = [...JSON.stringify(periods).matchAll(/"value":"([^"]+)"/g)].map(([, value]) => value ?? '');
  expect(phrases).toContain('last week');
  for (const period of phrases) {
    for (const compare of ['nothing', 'before', 'year_before']) {
      if (period === 'newest' && compare === 'year_before') continue;
      const values = stateOf(drawn, {
        period: chosen(period),
        compare: chosen(compare),
        by: chosen('store'),
      });
      const reading = read({ state: { values } }, moment);
      if (!('question' in reading) || reading.command === undefined) throw new Error(`${period} ${compare}`);
      const typed = reading.command.replace('/sales ', '');
      expect(parseSales(typed, { ...moment, vocabulary: NO_VOCABULARY }), typed).toEqual(reading.question);
      // Nothing in it is a date.
      expect(typed).not.toMatch(/\d{4}/);
    }
  }
  const question: FiguresQuestion = { ...sales, kind: 'sales', days: week };
  expect(read({ state: { values: stateOf(build(look, question)) } }, moment)).toEqual(asked(question));
  const dated = stateOf(drawn, { from: { selected_date: '2026-11-17' } });
  expect(read({ state: { values: dated } }, moment)).toMatchObject({
    command: '/sales 2026-11-17..2026-11-19 by:product',
  });
});

test('a time alone is one of today, and a place is also a city or the name of a store', () => {
  const read = (changes: object) =>
    QUESTION_MODALS.stores.read(
      { state: { values: stateOf(QUESTION_MODALS.stores.build(look), { ...changes }) } },
      moment,
    );
  expect(read({ at: { selected_time: '18:00' } })).toEqual({
    question: { ...search, words: '', open: { day: 'today', time: '18:00' } },
  });
  expect(read({ near: { value: 'Oslo S' } })).toEqual({
    question: { ...search, words: '', near: { words: 'Oslo S' } },
  });
});

test('what runs low is told from sales, and is not offered to who may not see them', () => {
  const drawn = (seesSales: boolean) => QUESTION_MODALS.stock.build({ ...look, seesSales }, QUESTIONS[2]);
  expect(JSON.stringify(drawn(true))).toContain('Running low');
  const view = drawn(false);
  expect(JSON.stringify(view)).not.toMatch(/low/i);
  expect(QUESTION_MODALS.stock.read({ state: { values: stateOf(view) } }, moment)).toEqual({
    question: { command: 'stock', kind: 'overview', scope: 'mine' },
  });
});

describe('the form of stock', () => {
  const { build, read } = QUESTION_MODALS.stock;
  const sent = (changes: object, question?: FiguresQuestion) =>
    read({ state: { values: stateOf(build(look, question), { ...changes }) } }, moment);
  const list = { command: 'stock', scope: 'mine' } as const;

  test('asks for the days that a list has by itself where the field is empty, and says which', () => {
    expect(sent({ what: chosen('over') })).toEqual({ question: { ...list, kind: 'over', days: 30 } });
    expect(sent({ what: chosen('low') })).toEqual({ question: { ...list, kind: 'low', days: 7 } });
    expect(JSON.stringify(build(look))).toContain(
      'Leave empty for 7 days in \\"Running low\\" and 30 days in \\"Plenty of stock\\".',
    );
  });

  test('of one list gets the days of the other that is chosen, unless others were asked for', () => {
    const over = { what: chosen('over') };
    expect(sent(over, { ...list, kind: 'low', days: 7 })).toMatchObject({ question: { days: 30 } });
    expect(sent(over, { ...list, kind: 'low', days: 14 })).toMatchObject({ question: { days: 14 } });
  });

  test('answers for products that are chosen with the overview', () => {
    expect(sent({ what: chosen('overview'), products: allChosen('1101', '1102') })).toEqual({
      question: { command: 'stock', kind: 'products', productIds: ['1101', '1102'] },
    });
  });
});

test('a first day alone reaches up to the newest', () => {
  const values = stateOf(wholeSales(), { from: { selected_date: '2026-11-17' } });
  expect(QUESTION_MODALS.sales.read({ state: { values } }, moment)).toMatchObject({
    question: { days: { from: '2026-11-17', to: '2026-11-19' } },
  });
});

test.each([
  ['sales', { to: { selected_date: '2026-11-17' } }, { from: /first day/ }],
  [
    'sales',
    { from: { selected_date: '2026-11-17' }, to: { selected_date: '2026-11-12' } },
    { to: /Put the earlier date first/ },
  ],
  [
    'sales',
    { from: { selected_date: '2026-11-20' } },
    { from: /Sales for Fri 20 Nov 2026 arrive on Sat 21 Nov 2026/ },
  ],
  ['sales', { from: { selected_date: '2024-01-01' } }, { from: /longer than two years/ }],
  ['sales', { products: allChosen('1101', 'not a number') }, { products: /from the list/ }],
  ['stock', { what: chosen('out'), products: allChosen('no number') }, { products: /from the list/ }],
  ['stock', { what: chosen('low'), days: { value: '0' } }, { days: /1 to 365/ }],
  ['stock', { what: chosen('low'), days: { value: '2.5' } }, { days: /whole number/ }],
  ['stores', { store: chosen('143'), words: { value: 'oslo' } }, { store: /not both/ }],
  ['stores', { near: { value: '59.91' } }, { near: /city, a store, or latitude/ }],
  ['stores', { open: chosen('now'), at: { selected_time: '18:00' } }, { at: /Choose a day/ }],
  ['stores', { at: { selected_time: '25:00' } }, { at: /Choose a time/ }],
  ['stores', { store: chosen('143'), open: chosen('7') }, { store: /not both/ }],
  ['sales', { top: { value: '101' } }, { top: /1 to 100/ }],
  ['sales', { share: allChosen('yes'), compare: chosen('before') }, { share: /for one period/ }],
  ['sales', { and: chosen('week'), compare: chosen('before') }, { and: /by one grouping/ }],
  ['sales', { bottom: { value: '0' } }, { bottom: /1 to 100/ }],
  ['sales', { top: { value: '1' }, bottom: { value: '1' } }, { bottom: /not both/ }],
  ['sales', { without_stores: allChosen('<!here>') }, { without_stores: /from the list/ }],
  ['sales', { figures: chosen('returned'), compare: chosen('before') }, { compare: /cannot be compared/ }],
] as const)('%s with %j says under the field what is wrong', (command, changes, mistakes) => {
  const form = QUESTION_MODALS[command];
  const values = stateOf(command === 'sales' ? wholeSales() : form.build(look), changes);
  expect(form.read({ state: { values } }, moment)).toEqual({
    mistakes: Object.fromEntries(
      Object.entries(mistakes).map(([block, sentence]) => [block, expect.stringMatching(sentence)]),
    ),
  });
});

test.each([{}, { what: null }, { what: [] }, { what: { x: { selected_option: 7 } }, days: { x: 'y' } }])(
  'what is sent in without having been filled in is no error: %j',
  (values) => {
    for (const form of Object.values(QUESTION_MODALS)) {
      expect(() => form.read({ state: { values } }, moment)).not.toThrow();
    }
  },
);
