import type { Store } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { mistakeMessage } from '../../../../bot/ask/mistake.ts';
import { limitBreachesOf } from '../../../../bot/demo/slack/limits.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import { ParseError } from '../../../../bot/parse/parseError.ts';
import { EVERYTHING, NONE, ofProducts } from '../../../../bot/parse/selection.ts';
import { type Message, RENDERINGS, type Rendering } from '../../../../bot/slack/message.ts';
import { ANSWERS } from '../../../support/answers.ts';
import { type Answer, answerMessage } from '../../../support/bot/answerMessage.ts';
import { activeMarksOf } from '../../../support/bot/foreignText.ts';
import { calendar } from '../../../support/bot/time.ts';
import {
  comparisonOf,
  DAY,
  readerOf,
  salesAnswerOf,
  salesGroup,
  stockAnswerOf,
  stockRowOf,
  storesAnswerOf,
} from '../../../support/bot/viewFigures.ts';

type Draw = (rendering: Rendering) => Message;

function expectSendable(draw: Draw): void {
  for (const rendering of RENDERINGS) {
    const message = draw(rendering);
    expect(limitBreachesOf(message, 'message'), rendering).toEqual([]);
    expect(activeMarksOf(message), rendering).toEqual([]);
  }
}

function storeWith(text: string): Store {
  const [store] = ANSWERS.stores;
  if (store === undefined) throw new Error('no store to begin with');
  const [regular] = store.openingHours.regularHours;
  if (regular === undefined) throw new Error('no hours to begin with');
  return {
    ...store,
    storeId: text,
    storeName: text,
    status: 'Open',
    address: { ...store.address, street: text, postalCode: text, city: text },
    telephone: text,
    email: text,
    category: text,
    openingHours: {
      regularHours: [{ ...regular, dayOfTheWeek: 'Friday' }],
      exceptionHours: [{ date: '2026-11-20', openingTime: '10:00', closingTime: '12:00', message: text }],
    },
    lastChanged: { date: text, time: text },
  };
}

const rowsOf = (count: number, stock = (at: number) => at) =>
  Array.from({ length: count }, (_, at) => stockRowOf(String(1101 + at), stock(at)));
const groupsOf = (count: number, key = (at: number) => String(1101 + at)) =>
  Array.from({ length: count }, (_, at) => salesGroup(key(at), (at + 1) * 1_001));
const dayAt = (at: number) => calendar.addDays('2026-01-01', at);

const ANSWERS_OF_ANY_SIZE: Record<string, Answer> = {
  'no products': stockAnswerOf([]),
  'no products of the chain': stockAnswerOf([], { scope: 'all' }),
  'nothing out of stock': stockAnswerOf([], {
    question: { command: 'stock', kind: 'out', scope: 'mine', selection: EVERYTHING },
  }),
  'everything out of stock': stockAnswerOf(
    rowsOf(40, () => 0),
    { question: { command: 'stock', kind: 'out', scope: 'mine', selection: EVERYTHING } },
  ),
  '5,000 products': stockAnswerOf(rowsOf(5_000)),
  'a first day, without sales': stockAnswerOf(rowsOf(3), {
    against: { dayBefore: undefined, weekAgo: undefined },
    window: undefined,
    stores: undefined,
    question: { command: 'stock', kind: 'changes', scope: 'all', selection: EVERYTHING },
  }),
  'fifty products that are not known': stockAnswerOf(rowsOf(1), {
    question: { command: 'stock', kind: 'products', selection: ofProducts(['1101']) },
    unknown: Array.from({ length: 49 }, (_, at) => String(100_000_000_000_000 + at)),
  }),
  ...Object.fromEntries(
    [0, 1, 25, 26, 5_000].map((count) => [`sales of ${count} products`, salesAnswerOf(groupsOf(count))]),
  ),
  ...Object.fromEntries(
    [1, 2, 20, 21, 30, 40, 41, 366].map((count) => [
      `sales of ${count} days`,
      salesAnswerOf(groupsOf(count, dayAt), {
        question: { command: 'sales', kind: 'sales', days: DAY, selection: EVERYTHING, by: 'day' },
      }),
    ]),
  ),
  'sales that are not whole, or very large': salesAnswerOf([
    salesGroup('1', Number.MAX_SAFE_INTEGER, { quantity: 0.125 }),
    salesGroup('2', -1, { quantity: -1e15 }),
  ]),
  'sales with a year missing': salesAnswerOf(groupsOf(3), {
    source: {
      from: 'database',
      asOf: 0,
      missing: Array.from({ length: 300 }, (_, at) => dayAt(at)),
      empty: [],
    },
  }),
  'a comparison of 366 days': comparisonOf(groupsOf(366, dayAt), groupsOf(366, dayAt), 'day'),
  'no store': storesAnswerOf([], {
    question: { command: 'stores', kind: 'stores', stores: NONE, without: NONE, state: 'open' },
    hoursUnknown: 4,
  }),
};

describe('an answer can be sent with', () => {
  test.each(Object.entries(ANSWERS_OF_ANY_SIZE))('%s', (_, answer) => {
    for (const locale of ['en', 'nb'] as const) {
      expectSendable((rendering) =>
        answerMessage(answer, readerOf(rendering, { language: languageFor(locale) })),
      );
    }
  });
});

test('a mistake with a whole page in it still shows its corrected command', () => {
  const message = mistakeMessage(
    new ParseError(() => `${'&'.repeat(8_000)}.`, '/stock 1101'),
    languageFor('en').t,
    (command) => command,
  );
  expect(limitBreachesOf(message, 'message')).toEqual([]);
  expect(message.text).toMatch(/Try: `\/stock 1101`$/);
});

test.each(['dataTable', 'text'] as const)('long names cost no row of %s', (rendering) => {
  const stores = Array.from({ length: 15 }, (_, at) => ({
    store: { ...storeWith('&'.repeat(300)), storeId: `S${at}` },
    kilometres: undefined,
  }));
  const { blocks } = answerMessage(storesAnswerOf(stores), readerOf(rendering));
  const shown = JSON.stringify(blocks.slice(1, -1));
  for (const { store } of stores) expect(shown).toContain(store.storeId);
});
